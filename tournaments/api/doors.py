"""What the views of the API share: who asks, what was asked, pages of lists, and 304 while nothing has changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from django.db.models import QuerySet
from django.forms import Form
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..models import Entry, Round, Tournament
from ..permissions import Actor, actor_for
from ..reads.rounds import SHOWN
from ..reads.versions import live_version
from ..refusals import Refused
from .fields import Number

MOST = 500
USUAL = 100


class Page(serializers.Serializer[Any]):
    """Which part of a list is asked for."""

    limit = Number(required=False, default=USUAL, max_value=MOST, help_text=f"rows of one answer, at most {MOST}")
    offset = Number(required=False, default=0, min_value=0, max_value=999_999, help_text="rows to pass over")


class Door(APIView):
    """A view of the API. Acts refuse, not views: only they know who may do what in an event."""

    permission_classes = [AllowAny]
    for_officials = False  # answers officials alone
    polled = False  # answers 304

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Say first of all that a method is not taken here, whoever asks."""
        method = str(request.method)
        if method.lower() not in self.http_method_names or not hasattr(self, method.lower()):
            raise MethodNotAllowed(method)
        super().initial(request, *args, **kwargs)


def asked(request: Request, form: type[serializers.Serializer[Any]], *, body: bool = False) -> dict[str, Any]:
    """Read what was asked for, from the address or from the body; refuse what cannot be read."""
    given = request.data if body else {name: request.query_params[name] for name in request.query_params}
    read = form(data=given)
    read.is_valid(raise_exception=True)
    return dict(read.validated_data)


def by_form(form: Form) -> dict[str, Any]:
    """Have what was asked for checked by the form of the page too, which knows more than the description can say."""
    if not form.is_valid():
        refuse_fields({name: [str(error) for error in errors] for name, errors in form.errors.items()})
    return dict(form.cleaned_data)


def refuse_fields(errors: Mapping[str, Sequence[str]]) -> NoReturn:
    """Refuse what cannot be as things stand, by field; the sentence is that of the first."""
    field, reasons = next(iter(errors.items()))
    sentence = _("The field %(field)s: %(reason)s") % {"field": field, "reason": reasons[0]}
    raise Refused("field_refused", sentence, errors=dict(errors))


def page_of(rows: QuerySet[Any] | Sequence[Any], page: dict[str, Any], shown: Callable[[Any], Any]) -> Response:
    """Answer a part of a list and how long it is."""
    count, part = part_of(rows, page)
    return Response({"count": count, "results": [shown(row) for row in part]})


def part_of(rows: QuerySet[Any] | Sequence[Any], page: dict[str, Any]) -> tuple[int, Iterable[Any]]:
    """Give how long a list is, and the part of it that was asked for."""
    count = rows.count() if isinstance(rows, QuerySet) else len(rows)
    start = page["offset"]
    return count, rows[start : start + page["limit"]] if start < count else ()


def event_of(slug: str) -> Tournament:
    """Find an event by its address."""
    return get_object_or_404(Tournament.objects.select_related("regulations", "federation"), slug=slug)


def actor_of(request: Request, tournament: Tournament, act: str = "") -> Actor:
    """Find who asks; refuse who may not `act`."""
    actor = actor_for(request.user, tournament)
    if act:
        actor.require(act)
    return actor


def shown_round(tournament: Tournament, number: int) -> Round:
    """Find a round that the public may see; another one is not there."""
    shown = Round.objects.select_related("tournament").filter(state__in=SHOWN)
    return get_object_or_404(shown, tournament=tournament, number=number)


def desk_round(tournament: Tournament, number: int) -> Round:
    """Find a round that the desk sees."""
    drawn = Round.objects.select_related("tournament").exclude(state=Round.State.PLANNED)
    return get_object_or_404(drawn, tournament=tournament, number=number)


def entry_of(tournament: Tournament, number: int) -> Entry:
    """Find an entry by its number."""
    found = (
        Entry.objects.select_related("club", "tournament")
        .prefetch_related("members__player", "categories")
        .filter(tournament=tournament, number=number)
        .first()
    )
    if found is None:
        raise Http404
    return found


def unless_known(request: Request, slug: str, shown: Callable[[], Any]) -> Response:
    """Answer 304 to who has the version of now, and what `shown` gives to everybody else."""
    headers = {"ETag": live_version(slug), "Cache-Control": "no-cache"}
    if headers["ETag"] in request.headers.get("If-None-Match", ""):
        return Response(status=304, headers=headers)
    return Response(shown(), headers=headers)


def unless_same(request: Request, body: Any) -> Response:
    """Answer 304 to who has exactly this body."""
    digest = hashlib.sha256(json.dumps(body, default=str, sort_keys=True).encode()).hexdigest()[:32]
    headers = {"ETag": f'"{digest}"', "Cache-Control": "no-cache"}
    if digest in request.headers.get("If-None-Match", ""):
        return Response(status=304, headers=headers)
    return Response(body, headers=headers)
