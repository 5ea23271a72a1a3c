"""An event taken away in a file, and one brought in: the file, what it would do, and agreeing to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from ..acts.event_files import (
    KEPT_FOR,
    bring_file,
    brought_by,
    export_event,
    forget_old_files,
    import_event,
    preview_of,
    put_away,
    require_administrator,
)
from ..event_file.preview import Preview
from ..event_file.writing import file_name
from ..forms.event_files import EventFileForm, ImportForm
from ..forms.texts import tell
from ..models import Tournament
from ..permissions import MAY, Actor
from ..refusals import NotPermitted, Refused
from .desk_door import desk

View = Callable[..., HttpResponse]
PEN_ROLES = MAY["hold_pen"]


@require_POST
@desk("export_event", back="documents")
def event_file(request: HttpRequest, tournament: Tournament, actor: Actor) -> FileResponse:
    """Give the event as a file."""
    return file_response(tournament, actor)


def file_response(tournament: Tournament, actor: Actor) -> FileResponse:
    """Answer the event as a download; the answer closes the file."""
    file = export_event(tournament, actor=actor)
    response = FileResponse(file, as_attachment=True, filename=file_name(tournament), content_type="application/zip")
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"
    return response


def for_administrators(view: View) -> View:
    """Open a page to administrators of the installation alone."""

    @never_cache
    @login_required
    @wraps(view)
    def enter(request: HttpRequest, *rest: Any, **more: Any) -> HttpResponse:
        try:
            require_administrator(_user(request))
            return view(request, *rest, **more)
        except NotPermitted as refused:
            raise PermissionDenied(str(refused)) from refused

    return enter


@for_administrators
@require_http_methods(["GET", "HEAD", "POST"])
def event_import(request: HttpRequest) -> HttpResponse:
    """Take a file in and keep it for the preview."""
    forget_old_files()
    form = EventFileForm(request.POST, request.FILES) if request.method == "POST" else EventFileForm()
    if form.is_bound and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            bring_file(file.read(), file.name, user=_user(request))
        except Refused as refused:
            tell(form, refused)
        else:
            return redirect("event_import_preview")
    return render(request, "tournaments/event_import.html", {"form": form})


@for_administrators
@require_http_methods(["GET", "HEAD", "POST"])
def event_import_preview(request: HttpRequest) -> HttpResponse:
    """Show what a file would bring; on POST bring it in."""
    brought = brought_by(_user(request))
    if brought is None:
        messages.info(request, _("There is no file to look at. Choose it first."))
        return redirect("event_import")
    content = bytes(brought.content)
    try:
        preview = preview_of(content)
    except Refused as refused:  # what is here has changed since it was brought
        messages.error(request, str(refused))
        return redirect("event_import")
    form = _agreed(request, preview)
    if form.is_bound and form.is_valid():
        try:
            event = _import(request, form, content)
        except Refused as refused:
            form.renew(preview.stamp)  # what is shown is what is agreed to next
            tell(form, refused)
        else:
            told = _("%(event)s is here, as it was where the file was made.")
            messages.success(request, told % {"event": event.name})
            return redirect("today", slug=event.slug)
    return render(
        request,
        "tournaments/event_import_preview.html",
        {**_told(preview), "form": form, "file": brought, "until": brought.at + KEPT_FOR},
    )


@for_administrators
@require_POST
def event_import_put_away(request: HttpRequest) -> HttpResponse:
    """Forget the file."""
    put_away(_user(request))
    messages.info(request, _("The file is put away. Nothing was written."))
    return redirect("home")


def _agreed(request: HttpRequest, preview: Preview) -> ImportForm:
    if request.method == "POST":
        return ImportForm(request.POST)
    return ImportForm(initial={"stamp": preview.stamp, "slug": preview.slug})


def _import(request: HttpRequest, form: ImportForm, content: bytes) -> Tournament:
    agreed = form.cleaned_data
    event = import_event(
        content, user=_user(request), slug=agreed["slug"], keep_offices=agreed["keep_offices"], seen=agreed["stamp"]
    )
    put_away(_user(request))
    return event


SHOWN = 200  # differences of one page


def _told(preview: Preview) -> dict[str, Any]:
    return {
        "preview": preview,
        "new": preview.registry.new(),
        "differences": preview.differences[:SHOWN],
        "more": max(0, len(preview.differences) - SHOWN),
        "days": preview.days,
        "codes": [one.file for one in preview.taken if one.table == "games"],
        "links": len(preview.changed.get("table_links", ())),
        "pins": len([row for row in preview.content.rows["officials"] if row["active"] and row["role"] in PEN_ROLES]),
    }


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # the door lets nobody else in
    return request.user
