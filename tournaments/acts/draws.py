"""Draws: made and undone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..draw.door import draw
from ..draw.values import Drawn, OnlyRematches, Wanted
from ..models import Entry, Game, Regulations, Round, Seat, Tournament
from ..models.rounds import new_game_code
from ..permissions import Actor
from ..reads import field
from ..reads.drawing import as_data
from ..reads.entry_words import entry_word
from ..reads.rounds import table_list
from ..refusals import Refused
from . import audit
from .events import lock_event
from .results import take_back_result
from .rounds import locked_round, refuse_unseen_draw, regulations_of, state_sentence


def draw_round(
    tournament: Tournament,
    *,
    actor: Actor,
    number: int | None = None,
    also_absent: bool = False,
    rematches: bool = False,
) -> Round:
    """Draw the next round by the system of the event. A round robin may be drawn ahead: it knows all its meetings.

    `number` is the round that is meant: of two who press the same button one draws, and no round is drawn unseen.
    `also_absent` draws those too who have not checked in. `rematches` lets entries meet again, by Swiss, where no
    drawing avoids it: as few as can be.
    """
    actor.require("draw_round")
    with transaction.atomic():
        tournament = lock_event(tournament)
        regulations, rules = regulations_of(tournament)
        number = _next_number(tournament, number)
        _require_round_to_draw(tournament, regulations, number)
        entries = field.entries_of(tournament)
        absent = field.absent(entries, number)
        if absent and not also_absent:
            raise _absent(absent, number)
        wanted = field.wanted(tournament, regulations, entries, number, rematches=rematches)
        drawn = _draw(wanted, entries, tournament.entry_kind)
        round_ = tournament.rounds.filter(number=number).first() or Round(tournament=tournament, number=number)
        round_.state, round_.drawn_at, round_.minutes = Round.State.DRAWN, timezone.now(), rules.minutes
        round_.drawing = as_data(regulations, wanted, drawn, entries, [entry.number for entry in absent])
        round_.save()
        _seat(round_, drawn, {entry.pk: entry for entry in entries}, regulations.rules)
        byes = [entry.number for entry in entries if entry.pk in {bye.entry for bye in drawn.byes}]
        audit.note(
            actor, "draw_round", round_, tournament=tournament, system=regulations.system,
            games=len(drawn.meetings), byes=byes, also_absent=round_.drawing["also_absent"], rematches=rematches,
        )  # fmt: skip
    return round_


def undo_draw(round_: Round, *, actor: Actor, seen: str | None = None) -> None:
    """Take back the draw of the last round drawn, while nothing was recorded in it; `seen` as in publish_round."""
    actor.require("draw_round")
    with transaction.atomic():
        round_ = locked_round(round_)
        refuse_unseen_draw(round_, seen)
        games = list(round_.games.select_for_update(of=("self",)).select_related("round__tournament"))
        _require_undoable(round_, games)
        for game in games:
            if game.bye and game.state == Game.State.ACCEPTED:
                take_back_result(game, actor=actor, why="draw_undone")
        # Who entered after this draw was to play from the next round on: he is there for the draw that follows.
        late = Entry.objects.filter(tournament=round_.tournament, from_round__gt=round_.number)
        late.update(from_round=round_.number)
        audit.note(actor, "undo_draw", round_, tournament=round_.tournament, state=round_.state)
        round_.delete()


def _next_number(tournament: Tournament, meant: int | None) -> int:
    number = tournament.rounds.exclude(state=Round.State.PLANNED).count() + 1
    if meant is not None and meant < number:
        raise Refused("already_drawn", _("Round %(number)s is drawn already.") % {"number": meant})
    if meant is not None and meant > number:
        raise Refused("not_next", _("Round %(number)s is not drawn yet. Draw it first.") % {"number": number})
    return number


def _require_round_to_draw(tournament: Tournament, regulations: Regulations, number: int) -> None:
    if tournament.ended_at:
        raise Refused("event_ended", _("This event has ended. No further round can be drawn."))
    if tournament.entry_kind != Tournament.EntryKind.PAIR:
        raise Refused("pairs_only", _("Rounds are drawn for fixed pairs. Change who competes, then draw."))
    if number > regulations.planned_rounds:
        raise Refused(
            "all_drawn",
            ngettext(
                "The regulations plan %(planned)s round, and it is drawn. Plan more rounds there to play on.",
                "The regulations plan %(planned)s rounds, and all are drawn. Plan more rounds there to play on.",
                regulations.planned_rounds,
            )
            % {"planned": regulations.planned_rounds},
        )
    if regulations.system == Regulations.System.SWISS:
        _require_results_before(tournament, number)


def _require_results_before(tournament: Tournament, number: int) -> None:
    """Refuse to draw by standings that can still change: every game of the rounds before must have its result."""
    games = Game.objects.filter(round__tournament=tournament, round__number__lt=number)
    open_ = games.exclude(state=Game.State.ACCEPTED).order_by("round__number", "table")
    missing = list(open_.values_list("round__number", "table", "bye"))
    if not missing:
        return
    first = missing[0][0]
    tables = [table for before, table, bye in missing if before == first and not bye]
    sentence = _(
        "Round %(number)s is drawn by the standings, and round %(before)s is not finished. "
        "Not accepted so far: %(tables)s."
    )
    sentence %= {"before": first, "number": number, "tables": table_list(tables)}
    raise Refused("round_before_open", sentence, tables=tables)


def _absent(absent: Sequence[Entry], number: int) -> Refused:
    names = ", ".join(str(entry) for entry in absent)
    return Refused(
        "not_checked_in",
        _(
            "Not checked in: %(entries)s. Check them in, withdraw them, or draw round %(number)s without waiting for "
            "them: they are drawn like all others then."
        )
        % {"entries": names, "number": number},
        entries=[entry.number for entry in absent],
    )


def _draw(wanted: Wanted, entries: Sequence[Entry], kind: str) -> Drawn:
    there = {one.entry for one in wanted.competitors if not one.out}
    if len(there) < 2:
        raise Refused("too_few_entries", entry_word(kind, "too_few"))
    field.require_whole_pairs([entry for entry in entries if entry.pk in there])
    try:
        return draw(wanted)
    except OnlyRematches:
        raise Refused(
            "only_rematches",
            _(
                "Round %(number)s cannot be drawn without a rematch: whoever is left has met. End the event with the "
                "round before, or draw with as few rematches as can be."
            )
            % {"number": wanted.number},
        ) from None


def _seat(round_: Round, drawn: Drawn, entries: dict[int, Entry], rules: dict[str, Any]) -> None:
    """Make the games: tables in the order of the pairings, partners opposite each other, byes without a table.

    Sheets may be printed before the round is published, so the games have the rules of the day; they get them for
    good when the round is published.
    """
    sides = [(meeting.a, meeting.b) for meeting in drawn.meetings] + [(bye.entry,) for bye in drawn.byes]
    tables = [table if len(seated) == 2 else None for table, seated in enumerate(sides, start=1)]
    games = Game.objects.bulk_create(
        Game(round=round_, table=table, bye=table is None, code=code, rules=rules)
        for table, code in zip(tables, _codes(round_.number, tables), strict=True)
    )
    Seat.objects.bulk_create(
        Seat(game=game, round=round_, seat=f"{side}{place}", player=member.player, entry=entries[entry])
        for game, seated in zip(games, sides, strict=True)
        for side, entry in zip("AB", seated, strict=False)
        for place, member in enumerate(entries[entry].members.all(), start=1)
    )


def _codes(number: int, tables: list[int | None]) -> list[str]:
    """Make the codes of the games of a round; none that is taken."""
    codes = [new_game_code(number, table) for table in tables]
    taken = set(Game.objects.filter(code__in=codes).values_list("code", flat=True))
    for index, table in enumerate(tables):
        while codes[index] in taken or codes[index] in codes[:index]:
            taken.add(codes[index])
            codes[index] = new_game_code(number, table)
    return codes


def _require_undoable(round_: Round, games: list[Game]) -> None:
    if round_.state not in (Round.State.DRAWN, Round.State.PUBLISHED):
        raise Refused("round_begun", state_sentence(round_))
    if round_.tournament.rounds.filter(number__gt=round_.number).exclude(state=Round.State.PLANNED).exists():
        raise Refused(
            "later_round_drawn",
            _("Round %(next)s is drawn already. Undo its draw first, then that of round %(number)s.")
            % {"next": round_.number + 1, "number": round_.number},
        )
    begun = [game.table for game in games if not game.bye and (game.log_length or game.state != Game.State.WAITING)]
    if begun:
        raise Refused(
            "recorded",
            _("Something was recorded in round %(number)s at %(tables)s. A draw can be undone only before that.")
            % {"number": round_.number, "tables": table_list(begun)},
        )
