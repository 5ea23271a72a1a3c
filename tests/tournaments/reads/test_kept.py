"""What is made once for a version: anew for the next one, given while another makes it, forgotten in time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import pytest

from tournaments.reads import kept
from tournaments.reads.kept import Kept


def test_a_version_is_made_once_and_the_next_one_anew() -> None:
    parts: Kept[str] = Kept()
    made: list[str] = []

    def make(what: str) -> str:
        made.append(what)
        return what

    assert [parts.get("a", version, partial(make, version)) for version in ("1", "1", "2")] == [
        ("1", "1"), ("1", "1"), ("2", "2"),
    ]  # fmt: skip
    assert parts.get("b", "2", partial(make, "b")) == ("2", "b")
    assert made == ["1", "2", "b"]


def asked_while_made(parts: Kept[str], version: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """Let one visitor make version 2, and another ask for a version meanwhile; give what each is given."""
    begun, finish = Event(), Event()

    def slowly() -> str:
        begun.set()
        assert finish.wait(10)
        return "new"

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(parts.get, "a", "2", slowly)
        assert begun.wait(10)
        second = pool.submit(parts.get, "a", version, lambda: "made twice")
        if kept.LATE:
            second.result(10)
        finish.set()
        return first.result(10), second.result(10)


def test_who_comes_while_it_is_made_gets_the_last_one_at_once() -> None:
    parts: Kept[str] = Kept()
    parts.get("a", "1", lambda: "old")
    assert asked_while_made(parts, "2") == (("2", "new"), ("1", "old"))


def test_who_comes_while_it_is_made_waits_where_the_last_one_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.reads.kept.LATE", 0.0)
    parts: Kept[str] = Kept()
    parts.get("a", "1", lambda: "old")
    assert asked_while_made(parts, "2") == (("2", "new"), ("2", "new"))


def test_a_fault_while_making_is_told_and_keeps_nothing() -> None:
    parts: Kept[str] = Kept()
    with pytest.raises(ZeroDivisionError):
        parts.get("a", "1", lambda: str(1 // 0))
    assert parts.get("a", "1", lambda: "made") == ("1", "made")


def test_what_nobody_asked_for_the_longest_is_forgotten() -> None:
    parts: Kept[str] = Kept(most=2)
    for key in ("a", "b", "a", "c"):
        parts.get(key, "1", lambda: "old")
    assert [parts.get(key, "1", lambda: "new")[1] for key in ("a", "c", "b")] == ["old", "old", "new"]
