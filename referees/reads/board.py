"""The board of the chief referee: every table of the open rounds at a glance, what cannot wait first."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from tournaments.models import Game, Round, Seat
from tournaments.reads import game_words
from tournaments.reads.clock import Clock, clock_of
from tournaments.reads.rounds import OPEN
from tournaments.reads.search import folded
from tournaments.reads.seated import name_as_seated, still_in

from ..models import Call, Lease
from .protests import undecided_by_game
from .tables import calls_by_game

#: A tablet looks every few seconds; one that was not heard of for so long has lost the network, or sleeps.
SILENT: Final = timedelta(minutes=1)
#: Where no tablet holds a table, its last line is all there is to go by.
SILENT_LOG: Final = timedelta(minutes=10)

FILTERS: Final = {
    "all": gettext_lazy("All"),
    "need": gettext_lazy("Need somebody"),
    "soon": gettext_lazy("Look soon"),
    "waiting": gettext_lazy("Not begun"),
    "running": gettext_lazy("Running"),
    "sign": gettext_lazy("To sign"),
    "accepted": gettext_lazy("Accepted"),
    "silent": gettext_lazy("Silent"),
}
GROUPS: Final = ("need", "soon", "sign", "running", "waiting", "accepted")
_OF_STATE: Final = {
    Game.State.WAITING: "waiting",
    Game.State.RUNNING: "running",
    Game.State.FINISHED: "sign",
    Game.State.SIGNING: "sign",
    Game.State.ACCEPTED: "accepted",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A call from a table that nobody has seen to."""

    id: int
    kind: str
    text: str
    caller: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Spot:
    """One table of the board. `silent` is since how many minutes nothing was heard, None where that is well."""

    game: int
    round: int
    table: int
    state: str
    closer: str
    a: str
    b: str
    numbers: tuple[int, ...]
    score_a: int
    score_b: int
    winner: str
    reason: str
    deals: int
    leader: str
    clock: Clock | None
    extra: int
    writer: str
    heard: datetime | None
    silent: int | None
    warnings: int
    cards: tuple[str, ...]
    odd_fish: bool
    late: bool
    calls: tuple[Asked, ...]
    protests: int

    @property
    def need(self) -> bool:
        """Tell whether somebody has to go there now."""
        return bool(self.calls or self.protests or self.silent is not None)

    @property
    def soon(self) -> bool:
        """Tell whether it is worth a look."""
        return not self.need and self.state != Game.State.ACCEPTED and bool(self.odd_fish or self.cards or self.late)

    @property
    def group(self) -> str:
        """Name the group the table stands in."""
        return "need" if self.need else "soon" if self.soon else _OF_STATE[Game.State(self.state)]

    @property
    def signs(self) -> list[tuple[str, str, str]]:
        """Say what is to be seen to: tone, sign and words, the most urgent first."""
        said = [("stop", "call", _("calls: %(kind)s") % {"kind": Call.Kind(call.kind).label}) for call in self.calls]
        if self.protests:
            words = ngettext("%(count)s protest to decide", "%(count)s protests to decide", self.protests)
            said.append(("stop", "warn", words % {"count": self.protests}))
        if self.silent is not None:
            words = ngettext("silent for %(count)s minute", "silent for %(count)s minutes", self.silent)
            said.append(("stop", "stop", words % {"count": self.silent}))
        if self.odd_fish:
            said.append(("now", "warn", _("odd fish: count again")))
        if self.late:
            said.append(("now", "wait", _("time is over, not written yet")))
        return said + [("now", "warn", str(game_words.CARDS.get(card, card))) for card in self.cards]

    def is_in(self, name: str) -> bool:
        """Tell whether a filter shows this table."""
        if name == "silent":
            return self.silent is not None
        if name in ("need", "soon"):
            return self.group == name
        return name == "all" or _OF_STATE[Game.State(self.state)] == name


@dataclass(frozen=True, slots=True)
class Group:
    """Tables that ask for the same."""

    name: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """All tables of the open rounds, and those that a filter and a search leave."""

    rounds: tuple[Round, ...]
    spots: tuple[Spot, ...]
    shown: tuple[Spot, ...]
    show: str
    words: str

    @property
    def counts(self) -> list[tuple[str, str, int]]:
        """List the filters: name, words, and how many tables each shows."""
        return [(name, str(word), sum(s.is_in(name) for s in self.spots)) for name, word in FILTERS.items()]

    @property
    def groups(self) -> list[Group]:
        """Put the tables together, what cannot wait first; within a group by round and table."""
        by_group: dict[str, list[Spot]] = defaultdict(list)
        for spot in self.shown:
            by_group[spot.group].append(spot)
        return [Group(name, tuple(by_group[name])) for name in GROUPS if by_group[name]]

    @property
    def etag(self) -> str:
        """Make a tag that changes whenever the page would, except for the seconds of a running clock."""
        parts = [(spot.game, spot.group, _still(spot)) for spot in self.shown]
        text = repr((get_language(), self.show, self.words, self.counts, parts))
        return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


def board_of(rounds: Iterable[Round], show: str = "all", words: str = "", now: datetime | None = None) -> Board:
    """Read the board in five queries at most, however many tables: games, seats, calls, protests."""
    now = now or timezone.now()
    open_ = {round_.pk: round_ for round_ in rounds if round_.state in OPEN}
    games = list(
        Game.objects.filter(round__in=open_, bye=False)
        .select_related("lease__official")
        .order_by("round__number", "table")
    )
    sides, calls, protests = _sides(open_), calls_by_game(open_), undecided_by_game(games)
    spots = tuple(
        _spot(game, open_[game.round_id], sides[game.pk], calls.get(game.pk, ()), protests.get(game.pk, 0), now)
        for game in games
    )
    show = show if show in FILTERS else "all"
    shown = tuple(spot for spot in spots if spot.is_in(show) and _asked_for(spot, words))
    return Board(tuple(open_.values()), spots, shown, show, words)


def _spot(
    game: Game, round_: Round, sides: Mapping[str, list[tuple[int, str]]], calls: Sequence[Call], protests: int,
    now: datetime,
) -> Spot:  # fmt: skip
    lease: Lease | None = getattr(game, "lease", None)
    clock = clock_of(round_, now, game.extra_minutes)
    live: Mapping[str, Any] = game.live
    running = game.state == Game.State.RUNNING
    heard = max(filter(None, (lease.seen_at if lease else None, game.last_line_at)), default=None)
    names = {side: " / ".join(dict.fromkeys(name for _number, name in sides[side])) for side in "AB"}
    penalties = live.get("penalties", [])
    return Spot(
        game=game.pk,
        round=round_.number,
        table=game.table or 0,
        state=game.state,
        closer=game_words.state_of_table(game.state, game.deals_played, game.to_come),
        a=names["A"],
        b=names["B"],
        numbers=tuple(number for side in "AB" for number, _name in sides[side]),
        score_a=game.score_a,
        score_b=game.score_b,
        winner=game.winner,
        reason=game.reason,
        deals=game.deals_played,
        leader=(live.get("next_leader") or "") if running else "",
        clock=clock if game.state in (Game.State.WAITING, Game.State.RUNNING) and clock.started_at else None,
        extra=game.extra_minutes,
        writer=lease.official.name if lease else "",
        heard=heard,
        silent=_silent(heard, SILENT if lease else SILENT_LOG, now) if running else None,
        warnings=sum(penalty["sanction"] == "warning" for penalty in penalties),
        cards=tuple(penalty["card"] for penalty in penalties if penalty["card"]),
        odd_fish=bool(live.get("warnings")) and game.state != Game.State.ACCEPTED,
        late=running and clock.over and not live.get("time_over"),
        calls=tuple(Asked(call.pk, call.kind, call.text, call.caller, call.at) for call in calls),
        protests=protests,
    )


def _silent(heard: datetime | None, limit: timedelta, now: datetime) -> int | None:
    if heard is None or now - heard <= limit:
        return None
    return int((now - heard).total_seconds()) // 60


def _sides(rounds: Iterable[int]) -> dict[int, dict[str, list[tuple[int, str]]]]:
    """Name who sits where by game and side: one query."""
    seated: dict[tuple[int, str, int, str], list[tuple[str, bool]]] = defaultdict(list)
    seats = Seat.objects.filter(round__in=rounds).annotate(there=still_in()).order_by("game_id", "seat")
    for game, seat, number, name, player, there in seats.values_list(
        "game_id", "seat", "entry__number", "entry__name", "player__name", "there"
    ):
        seated[game, seat[0], number, name].append((player, there))
    sides: dict[int, dict[str, list[tuple[int, str]]]] = defaultdict(lambda: {"A": [], "B": []})
    for (game, side, number, name), players in seated.items():
        sides[game][side].append((number, name_as_seated(name, players)))
    return sides


def _asked_for(spot: Spot, words: str) -> bool:
    if words.isdecimal():
        return int(words) == spot.table or int(words) in spot.numbers
    text = folded(f"{spot.a} {spot.b} {spot.writer}")
    return all(word in text for word in folded(words).split())


def _still(spot: Spot) -> tuple[Any, ...]:
    """Give what is shown of a table and stands still: of its clock the end, of its last contact the minute."""
    clock = spot.clock and (spot.clock.state, spot.clock.minutes, spot.clock.deadline, spot.clock.over)
    moving = {"clock", "heard"}
    rest = [getattr(spot, name) for name in Spot.__slots__ if name not in moving]
    return (clock, spot.heard and spot.heard.strftime("%H:%M"), *rest)
