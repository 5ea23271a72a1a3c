"""Fold the logs of the rule book's tests twice: by the rules, and by their twin in the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Route

from scoring.errors import LogError
from scoring.games import replay
from tests.scoring.logs import Line, State, envelope

STATIC = Path(__file__).parents[2] / "static"
FOLD = """async (envelope) => {
  const { replay } = await import("/scoring/games.js");
  try {
    return replay(envelope);
  } catch (error) {
    if (!error.code) throw error;
    return { error: { kind: error.kind, code: error.code, line: error.line, params: error.params } };
  }
}"""

Fold: TypeAlias = Callable[[dict[str, Any]], State]


class Play:
    """Called with the lines of a log it gives the state of their game."""

    def __init__(self, fold: Fold) -> None:
        self._fold = fold

    def __call__(self, *lines: Line, carried: Any = None, **rules: Any) -> State:
        return self._fold(envelope(*lines, carried=carried, **rules))

    def refused(self, *lines: Line, carried: Any = None, **rules: Any) -> tuple[str, int | None]:
        """Give the code of a refusal and the index of the line that was refused."""
        with pytest.raises(LogError) as caught:
            self(*lines, carried=carried, **rules)
        return caught.value.code, caught.value.line


@pytest.fixture(params=["rules", pytest.param("browser", marks=pytest.mark.browser)])
def play(request: pytest.FixtureRequest) -> Play:
    """Play a log by the rules, and once more by the browser's fold: the rule book is one for both."""
    return Play(replay if request.param == "rules" else request.getfixturevalue("browser_fold"))


@pytest.fixture(scope="session")
def browser_fold(browser: Browser) -> Iterator[Fold]:
    """Open one page for all logs; the fold needs nothing but the static files."""
    context = browser.new_context()
    page = context.new_page()
    page.route("**/*", _serve)
    page.goto("http://rules.test/")

    def fold(sent: dict[str, Any]) -> State:
        answer: State = page.evaluate(FOLD, sent)
        if "error" in answer:
            raise LogError(**answer["error"])
        return answer

    yield fold
    context.close()


def _serve(route: Route) -> None:
    file = STATIC / urlsplit(route.request.url).path.lstrip("/")
    if file.is_file():
        route.fulfill(path=file)
    else:
        route.fulfill(body="<!doctype html>", content_type="text/html")
