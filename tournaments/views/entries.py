"""The entries of an event at the desk: listed, entered by hand, changed."""

from __future__ import annotations

from typing import Any, TypeVar
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ..acts.entries import (
    add_entry,
    change_entry,
    correct_names,
    delete_entry,
    return_entry,
    set_categories,
    set_fee,
    take_in,
    withdraw_entry,
)
from ..acts.substitutions import substitute_player
from ..entry_list import Pair
from ..forms.entries import (
    FIELDS,
    CategoriesForm,
    EntryForm,
    NamesForm,
    StampedForm,
    SubstituteForm,
    chosen_player,
    filled_with,
)
from ..forms.texts import tell
from ..models import Entry, Player, Tournament
from ..permissions import Actor
from ..reads.entries import (
    all_entries,
    as_pair,
    categories_of,
    check_in_begun,
    door,
    entry_kinds,
    entry_stamp,
    find_entries,
    latest_drawn,
    of_kind,
)
from ..reads.registry import Candidate, candidates
from ..reads.withdrawal import drawn_with, games_left, to_draw_again
from ..refusals import Refused
from .desk_door import desk, desk_context

Form = TypeVar("Form", bound=StampedForm)


@desk("see_desk")
def entries(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """List the entries, or those that a search and a filter leave."""
    words, only = _words(request, "q"), _words(request, "only")
    everybody = all_entries(tournament)
    begun = check_in_begun(everybody)
    context = desk_context(
        tournament,
        actor,
        "entries",
        entries=of_kind(find_entries(everybody, words), only, begun=begun),
        words=words,
        only=only,
        search=urlencode({"q": words}) if words else "",
        all=len(everybody),
        withdrawn=sum(entry.withdrawn_at is not None for entry in everybody),
        kinds=entry_kinds(everybody, begun=begun),
        door=door(tournament),
        may_change=actor.may("change_entries"),
        may_check_in=actor.may("check_in"),
        may_disqualify=actor.may("disqualify"),
    )
    return render(request, "tournaments/entries.html", context)


@desk("change_entries")
def entry_new(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Enter one pair by hand."""
    form, found = _opened(request, tournament, EntryForm)
    if form.is_bound and form.is_valid():
        try:
            entry = add_entry(tournament, form.pair(), actor=actor, keep_known=form.cleaned_data["keep_known"])
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("%(entry)s is entered.") % {"entry": entry})
            return redirect("entry_new" if "another" in request.POST else "entries", slug=tournament.slug)
    return _entry_form(request, tournament, actor, form, found=found)


@desk("change_entries", back="entries")
def entry_change(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Change an entry on which no draw rests; after that only its names and categories can be changed."""
    entry = _entry(request, tournament, number)
    if _is_drawn(tournament, entry) and request.method != "POST":
        return redirect("entry_names", slug=tournament.slug, number=number)
    form, found = _opened(request, tournament, EntryForm)
    if request.method != "POST":
        form = EntryForm.of(as_pair(entry), entry_stamp(entry))
    elif form.is_bound and form.is_valid():
        typed = form.cleaned_data
        try:
            change_entry(entry, form.pair(), actor=actor, keep_known=typed["keep_known"], seen=typed["stamp"])
        except Refused as refused:
            form.refuse(refused)
            return _entry_form(request, tournament, actor, form, entry=entry, now=_meanwhile(form, entry, refused))
        messages.success(request, _("%(entry)s is changed.") % {"entry": Entry.objects.get(pk=entry.pk)})
        return redirect("entries", slug=tournament.slug)
    return _entry_form(request, tournament, actor, form, found=found, entry=entry)


@desk("change_entries", back="entries")
def entry_names(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Correct how the players of an entry are written, whatever has been drawn and played."""
    entry = _entry(request, tournament, number)
    first, second = as_pair(entry).players
    opened = {"name_1": first.name, "name_2": second.name, "stamp": entry_stamp(entry)}
    form, now = NamesForm(request.POST or None, initial=opened), None
    if form.is_valid():
        try:
            entry = correct_names(entry, form.names(), actor=actor, seen=form.cleaned_data["stamp"])
        except Refused as refused:
            tell(form, refused, FIELDS)
            now = _meanwhile(form, entry, refused)
        else:
            messages.success(request, _("%(entry)s: the names stand as you wrote them.") % {"entry": entry})
            return redirect("entries", slug=tournament.slug)
    licences = [first.licence, second.licence]
    context = desk_context(tournament, actor, "entries", form=form, entry=entry, licences=licences, now=now)
    return render(request, "tournaments/entry_names.html", context)


@desk("change_entries", back="entries")
def entry_categories(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Say in which categories an entry is ranked, at any time."""
    entry = _entry(request, tournament, number)
    opened = {"categories": ", ".join(as_pair(entry).categories), "stamp": entry_stamp(entry)}
    form, now = CategoriesForm(request.POST if request.method == "POST" else None, initial=opened), None
    if form.is_valid():
        try:
            set_categories(entry, form.names(), actor=actor, seen=form.cleaned_data["stamp"])
        except Refused as refused:
            tell(form, refused, FIELDS)
            now = _meanwhile(form, entry, refused)
        else:
            messages.success(request, _("%(entry)s: the categories are as you wrote them.") % {"entry": entry})
            return redirect("entries", slug=tournament.slug)
    form.tell_categories(categories_of(tournament))
    context = desk_context(tournament, actor, "entries", form=form, entry=entry, now=now)
    return render(request, "tournaments/entry_categories.html", context)


@desk("change_entries", back="entries")
def entry_substitute(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Let another player take a member's place, from the next round that is not published."""
    entry, now = _entry(request, tournament, number), None
    form, found = _opened(request, tournament, SubstituteForm, entry=entry)
    if request.method != "POST":
        form = SubstituteForm(initial={"stamp": entry_stamp(entry)}, entry=entry)
    elif form.is_bound and form.is_valid():
        typed = form.cleaned_data
        asked = {"reason": typed["reason"], "keep_known": typed["keep_known"], "seen": typed["stamp"]}
        try:
            entry = substitute_player(entry, typed["leaves"], form.person(), actor=actor, **asked)
        except Refused as refused:
            form.refuse(refused)
            now = _meanwhile(form, entry, refused)
        else:
            told = {"entry": entry, "name": typed["name_1"]}
            messages.success(request, _("%(entry)s: %(name)s plays from the next round on.") % told)
            return redirect("entries", slug=tournament.slug)
    _look_up(form, tournament)
    context = desk_context(tournament, actor, "entries", form=form, found=found, entry=entry, now=now)
    return render(request, "tournaments/entry_substitute.html", context)


@desk("change_entries")
def entry_players(request: HttpRequest, tournament: Tournament, actor: Actor, place: int) -> HttpResponse:
    """Offer the known players whom the name being typed may mean."""
    words = _words(request, f"name_{place}")
    context = {"found": candidates(tournament, words), "place": place, "words": words}
    return render(request, "tournaments/entry_players.html", context)


@require_POST
@desk("change_entries", back="entries")
def entry_withdraw(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Take an entry out of the rounds to come; while it sits in a game, only once the desk has read what that means."""
    entry = _entry(request, tournament, number)
    reason = request.POST.get("reason", "").replace("\0", " ").strip()[:300]
    left = [] if entry.withdrawn_at else games_left(entry)
    drawn = drawn_with(entry)
    if left and "confirm" not in request.POST:
        again = to_draw_again(entry, drawn) if drawn else ""
        context = desk_context(tournament, actor, "entries", entry=entry, left=left, again=again, reason=reason)
        return render(request, "tournaments/entry_withdraw.html", context)
    withdraw_entry(entry, actor=actor, reason=reason)
    messages.success(request, _("%(entry)s is withdrawn and will not be drawn again.") % {"entry": entry})
    for game in left:
        messages.warning(request, str(game))
    if drawn:
        messages.warning(request, to_draw_again(entry, drawn))
    return redirect("entries", slug=tournament.slug)


@require_POST
@desk("change_entries", back="entries")
def entry_return(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Bring a withdrawn entry back."""
    entry = _entry(request, tournament, number)
    return_entry(entry, actor=actor)
    messages.success(request, _("%(entry)s takes part again, from the next draw on.") % {"entry": entry})
    return redirect("entries", slug=tournament.slug)


@require_POST
@desk("change_entries", back="entries")
def entry_take_in(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Let a reserve take part."""
    entry = take_in(_entry(request, tournament, number), actor=actor)
    told = {"entry": entry, "number": entry.from_round}
    messages.success(request, _("%(entry)s takes part from round %(number)s on.") % told)
    return redirect("entries", slug=tournament.slug)


@require_POST
@desk("change_entries", back="entries")
def entry_fee(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Write down that a fee is paid, or that it is not."""
    paid = request.POST.get("paid") == "yes"
    entry = set_fee(_entry(request, tournament, number), paid=paid, actor=actor)
    told = _("%(entry)s has paid the fee.") if paid else _("%(entry)s has not paid the fee.")
    messages.success(request, told % {"entry": entry})
    return redirect("entries", slug=tournament.slug)


@require_POST
@desk("change_entries", back="entries")
def entry_delete(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Delete an entry that has never been seated."""
    entry = _entry(request, tournament, number)
    told = str(entry)
    delete_entry(entry, actor=actor)
    messages.success(request, _("%(entry)s is deleted.") % {"entry": told})
    return redirect("entries", slug=tournament.slug)


def _words(request: HttpRequest, name: str) -> str:
    return request.GET.get(name, "").replace("\0", " ").strip()[:100]


def _entry(request: HttpRequest, tournament: Tournament, number: int) -> Entry:
    """Find an entry. What is sent to one that somebody deleted meanwhile ends in the list, with a sentence.

    A form that may stand open for long says which entry it means: its number may be another one's now.
    """
    entry = _read(tournament).filter(number=number).first()
    if entry and request.POST.get("entry", str(entry.pk)) != str(entry.pk):
        entry = None
    if entry is None and request.method == "POST":
        told = _("This entry was deleted a moment ago, or has another number now. Nothing was changed.")
        raise Refused("entry_gone", told)
    if entry is None:
        raise Http404
    return entry


def _read(tournament: Tournament) -> QuerySet[Entry]:
    read = tournament.entries.select_related("club", "tournament")
    return read.prefetch_related("members__player", "categories")


def _is_drawn(tournament: Tournament, entry: Entry) -> bool:
    drawn = latest_drawn(tournament)
    return drawn is not None and not entry.reserve and entry.from_round <= drawn.number


def _opened(
    request: HttpRequest, tournament: Tournament, kind: type[Form], **more: Any
) -> tuple[Form, dict[int, list[Candidate]]]:
    """Take what was sent. To look for a known player, or to choose one, fills the form anew and writes nothing."""
    if request.method != "POST":
        return kind(**more), {}
    typed = kind.typed(request.POST)
    if chosen := chosen_player(request.POST):
        place, pk = chosen
        known = Player.objects.filter(federation=tournament.federation_id, pk=pk).select_related("club").first()
        return kind(initial=filled_with(typed, place, known) if known else typed, **more), {}
    if "look" in request.POST:
        places = {place: typed.get(f"name_{place}") or typed.get(f"licence_{place}", "") for place in (1, 2)}
        found = {place: candidates(tournament, words.replace("\0", " ")) for place, words in places.items()}
        return kind(initial=typed, **more), found
    return kind(request.POST, **more), {}


def _look_up(form: StampedForm, tournament: Tournament) -> None:
    form.look_up(lambda place: reverse("entry_players", kwargs={"slug": tournament.slug, "place": place}))


def _entry_form(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    form: EntryForm,
    *,
    found: dict[int, list[Candidate]] | None = None,
    entry: Entry | None = None,
    now: Pair | None = None,
) -> HttpResponse:
    _look_up(form, tournament)
    form.tell_categories(categories_of(tournament))
    drawn = _is_drawn(tournament, entry) if entry else False
    context = desk_context(
        tournament, actor, "entries", form=form, found=found or {}, looked=found is not None and bool(found),
        entry=entry, now=now, door=door(tournament), drawn=drawn,
    )  # fmt: skip
    return render(request, "tournaments/entry_form.html", context)


def _meanwhile(form: StampedForm, entry: Entry, refused: Refused) -> Pair | None:
    """Give what an entry says now where somebody else changed it, and let the form be sent again knowing that."""
    if refused.code != "changed_meanwhile":
        return None
    fresh = _read(entry.tournament).get(pk=entry.pk)
    form.renew(entry_stamp(fresh))
    return as_pair(fresh)
