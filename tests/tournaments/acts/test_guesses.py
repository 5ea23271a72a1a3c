"""Guessing passwords: slowed by name and by address."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tournaments.acts.guesses import WRONG_BY_ADDRESS, WRONG_BY_NAME, count_wrong, forget_wrong, refuse_guessing
from tournaments.refusals import NotSoFast


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def guess(times: int, name: str = "ingrid", address: str = "10.0.0.5") -> None:
    for _ in range(times):
        count_wrong(name, address)


def test_after_five_wrong_passwords_the_name_waits_a_minute_at_that_address() -> None:
    guess(WRONG_BY_NAME - 1)
    refuse_guessing("ingrid", "10.0.0.5")
    guess(1)
    with pytest.raises(NotSoFast) as caught:
        refuse_guessing("Ingrid", "10.0.0.5")
    assert 55 <= caught.value.params["seconds"] <= 61
    assert str(caught.value).startswith("Too many wrong passwords. Wait ")
    refuse_guessing("ingrid", "10.0.0.6")
    refuse_guessing("henrike", "10.0.0.5")


def test_a_right_password_begins_anew() -> None:
    guess(WRONG_BY_NAME - 1)
    forget_wrong("ingrid", "10.0.0.5")
    guess(WRONG_BY_NAME - 1)
    refuse_guessing("ingrid", "10.0.0.5")


def test_an_address_that_tries_many_names_waits_too() -> None:
    for number in range(WRONG_BY_ADDRESS):
        guess(1, f"name{number}")
    with pytest.raises(NotSoFast):
        refuse_guessing("somebody", "10.0.0.5")
    refuse_guessing("somebody", "10.0.0.6")
