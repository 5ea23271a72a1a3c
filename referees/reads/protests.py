"""Protests: lines of a log that ask for a decision, and what was decided on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.errors import LogError
from scoring.games import Record
from scoring.rules import parse_rules
from tournaments.models import Game, Tournament

from ..models import Decision, Line

LONGEST_QUOTE = 60


@dataclass(frozen=True, slots=True)
class Protest:
    """One protest that counts, with the decision on it where there is one."""

    game: Game
    line_id: str
    text: str
    side: str
    at: datetime
    writer: str
    decision: Decision | None

    @property
    def open(self) -> bool:
        """Tell whether nobody has decided it."""
        return self.decision is None


def has_undecided_protest(game: Game) -> bool:
    """Tell whether a protest in the log of a game counts and is not decided; a game without one costs one query."""
    return bool(undecided_by_game([game]))


def undecided_by_game(games: Iterable[Game]) -> dict[int, int]:
    """Count the open protests by game: one query; only logs that have an undecided protest are folded."""
    by_id = {game.pk: game for game in games}
    asking = _undecided_lines().filter(game=OuterRef("game"))
    lines: dict[int, list[Any]] = defaultdict(list)
    rows = Line.objects.filter(Exists(asking), game__in=by_id).annotate(decided=Exists(_decision())).order_by("number")
    decided: dict[int, set[str]] = defaultdict(set)
    for game_id, line_id, data, is_decided in rows.values_list("game_id", "line_id", "data", "decided"):
        lines[game_id].append(data)
        if is_decided:
            decided[game_id].add(line_id)
    counted = {
        game_id: sum(id_ not in decided[game_id] for id_ in counting_protests(by_id[game_id], log))
        for game_id, log in lines.items()
    }
    return {game_id: count for game_id, count in counted.items() if count}


def counting_protests(game: Game, log: Iterable[Any]) -> list[str]:
    """Give the ids of the protests that no later line has struck or replaced."""
    record = Record(parse_rules(game.rules), game.carried)
    for data in log:
        try:
            record.add(data)
        except LogError:  # of another edition of the rules: what can still be read is read
            continue
    return [str(line.id) for n, line in enumerate(record.lines) if line.kind == "protest" and record.counts(n)]


def protests_of(game: Game) -> list[Protest]:
    """List the protests of a game that count, in the order of the log, with their decisions."""
    lines = list(Line.objects.filter(game=game).select_related("official").order_by("number"))
    return _protests(game, lines, decisions_of([game])) if any(line.kind == "protest" for line in lines) else []


def protests_of_event(tournament: Tournament) -> list[Protest]:
    """List all protests of an event, those to be decided first."""
    asked = Line.objects.filter(game__round__tournament=tournament, kind="protest").values("game")
    games = list(Game.objects.filter(pk__in=asked).select_related("round").order_by("round__number", "table"))
    lines: dict[int, list[Line]] = defaultdict(list)
    for line in Line.objects.filter(game__in=asked).select_related("official").order_by("number"):
        lines[line.game_id].append(line)
    decisions = decisions_of(games)
    found = [protest for game in games for protest in _protests(game, lines[game.pk], decisions)]
    return sorted(found, key=lambda protest: not protest.open)


def decision_words(game: Game) -> list[str]:
    """Say what was decided on the protests of a game, for the foot of its protocol on paper."""
    decisions = list(Decision.objects.filter(game=game))
    ids = [one.line_id for one in decisions]
    lines = dict(Line.objects.filter(game=game, line_id__in=ids).values_list("line_id", "data"))
    return [_decision_words(one, str(lines.get(one.line_id, {}).get("text", ""))) for one in decisions]


def _decision_words(decision: Decision, text: str) -> str:
    words = (
        _("Decision on the protest “%(text)s”: upheld. %(reason)s (%(name)s, %(at)s)")
        if decision.upheld
        else _("Decision on the protest “%(text)s”: rejected. %(reason)s (%(name)s, %(at)s)")
    )
    at = date_format(timezone.localtime(decision.at), "j E, H:i")
    short = text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"
    return words % {"text": short, "reason": decision.reason, "name": decision.decided_by, "at": at}


def decisions_of(games: Iterable[Game]) -> dict[tuple[int, str], Decision]:
    """Give the decisions on protests by game and line."""
    return {(one.game_id, one.line_id): one for one in Decision.objects.filter(game__in=[game.pk for game in games])}


def _protests(game: Game, lines: list[Line], decisions: Mapping[tuple[int, str], Decision]) -> list[Protest]:
    counting = set(counting_protests(game, [line.data for line in lines]))
    return [
        Protest(
            game=game,
            line_id=line.line_id,
            text=str(line.data.get("text", "")),
            side=str(line.data.get("side", "")),
            at=line.received_at,
            writer=line.official.name if line.official else "",
            decision=decisions.get((game.pk, line.line_id)),
        )
        for line in lines
        if line.line_id in counting
    ]


def _decision() -> QuerySet[Decision]:
    return Decision.objects.filter(game=OuterRef("game"), line_id=OuterRef("line_id"))


def _undecided_lines() -> QuerySet[Line]:
    return Line.objects.filter(~Exists(_decision()), kind="protest")
