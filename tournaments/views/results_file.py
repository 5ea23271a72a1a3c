"""The results of an event to take away: JSON, CSV or a workbook."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from ..models import Tournament
from ..permissions import actor_for
from ..reads.results_file import PARTS, as_csv, as_workbook, results_file
from ..reads.versions import live_version

WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
def results_download(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Give the results after a round (?after=), of CSV one part (?part=standings, games or entries)."""
    tournament = get_object_or_404(Tournament.objects.select_related("regulations", "federation"), slug=slug)
    licences = actor_for(request.user, tournament).may("see_desk")
    part = request.GET.get("part", "")
    asked = (request.GET.get("after", ""), part, kind, licences)
    tag = f'"{live_version(slug)[1:-1]}-{"-".join(str(word) for word in asked if str(word).isalnum())}"'
    if tag in request.headers.get("If-None-Match", ""):
        return _headed(HttpResponse(status=304), tag)
    file = results_file(tournament, _after(asked[0]), licences=licences)
    name = f"{slug}-after-round-{file['after']}"
    if kind == "json":
        return _headed(JsonResponse(file, json_dumps_params={"ensure_ascii": False}), tag, f"{name}.json")
    if kind == "xlsx":
        return _headed(HttpResponse(as_workbook(file), content_type=WORKBOOK), tag, f"{name}.xlsx")
    part = part if part in PARTS else PARTS[0]
    content = HttpResponse(as_csv(file, part), content_type="text/csv; charset=utf-8")
    return _headed(content, tag, f"{name}-{part}.csv")


def _headed(response: HttpResponse, tag: str, filename: str = "") -> HttpResponse:
    response["ETag"], response["Cache-Control"], response["Vary"] = tag, "private, no-cache", "Cookie"
    response["X-Content-Type-Options"] = "nosniff"
    if filename:
        response["Content-Disposition"] = content_disposition_header(True, filename) or "attachment"
    return response


def _after(text: str) -> int | None:
    """Read a small number from the address; anything else counts as not given."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None
