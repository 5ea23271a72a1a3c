"""Two entries of a drawn round exchanged by hand."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.rules import parse_rules

from ..models import Game, Result, Round, Seat
from ..permissions import Actor
from ..reads.swaps import ask_why, swap_of
from ..refusals import LONGEST_REASON, Refused, reason_given
from . import audit
from .results import record_result, take_back_result
from .rounds import bring_carried, bye_state, locked_round


def swap_entries(
    round_: Round, first: int, second: int, *, actor: Actor, reason: str = "", seen: str | None = None
) -> Round:
    """Exchange two entries (their ids) of a round in which nothing was recorded at their tables.

    What only speaks against it, such as a rematch, asks for a reason, which is kept. `seen` is the stamp of the draw
    that was looked at: where somebody changed it since, nothing is done.
    """
    actor.require("draw_round")
    with transaction.atomic():
        round_ = locked_round(round_)
        if seen is not None and seen != round_.draw_stamp:
            raise Refused(
                "drawn_anew",
                _("Round %(number)s was changed meanwhile. Nothing was swapped: look at the tables as they are now.")
                % {"number": round_.number},
            )
        games = {game.pk: game for game in _locked_games(round_)}
        proposed = swap_of(round_, first, second)
        if proposed.warnings:
            reason = reason_given(reason, ask_why(warned.words for warned in proposed.warnings))
        _exchange(round_, [games[game] for game in proposed.games], {first: second, second: first}, actor)
        reason, codes = " ".join(reason.split())[:LONGEST_REASON], [warned.code for warned in proposed.warnings]
        kept = {"a": first, "b": second, "by": actor.name[:160], "reason": reason, "warnings": codes}
        round_.drawing.setdefault("swaps", []).append(kept)
        round_.save(update_fields=["drawing"])
        numbers = [proposed.first.number, proposed.second.number]
        audit.note(
            actor, "swap_entries", round_, tournament=round_.tournament, reason=reason,
            entries=numbers, warnings=codes,
        )  # fmt: skip
    return round_


def _locked_games(round_: Round) -> list[Game]:
    return list(round_.games.select_for_update(of=("self",), no_key=True).select_related("round__tournament"))


def _exchange(round_: Round, games: list[Game], other: dict[int, int], actor: Actor) -> None:
    """Seat each of the two where the other sat; a published bye gets its result anew, a game what its players carry."""
    byes = [game for game in games if game.bye and game.state == Game.State.ACCEPTED]
    for game in byes:
        take_back_result(game, actor=actor, why="entries_swapped")
    seats = list(Seat.objects.filter(round=round_, entry__in=other))
    places = {seat.entry_id: (seat.game_id, seat.seat[0]) for seat in seats}
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).delete()
    for seat in seats:
        seat.pk = None
        seat.game_id, side = places[other[seat.entry_id]]
        seat.seat = f"{side}{seat.seat[1]}"
    Seat.objects.bulk_create(seats)
    if round_.state == Round.State.PUBLISHED:
        bring_carried(round_, [game for game in games if not game.bye])
    for game in byes:
        points = parse_rules(game.rules).walkover_points
        record_result(game, bye_state(points), source=Result.Source.BYE, actor=actor)
