"""Fold the lines that count, one after the other, into the state of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .deals import ALL_PIPS, Worth, worth_of_deal
from .errors import gettext_noop, illegal, malformed
from .log import Burden, Deal, DealBegin, Line, Loss, Penalty, Remark, Ruling, Seating, Start, Time, Void
from .penalties import Person, bring, counts_for_side, step_for
from .rules import Rules
from .seats import SEATS, SIDES, next_seat, other_side, partner_of

#: Kinds that may still come when the game is over; penalties because a sign is punishable until signing (S28).
_AFTER_THE_END: Final = frozenset({"penalty", "ruling", "note", "protest", "seat"})

#: Twenty level deals in a row: nobody plays that, and the number stays one that every program can hold.
LARGEST_FACTOR: Final = 2**20

State = dict[str, Any]


class Fold:
    """A game as far as its lines have been folded. Every method checks first and changes afterwards."""

    def __init__(self, rules: Rules, carried: Mapping[str, Burden]) -> None:
        self.rules = rules
        self.stage = "waiting"
        self.score = {"A": 0, "B": 0}
        self.winner: str | None = None
        self.reason: str | None = None
        self.first_leader: str | None = None
        self.next_leader: str | None = None
        self.marked_leader: str | None = None  # who really led, where it was not next_leader
        self.deal_open = False
        self.time_over = False
        self.owed = 0  # deals still to be played after time (S13, S14)
        self.carry, self.factor = 0, 1
        self.deals: list[State] = []
        self.penalties: list[State] = []
        self.warnings: list[str] = []
        self.deals_begun = 0  # with those annulled: tells whether a later deal has begun (A21)
        self.trimmed = False
        self.lost: set[str] = set()
        self.excused: set[str] = set()  # partners of absent players who have a bye
        self.fines = dict.fromkeys(SEATS, 0)
        self.own_fines = dict.fromkeys(SEATS, 0)  # taken from the person, not from the score
        self.cards: dict[str, list[str]] = {seat: [] for seat in SEATS}
        self.side_breaches: dict[str, dict[str, int]] = {"A": {}, "B": {}}
        self.chairs: dict[str, Person | None] = {}
        self.named: set[str] = set()  # chairs that have had a seat line
        self.people: dict[str, Person] = {}
        for seat in SEATS:
            self._bring(seat, carried.get(seat))

    def _bring(self, seat: str, burden: Burden | None) -> None:
        """Seat whoever was drawn to a chair; what is counted for the pair it carries for both (A15)."""
        person = self.chairs[seat] = bring(burden, self.rules)
        breaches = self.side_breaches[seat[0]]
        for code, count in person.breaches.items():
            if counts_for_side(code, seat, self.rules):
                breaches[code] = breaches.get(code, 0) + count

    def apply(self, line: Line) -> None:
        """Fold one line that counts. Raises LogError and changes nothing where it cannot stand here."""
        if line.kind == "deal":
            self._check_points(line.body)
        if self.stage == "finished" and line.kind not in _AFTER_THE_END:
            raise illegal("game_over")
        _FOLD[line.kind](self, line.body)

    # -- seats and the start -----------------------------------------------------------------------------------------

    def seat(self, body: Seating) -> None:
        """Seat a player. The first to be named on a chair sat there from the beginning; later ones replace him."""
        person = self.people.get(body.player)
        if person is None:
            person = self.chairs[body.seat] if body.seat not in self.named else None
            person = person or Person()
            person.name = body.player
            self.people[body.player] = person
        else:
            for chair, sitting in self.chairs.items():
                if sitting is person:
                    self.chairs[chair] = None
        self.chairs[body.seat] = person
        self.named.add(body.seat)

    def start(self, body: Start) -> None:
        """Begin the game with the first leader (S31-S36)."""
        if self.stage == "running":
            raise illegal("already_started")
        self.stage = "running"
        self.first_leader = self.next_leader = body.leader

    # -- deals -------------------------------------------------------------------------------------------------------

    def deal_begin(self, body: DealBegin) -> None:
        """Mark that the lead tile lies, and who laid it if it was not his turn."""
        self._need_start()
        if self.deal_open:
            raise illegal("deal_in_progress")
        self._open_deal()
        self.marked_leader = body.leader

    def deal(self, body: Deal) -> None:
        """End a deal: points, the lead passed on, and whether that decides the game."""
        self._need_start()
        self._open_deal()
        if body.ending == "fish" and sum((body.hands or {}).values()) % 2:
            self.warnings.append("odd_fish")
        leader = self._who_led()
        if body.ending == "points":
            worth = Worth(body.side if body.points else None, body.points, level=not body.points)
        else:
            worth = worth_of_deal(body, leader, self.rules)
        if worth.level and self.rules.level_fish == "replay":
            self._clear_table()  # A3: not counted, and the same player leads again
            return
        points = self._points(body, worth)
        self._count_deal(leader, body.ending, worth.side, points, self._leader_after(body, worth))
        self._judge()

    def void(self, body: Void) -> None:
        """Annul the current deal, marked or not, or the whole game; fines stay."""
        self._need_start()
        if body.scope == "deal":
            self._open_deal()
            self._clear_table()
            if not body.replay and self.next_leader is not None:
                self.next_leader = next_seat(self.next_leader)
            return
        for side in SIDES:
            self.score[side] -= sum(deal["points"][side] for deal in self.deals)
        self.deals = []
        self.carry, self.factor = 0, 1
        self._clear_table()
        if not body.replay and self.first_leader is not None:
            self.first_leader = next_seat(self.first_leader)
        self.next_leader = self.first_leader

    def _check_points(self, body: Deal) -> None:
        most = ALL_PIPS * self.factor + self.carry
        if body.points > most:
            raise malformed("too_many_pips", most=most)

    def _need_start(self) -> None:
        if self.stage == "waiting":
            raise illegal("not_started")

    def _open_deal(self) -> None:
        if not self.deal_open:
            self.deal_open = True
            self.deals_begun += 1

    def _clear_table(self) -> None:
        self.deal_open = False
        self.marked_leader = None

    def _who_led(self) -> str:
        return self.marked_leader or self.next_leader or ""

    def _points(self, body: Deal, worth: Worth) -> int:
        """Add carry and factor to a decided deal, or put a level one by for the next (A3)."""
        if worth.side is None:
            if self.rules.level_fish == "carry":
                self.carry += worth.points
            elif self.rules.level_fish == "double_next":
                self.factor = min(self.factor * 2, LARGEST_FACTOR)
            return 0
        points = worth.points if body.ending == "points" else worth.points * self.factor + self.carry
        self.carry, self.factor = 0, 1
        return points

    def _leader_after(self, body: Deal, worth: Worth) -> str:
        """Pass the lead on (S38, A6), counting from who had the right to it; where `lead` is winner, to him."""
        if self.rules.lead == "winner" and not worth.level and body.by is not None:
            return body.by
        return next_seat(self.next_leader or "")

    def _count_deal(self, leader: str, ending: str, side: str | None, points: int, next_leader: str) -> None:
        won = {"A": 0, "B": 0}
        if side is not None:
            won[side] = points
            self.score[side] += points
        self.deals.append({"leader": leader, "ending": ending, "points": won, "total": dict(self.score)})
        self._clear_table()
        self.next_leader = next_leader

    # -- the end -----------------------------------------------------------------------------------------------------

    def time(self, body: Time) -> None:
        """Call time, in a deal or between deals (S13, S14, A10)."""
        self._need_start()
        if self.time_over:
            raise illegal("time_already_over")
        if not body.in_deal and self.deal_open:
            raise illegal("deal_in_progress")
        self.time_over = True
        if self.rules.time_rule == "stop":
            if body.in_deal:
                self._open_deal()
            self._clear_table()  # an open deal is void and its leader keeps the lead
            if self._leading() is not None:
                self._end_by_score("time")
        elif body.in_deal:
            self._open_deal()
            self.owed = 2 if self.rules.time_rule == "finish_plus_one" else 1
        elif self.rules.target_at_time == "game_over" and self._target_won():
            self._end_by_score("time")
        else:
            self.owed = 1

    def _judge(self) -> None:
        """Decide at the end of a deal whether the game is over (S5, S13-S15, S18, A11, A12)."""
        self.owed = max(self.owed - 1, 0)
        if self._target_won():
            self._end_by_score("target")
        elif self._leading() is None:
            return  # never drawn: an extra deal
        elif self.rules.deals is not None and len(self.deals) >= self.rules.deals:
            self._end_by_score("deals")
        elif self.time_over and not self.owed:
            self._end_by_score("time")

    def _leading(self) -> str | None:
        a, b = self.score["A"], self.score["B"]
        if a == b:
            return None
        return "A" if a > b else "B"

    def _target_won(self) -> bool:
        goal = self.rules.goal
        return goal is not None and self._leading() is not None and max(self.score.values()) >= goal

    def _end_by_score(self, by: str) -> None:
        leading = self._leading()
        self.trimmed = self.rules.over_target == "trim" and self.rules.goal is not None
        self._finish(leading, "target" if self._target_won() else by)

    def _finish(self, winner: str | None, reason: str) -> None:
        self.stage, self.winner, self.reason = "finished", winner, reason
        self.next_leader = None
        self._clear_table()

    def no_show(self, body: Loss) -> None:
        """Give the game to the side that came (S17, A24)."""
        if self.deals:
            raise illegal("not_allowed", why=gettext_noop("A deal has been counted: who leaves now forfeits the game."))
        self._lose_by(body, "no_show")

    def forfeit(self, body: Loss) -> None:
        """Give the game to the side that did not walk off."""
        self._lose_by(body, "forfeit")

    def _lose_by(self, body: Loss, reason: str) -> None:
        if self.rules.partner_of_absent == "bye":
            self.excused |= {partner_of(seat) for seat in body.seats} - set(body.seats)
        self._lose(body.sides, reason)

    def _lose(self, sides: tuple[str, ...], reason: str) -> None:
        """Turn the result against the losing sides; both, or one after the other: 0-0 and no winner."""
        self.lost |= set(sides)
        self.trimmed = False
        if len(self.lost) == len(SIDES):
            self.score = {"A": 0, "B": 0}
            self._finish(None, reason)
            return
        (loser,) = self.lost
        winner = other_side(loser)
        self.score = {winner: max(self.rules.walkover_points, self.score[winner]), loser: 0}
        self._finish(winner, reason)

    def ruling(self, body: Ruling) -> None:
        """Set the outcome as the chief referee decided it."""
        self.score = dict(body.score)
        self.lost, self.excused, self.trimmed = set(), set(), False
        self._finish(body.winner, "ruling")

    # -- penalties ---------------------------------------------------------------------------------------------------

    def penalty(self, body: Penalty) -> None:
        """Find what follows from the tariff and what went before, and let it follow."""
        offender = self._sitting(body.seat)
        breaches = self._breaches(body, offender)
        step = step_for(body, breaches.get(body.code, 0), offender, self.rules)
        ends_deal = body.code == "false_pass" and self.stage != "finished"
        if body.code in ("false_pass", "out_of_turn"):
            self._need_start()
        points = self._fine(body, step.points) if step.sanction == "fine" else 0
        if step.sanction != "none":
            breaches[body.code] = breaches.get(body.code, 0) + 1
        self._write_penalty(body, step.sanction, points, step.card, offender)
        if ends_deal:
            self._end_by_false_pass(body)
        elif body.code == "out_of_turn" and self.stage == "running":
            self._after_out_of_turn(restart=body.opponents == "restart")
        if step.sanction in ("game_loss", "disqualification"):
            self._lose((body.side,), "game_loss")
        elif ends_deal:
            self._judge()
        elif step.sanction == "fine" and self.rules.fine_ends_game and self.stage != "finished" and self._target_won():
            self._end_by_score("target")

    def _sitting(self, seat: str | None) -> Person | None:
        if seat is None:
            return None
        person = self.chairs[seat]
        if person is None:
            person = self.chairs[seat] = Person()
        return person

    def _breaches(self, body: Penalty, offender: Person | None) -> dict[str, int]:
        if offender is None or counts_for_side(body.code, body.seat, self.rules):
            return self.side_breaches[body.side]
        return offender.breaches

    def _fine(self, body: Penalty, points: int) -> int:
        """Take or give the points at once and return what was really moved (A12, A16); nothing after the end.

        A fine for a person needs one: where the penalty is on a side, the side's score pays it.
        """
        if self.stage == "finished":
            return 0
        if self.rules.fines_to == "opponents":
            self.score[other_side(body.side)] += points
            return points
        if self.rules.fines_to == "person" and body.seat is not None:
            taken = self._cut(points, self.score[body.side] - self.own_fines[body.seat])
            self.own_fines[body.seat] += taken
            return taken
        taken = self._cut(points, self.score[body.side])
        self.score[body.side] -= taken
        return taken

    def _cut(self, points: int, has: int) -> int:
        return points if self.rules.below_zero else min(points, max(has, 0))

    def _write_penalty(
        self, body: Penalty, sanction: str, points: int, card: str | None, offender: Person | None
    ) -> None:
        self.penalties.append(
            {
                "code": body.code,
                "side": body.side,
                "seat": body.seat,
                "sanction": sanction,
                "points": points,
                "card": card,
            }
        )
        if body.seat is not None:
            self.fines[body.seat] += points
        if body.seat is not None and card is not None and offender is not None:
            self.cards[body.seat].append(card)
            offender.cards.append(card)

    def _end_by_false_pass(self, body: Penalty) -> None:
        """End the deal (S45): no points for play, or all pips left to the opponents (A20); the lead passes on."""
        self._open_deal()
        points = sum((body.hands or {}).values())
        side = other_side(body.side) if points else None
        self._count_deal(self._who_led(), "false_pass", side, points, next_seat(self.next_leader or ""))

    def _after_out_of_turn(self, *, restart: bool) -> None:
        """Start the deal again under the same leader where the opponents chose so (S42, S43)."""
        if not self.deal_open:
            self.deals_begun += 1  # somebody has laid a tile, marked or not
        if restart:
            self._clear_table()

    def remark(self, body: Remark) -> None:
        """Change nothing: a note or a protest."""


_FOLD: Final[dict[str, Any]] = {
    "seat": Fold.seat,
    "start": Fold.start,
    "deal_begin": Fold.deal_begin,
    "deal": Fold.deal,
    "void": Fold.void,
    "penalty": Fold.penalty,
    "time": Fold.time,
    "no_show": Fold.no_show,
    "forfeit": Fold.forfeit,
    "ruling": Fold.ruling,
    "note": Fold.remark,
    "protest": Fold.remark,
}
