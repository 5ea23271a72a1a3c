"""What the tablet shows before it is written, and the log on its screen: held to the rules by games of the engine."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from referees.reads.rules import rules_in_full
from scoring.engine import play_log
from scoring.errors import LogError
from scoring.games import Record
from scoring.rules import parse_rules
from tests.browser.test_table import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def page(quiet_page: Page) -> Page:
    """A tablet whose browser must have nothing to complain of."""
    return quiet_page


RULES: list[dict[str, Any]] = [
    {},
    {"scoring": "opponents", "level_fish": "carry"},
    {"scoring": "difference", "fish_winner": "lowest_hand", "level_fish": "leader_wins"},
    {"level_fish": "double_next", "fines_to": "offender"},
    {"level_fish": "replay", "fish_winner": "lowest_hand", "lead": "winner", "fines_to": "person"},
]


@pytest.mark.parametrize("rules", RULES)
def test_the_points_shown_before_writing_are_those_the_rules_give(
    live_server: LiveServer, page: Page, rules: dict[str, Any]
) -> None:
    cases, expected = [], []
    for seed in range(60):
        record = Record(parse_rules(rules))
        for line in even_hands(play_log(Random(seed), rules, penalties=0.2), seed):
            before = record.state()
            try:
                record.add(line)
            except LogError:
                break  # the game took another way than in the log, since hands were changed
            after = record.state()
            if line["kind"] == "deal" and not {"instead_of", "before"} & line.keys():
                cases.append({"line": line, "state": before, "leader": leader_of(after, before)})
                expected.append(won(before, after))
    page.goto(f"{live_server.url}/t/")
    shown = page.evaluate(
        """async ([cases, rules]) => {
          const { pointsOfDeal } = await import('/static/referees/points.js');
          return cases.map(({ line, state, leader }) => {
            const found = pointsOfDeal(line, state, rules, leader);
            return [found.side ? found.points : 0, found.side && found.points ? found.side : null, found.replayed];
          });
        }""",
        [cases, rules_in_full(parse_rules(rules))],
    )
    assert [tuple(one) for one in shown] == expected
    assert len(expected) > 200


def even_hands(lines: list[dict[str, Any]], seed: int) -> list[dict[str, Any]]:
    """Make level deals frequent: in every third fish both sides are left with the same hands."""
    for number, line in enumerate(lines):
        if line["kind"] == "deal" and line["ending"] == "fish" and (number + seed) % 3 == 0:
            line["left"] = {"A1": 4, "B1": 4, "A2": 9, "B2": 9}
    return lines


def won(before: dict[str, Any], after: dict[str, Any]) -> tuple[int, str | None, bool]:
    if len(after["deals"]) == len(before["deals"]):
        return 0, None, True
    points = after["deals"][-1]["points"]
    side = next((side for side in "AB" if points[side]), None)
    return max(points.values()), side, False


def leader_of(after: dict[str, Any], before: dict[str, Any]) -> str:
    return after["deals"][-1]["leader"] if len(after["deals"]) > len(before["deals"]) else before["next_leader"]


def test_the_log_on_the_screen_adds_up_to_the_score(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    page.goto(table.address)
    for seed in range(40):
        rules = RULES[seed % len(RULES)]
        record = Record(parse_rules(rules))
        for line in play_log(Random(seed), rules, penalties=0.6):
            record.add(line)
        lines = [{**line.raw, "number": n + 1, "counts": record.counts(n)} for n, line in enumerate(record.lines)]
        game: dict[str, Any] = {"lines": lines, "fold": record.state(), "rules": rules_in_full(parse_rules(rules))}
        rows = page.evaluate("async game => (await import('/static/referees/rows.js')).rows(game)", game)
        deals = [row["deal"] for row in rows if row["kind"] == "deal"]
        assert deals == game["fold"]["deals"]
        assert [row["penalty"] for row in rows if row["kind"] == "penalty"] == game["fold"]["penalties"]
        fined = [row for row in rows if row["kind"] == "penalty"]
        totals = [row["total"] for row in rows if row["kind"] in {"deal", "penalty"}]
        if game["fold"]["reason"] in {"target", "time", "deals"}:
            assert totals[-1] == game["fold"]["score"], (seed, fined)
