"""Four tablets write into one game at one moment, again and again: no gap, no line twice, everybody answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.server import Server
from referees.acts.lines import append_lines
from referees.models import Line
from tests.builders import Event, add_round, event
from tests.referees.games import START, holding
from tests.soak.conftest import Tablets
from tournaments.models import Game

pytestmark = [pytest.mark.soak, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

GAMES, BATCHES = 5, 50  # batches of each tablet into each game
#: What becomes of the three lines of a batch, over the four tablets that send it.
BECOMES = {
    "own": {"applied": 4},
    "shared": {"applied": 1, "known": 3},
    "clash": {"applied": 1, "refused": 3},
}


def test_four_tablets_at_one_game_leave_no_gap_and_no_line_twice(
    server: Server, tablets: Callable[[Event], Tablets], tell: Callable[[str], None]
) -> None:
    made = event(pairs=2 * GAMES)
    four = tablets(made)
    for game in add_round(made.tournament).games.order_by("table"):
        append_lines(game.pk, [START], actor=holding(made.referee))
        applied = {1: "start"}
        for number in range(BATCHES):
            applied |= written(four, game, number, server)
        in_order(game, applied)
    tell(f"{4 * GAMES * BATCHES} batches by 4 tablets at once: {len(applied)} lines in a log; {four.timing()}")


def written(four: Tablets, game: Game, number: int, server: Server) -> dict[int, str]:
    """Send a batch from each tablet at one moment, check the answers; give the lines that were applied."""
    batches = [batch(number, tablet) for tablet in range(4)]
    answers = four.send([(f"/api/v1/games/{game.pk}/lines/", {"lines": lines}) for lines in batches])
    assert [answer.status for answer in answers] == [200] * 4, server.last_words()
    rows = [row for answer in answers for row in answer.json()["answers"]]
    became: dict[str, Counter[str]] = {kind: Counter() for kind in BECOMES}
    for row in rows:
        became[row["id"].split()[0]][row["answer"]] += 1
    assert became == BECOMES, number
    assert {row["error"]["code"] for row in rows if row["error"]} == {"id_reused"}, number
    return {row["number"]: row["id"] for row in rows if row["answer"] == "applied"}


def batch(number: int, tablet: int) -> list[dict[str, Any]]:
    """Write a line of one's own, one that all four send alike, and one whose id the four use for different things."""
    return [
        {"kind": "note", "text": f"tablet {tablet}", "id": f"own {number} {tablet}"},
        {"kind": "note", "text": "seen by all", "id": f"shared {number}"},
        {"kind": "note", "text": f"tablet {tablet}", "id": f"clash {number}"},
    ]


def in_order(game: Game, applied: dict[int, str]) -> None:
    """Check the log against the answers: numbered from 1 on without a gap, every id where its answer said."""
    lines = dict(Line.objects.filter(game=game).order_by("number").values_list("number", "line_id"))
    assert list(lines) == list(range(1, 1 + 1 + 6 * BATCHES))
    assert lines == applied
    game.refresh_from_db()
    assert game.log_length == len(lines)
