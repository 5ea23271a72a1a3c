"""The fold in the browser gives the answers of the rules: the shared cases, and games of the engine."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from scoring.engine import play_log
from scoring.errors import LogError
from scoring.games import replay

pytestmark = pytest.mark.browser
STATIC = Path(__file__).parents[2] / "static"
CASES = Path(__file__).parents[1] / "cases"
GAMES = 2_000
RULES: list[dict[str, Any]] = [
    {},
    {"scoring": "opponents", "lead": "winner"},
    {"scoring": "difference", "fish_winner": "lowest_hand"},
    {"level_fish": "carry"},
    {"level_fish": "double_next", "count_warnings": "side"},
    {"level_fish": "replay", "fines_to": "person"},
    {"level_fish": "leader_wins", "fines_to": "offender"},
    {"deals": 8, "minutes": 20},
    {"time_rule": "stop", "minutes": 20},
    {"time_rule": "finish_plus_one", "minutes": 15, "over_target": "trim"},
    {"false_pass_scores": "all_left", "false_pass_until": "signed", "continue_fine": True},
    {"fines_to": "offender", "below_zero": True, "fine_ends_game": True, "target": 100},
]
ANSWERS = """async (envelopes) => {
  const { replay } = await import("/scoring/games.js");
  return envelopes.map((envelope) => {
    try {
      return replay(envelope);
    } catch ({ kind, code, line, params }) {
      return { error: { kind, code, line, params } };
    }
  });
}"""


@pytest.fixture(scope="module")
def files() -> Iterator[str]:
    """Serve the static files alone: the fold needs nothing else."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(STATIC)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing of each request."""


def answer_of_the_rules(envelope: dict[str, Any]) -> dict[str, Any]:
    try:
        return replay(envelope)
    except LogError as error:
        return {"error": {name: value for name, value in error.as_dict().items() if name != "sentence"}}


def cases() -> list[dict[str, Any]]:
    found = [
        case for name in ("game-log.json", "game-log-more.json") for case in json.loads((CASES / name).read_text())
    ]
    return [{"format": 1, **{key: case[key] for key in ("rules", "carried", "lines") if key in case}} for case in found]


def games(count: int) -> list[dict[str, Any]]:
    rng, start = Random(28), datetime(2026, 11, 29, 14, tzinfo=UTC)
    seated = {seat: f"p{seat}" for seat in ("A1", "B1", "A2", "B2")}
    played = []
    for number in range(count):
        rules = RULES[number % len(RULES)]
        lines = play_log(rng, rules, seated=seated, started_at=start, penalties=0.4)
        played.append({"format": 1, "rules": rules, "lines": lines})
    return played


def answers_in_the_browser(page: Page, files: str, envelopes: list[dict[str, Any]]) -> list[Any]:
    page.goto(files)
    answers: list[Any] = page.evaluate(ANSWERS, envelopes)
    return answers


def test_every_case_has_the_same_answer_in_the_browser(page: Page, files: str) -> None:
    envelopes = cases()
    assert len(envelopes) > 100
    assert answers_in_the_browser(page, files, envelopes) == [answer_of_the_rules(e) for e in envelopes]


def test_games_of_the_engine_have_the_same_state_in_the_browser(page: Page, files: str) -> None:
    envelopes = games(GAMES)
    assert answers_in_the_browser(page, files, envelopes) == [answer_of_the_rules(e) for e in envelopes]


@pytest.mark.parametrize(
    "spoiled",
    [
        {"rules": {"tariff": {"__proto__": ["warning"]}}},
        {"rules": {"constructor": 1}},
        {"lines": [{"kind": "toString"}]},
        {
            "lines": [
                {"kind": "note", "text": "", "id": "__proto__"},
                {"kind": "note", "text": "", "before": "__proto__"},
            ]
        },
        {"carried": {"A1": {"warnings": {"__proto__": True}}}},
        {"lines": [{"kind": "start", "leader": ["A1"]}]},
        {"lines": [None]},
        {"format": True},
    ],
)
def test_what_is_spoiled_is_refused_alike(page: Page, files: str, spoiled: dict[str, Any]) -> None:
    envelope = {"format": 1, "rules": {}, "lines": [], **spoiled}
    text = json.dumps([envelope])
    page.goto(files)
    (answer,) = page.evaluate(f"async (text) => ({ANSWERS})(JSON.parse(text))", text)
    assert answer == answer_of_the_rules(envelope)
