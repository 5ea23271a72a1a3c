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
from .tables import Row

SIDES = {"A": "score_a", "B": "score_b"}


def check_content(content: Content) -> None:
    """Refuse rules that are none, and results that are not those of their games and seats."""
    for table in ("presets", "regulations", "games"):
        _check_rules(content, table)
    _check_carried(content)
    _check_ranking(content)
    _check_people(content)
    _check_clubs(content)
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


def _check_people(content: Content) -> None:
    """Let no licence and no key be that of two players."""
    licensed: dict[tuple[str, str], Row] = {}
    for number, row in enumerate(content.rows["players"], start=1):
        other = licensed.setdefault((row["federation"], row["licence"]), row)
        if other is not row:
            said = _(
                "%(first)s and %(second)s have one licence, %(licence)s of %(federation)s. Correct it where the file "
                "was made, or merge the two there if they are one person, and take the file anew."
            )
            words = {"first": _named(other), "second": _named(row), **row}
            raise FaultyFile("one_licence", said % words, row_place("players", number, "licence"))
    keys = {row["key"] for row in content.rows["players"]}
    for number, row in enumerate(content.rows["other_keys"], start=1):
        if row["key"] in keys:
            said = _("under this key a player stands in the list “players”.")
            raise FaultyFile("bad_value", said, row_place("other_keys", number, "key"))


def _named(player: Row) -> str:
    return f"{player['name'] or '–'} ({player['key']})"


def _check_clubs(content: Content) -> None:
    for number, row in enumerate(content.rows["presets"], start=1):
        if row["club"] and row["club"][0] != row["federation"]:
            said = _("this club is not of the federation that stands beside it.")
            raise FaultyFile("bad_value", said, row_place("presets", number, "club"))


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
