"""A whole event as a file: taken by its organiser, brought in by an administrator."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from ..acts.event_files import import_event, preview_of, require_administrator, why_not
from ..event_file.preview import Preview
from ..event_file.values import written
from ..refusals import NotPermitted
from ..views.event_files import file_response
from .doors import Door, actor_of, asked, event_of


@extend_schema_field(OpenApiTypes.BINARY)
class File(serializers.FileField):
    """A file of a form: its bytes, not an address of them."""


class ImportAsked(serializers.Serializer[Any]):
    """What is sent with a file."""

    file = File(help_text="the event file")
    slug = serializers.SlugField(
        required=False, max_length=60, help_text="the address it gets; without it that of the file, or the next like it"
    )
    keep_offices = serializers.BooleanField(
        required=False, help_text="accounts of the same name keep their offices; without it the caller is the organiser"
    )
    seen = serializers.CharField(
        required=False, max_length=64, help_text="the `stamp` of the preview: refused where something changed since"
    )


class ImportQuery(serializers.Serializer[Any]):
    """What stands in the address."""

    preview = serializers.BooleanField(required=False, help_text="1: only tell what would happen, and write nothing")


class DifferenceOut(serializers.Serializer[Any]):
    who = serializers.CharField()
    what = serializers.CharField()
    here = serializers.CharField(help_text="it stays")
    file = serializers.CharField()


class TakenOut(serializers.Serializer[Any]):
    table = serializers.CharField()
    column = serializers.CharField()
    file = serializers.CharField(help_text="it is taken here, and another one is given")


class PreviewOut(serializers.Serializer[Any]):
    """What a file holds, and what bringing it in would do or has done."""

    slug = serializers.CharField(help_text="the address it has here, or would have")
    uid = serializers.CharField(help_text="by which the event is known again")
    name = serializers.CharField()
    federation = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    made_at = serializers.CharField(help_text="when the file was made")
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="what the file holds")
    new = serializers.DictField(child=serializers.IntegerField(), help_text="what is new in the registry here")
    other_keys = serializers.IntegerField(help_text="keys of records under which players known here stand from now on")
    differences = DifferenceOut(many=True)
    taken = TakenOut(many=True)
    accounts = serializers.ListField(child=serializers.CharField(), help_text="accounts of officials that are here too")
    not_replayed = serializers.IntegerField(help_text="versions of protocols made by another edition of the rules")
    without_protocol = serializers.IntegerField(help_text="played games whose result has no signed protocol")
    stamp = serializers.CharField()
    written = serializers.BooleanField(help_text="whether the event is here now")


class EventFileDoor(Door):
    for_officials = True

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str) -> FileResponse:
        """Give the whole event as a file; it is noted in the audit record."""
        tournament = event_of(slug)
        return file_response(tournament, actor_of(request, tournament, "export_event"))


class EventFilesDoor(Door):
    for_officials = True
    parser_classes = [MultiPartParser]

    @extend_schema(
        parameters=[ImportQuery],
        request={"multipart/form-data": ImportAsked},
        responses={200: PreviewOut, 201: PreviewOut},
    )
    def post(self, request: Request) -> Response:
        """Bring an event in, whole or not at all; for administrators of the installation."""
        user = _administrator(request)
        looking = asked(request, ImportQuery).get("preview", False)
        wanted = asked(request, ImportAsked, body=True)
        content = wanted["file"].read()
        preview = preview_of(content)
        if looking:
            return Response(PreviewOut(_told(preview, preview.slug, done=False)).data)
        event = import_event(
            content,
            user=user,
            slug=wanted.get("slug", ""),
            keep_offices=wanted.get("keep_offices", False),
            seen=wanted.get("seen"),
        )
        return Response(PreviewOut(_told(preview, event.slug, done=True)).data, status=201)


def _administrator(request: Request) -> User:
    if not isinstance(request.user, User):
        raise NotPermitted("not_permitted", why_not(request.user))
    require_administrator(request.user)
    return request.user


def _told(preview: Preview, slug: str, *, done: bool) -> dict[str, Any]:
    starts_on, ends_on = preview.days
    return {
        "slug": slug,
        "uid": written(preview.content.event["uid"]),
        "name": preview.name,
        "federation": preview.federation,
        "starts_on": starts_on,
        "ends_on": ends_on,
        "made_at": preview.content.made_at,
        "counts": preview.counts,
        "new": preview.registry.new(),
        "other_keys": len(preview.registry.other_keys),
        "differences": preview.differences,
        "taken": preview.taken,
        "accounts": [account.username for account in preview.accounts],
        "not_replayed": preview.told["not_replayed"],
        "without_protocol": preview.told["without_protocol"],
        "stamp": preview.stamp,
        "written": done,
    }
