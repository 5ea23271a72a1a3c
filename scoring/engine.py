"""Play whole games with four hands, and write their logs as a referee would."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final

from .games import Record
from .hands import PlayedDeal, deal_hands, play_deal, play_hands
from .incidents import Line, Script, Sheet, any_incident, quiet_deal
from .players import SENSIBLE, Player
from .rules import parse_rules
from .seats import SEATS, Seat
from .tiles import ALL_TILES, first_leader

__all__ = ["PlayedDeal", "deal_hands", "first_leader_drawn", "play_deal", "play_hands", "play_log"]

SECONDS_TO_DRAW_FOR_THE_LEAD: Final = 30
# The rest of a deal's time is counting, shuffling and taking seven tiles.
SHARE_OF_PLAY: Final = 0.8


def first_leader_drawn(rng: Random) -> Seat:
    """Let the four seats draw a tile each for the first lead (S31)."""
    return first_leader(dict(zip(SEATS, rng.sample(ALL_TILES, len(SEATS)), strict=True)))


def play_log(
    rng: Random,
    rules: Mapping[str, Any] | None = None,
    *,
    players: Mapping[Seat, Player] = SENSIBLE,
    seated: Mapping[str, Any] | None = None,
    penalties: float = 0.1,
    seconds_per_deal: tuple[float, float] = (150, 240),
    started_at: datetime | None = None,
    carried: Mapping[str, Any] | None = None,
) -> list[Line]:
    """Play a game to its end and return the lines of its log, legal under the rules.

    `seated` names the player of each seat, who then stand in the log; `penalties` is the chance of an incident in a
    deal, 0 to 1; `started_at` is the start of the round's clock and must know its time zone; without it no line has
    a time. The same seed and arguments give the same log.
    """
    referee = _Referee(rng, rules or {}, carried or {}, started_at)
    for seat in SEATS if seated else ():
        referee.write({"kind": "seat", "seat": seat, "player": (seated or {})[seat]})
    referee.seconds += SECONDS_TO_DRAW_FOR_THE_LEAD
    referee.write({"kind": "start", "leader": first_leader_drawn(rng)})
    while referee.waits_for_a_deal():
        sheet = referee.sheet_of(play_deal(rng, referee.state["next_leader"], players))
        script = any_incident(rng, sheet) if rng.random() < penalties else quiet_deal(sheet)
        referee.write_deal(script, rng.uniform(*seconds_per_deal))
    return referee.lines


class _Referee:
    """Write what happens at the table while the clock of the round runs."""

    def __init__(
        self, rng: Random, rules: Mapping[str, Any], carried: Mapping[str, Any], started_at: datetime | None
    ) -> None:
        if started_at and started_at.tzinfo is None:
            raise ValueError("The start of a game needs a time zone.")
        self.rules = parse_rules(dict(rules))
        self.as_tiles = rng.random() < 0.5  # a referee who types pips does so all game
        self.started_at = started_at.astimezone(UTC) if started_at else None
        self.deadline = 60.0 * self.rules.minutes
        self.seconds = 0.0
        self.lines: list[Line] = []
        self.record = Record(self.rules, dict(carried))
        self.state = self.record.state()

    def sheet_of(self, deal: PlayedDeal) -> Sheet:
        return Sheet(deal, self.as_tiles, self.rules.false_pass_scores == "all_left")

    def waits_for_a_deal(self) -> bool:
        """Tell whether a deal is to be played, after looking at the clock."""
        self._look_at_the_clock(self.seconds)
        return bool(self.state["state"] == "running")

    def write_deal(self, script: Script, seconds: float) -> None:
        """Write the lines of a deal until the game is over or time has voided the deal."""
        begun = self.seconds
        for when, line in script:
            at = begun + when * seconds * SHARE_OF_PLAY
            if not self._look_at_the_clock(at):
                break
            # A game that ended by a mistake goes on by its correction.
            if self.state["state"] == "running" or "of" in line or "instead_of" in line:
                self.seconds = at
                self.write(line)
        self.seconds = begun + seconds

    def write(self, line: Line) -> None:
        for reference in ("of", "instead_of"):
            if reference in line:
                line[reference] = line[reference]["id"]
        line["id"] = f"l{len(self.lines) + 1}"
        if self.started_at:
            line["at"] = (self.started_at + timedelta(seconds=int(self.seconds))).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.record.add(line)
        self.lines.append(line)
        self.state = self.record.state()

    def _look_at_the_clock(self, at: float) -> bool:
        """Write that time is over where it is; tell whether the deal stands as it did."""
        if at <= self.deadline or self.state["time_over"] or self.state["state"] != "running":
            return True
        was_open, was_at, self.seconds = self.state["deal_open"], self.seconds, self.deadline
        self.write({"kind": "time", "in_deal": was_open})
        self.seconds = was_at
        return bool(self.state["state"] == "running" and self.state["deal_open"] == was_open)
