"""Whether what stands in a file agrees with itself: what constraints of the database cannot tell."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import LogError
from scoring.log import read_carried
from scoring.rules import parse_rules
from scoring.standings import KEYS

from ..models import Game
from .faults import FaultyFile, row_place
from .reading import Content

SIDES = {"A": "score_a", "B": "score_b"}


def check_content(content: Content) -> None:
    """Refuse rules that are none, and results that are not those of their games and seats."""
    for table in ("presets", "regulations", "games"):
        _check_rules(content, table)
    _check_carried(content)
    _check_ranking(content)
    _check_numbers(content)
    _check_results(content)


def _check_rules(content: Content, table: str) -> None:
    good: list[Any] = []  # the games of an event have one set of rules, or a few
    for number, row in enumerate(content.rows[table], start=1):
        if row["rules"] in good:
            continue
        try:
            parse_rules(row["rules"])
        except LogError:
            said = _("these are no rules that this program knows.")
            raise FaultyFile("bad_rules", said, row_place(table, number, "rules")) from None
        good.append(row["rules"])


def _check_carried(content: Content) -> None:
    for number, row in enumerate(content.rows["games"], start=1):
        try:
            read_carried(row["carried"])
        except LogError:
            said = _("this is nothing that a player can bring from earlier games.")
            raise FaultyFile("bad_carried", said, row_place("games", number, "carried")) from None


def _check_ranking(content: Content) -> None:
    for number, row in enumerate(content.rows["regulations"], start=1):
        keys = row["ranking"]
        if not isinstance(keys, list) or not keys or [key for key in KEYS if key in keys] != sorted(keys, key=_rank):
            said = _("these are no things that decide a place, each once.")
            raise FaultyFile("bad_ranking", said, row_place("regulations", number, "ranking"))


def _rank(key: Any) -> int:
    return KEYS.index(key) if key in KEYS else -1


def _check_numbers(content: Content) -> None:
    """Let no number be what a table of the hall, an entry or a round cannot have."""
    for table, column in (("rounds", "number"), ("entries", "number"), ("members", "place"), ("games", "table")):
        for number, row in enumerate(content.rows[table], start=1):
            if row[column] is not None and row[column] < 1:
                raise FaultyFile("bad_value", _("it begins with 1."), row_place(table, number, column))


def _check_results(content: Content) -> None:
    games = {row["code"]: row for row in content.rows["games"]}
    seats = {(row["game"], row["seat"]): row for row in content.rows["seats"]}
    of_game: dict[str, list[str]] = defaultdict(list)
    for number, row in enumerate(content.rows["results"], start=1):
        game, seat = games[row["game"]], seats.get((row["game"], row["seat"]))
        if seat is None or seat["entry"] != row["entry"]:
            said = _("nobody of this entry sat there.")
            raise FaultyFile("bad_result", said, row_place("results", number))
        if row["side_points"] != game[SIDES[row["seat"][0]]]:
            said = _("this is not the score of the game.")
            raise FaultyFile("bad_result", said, row_place("results", number, "side_points"))
        of_game[row["game"]].append(row["seat"])
    for number, row in enumerate(content.rows["games"], start=1):
        if (row["state"] == Game.State.ACCEPTED) != bool(of_game[row["code"]]):
            said = _("an accepted game has a result, and no other has one.")
            raise FaultyFile("bad_result", said, row_place("games", number, "state"))
