"""How many taps a game takes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.screens import Hall
from tests.browser.taps import play_whole_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_game_of_twelve_deals_and_two_penalties_is_written_in_few_taps(live_server: LiveServer, page: Page) -> None:
    hall = Hall(live_server, deals=12)
    hall.record([{"kind": "start", "leader": "A1"}])
    hall.open(page)
    count = play_whole_game(page)
    print(f"\n{count.told()}")
    assert count.of("deal by totals") == [7] * 6
    assert count.of("out, 3 hands") == [10, 8, 9, 9, 9]  # a hand of 7, 8, 9 or 0 is told by one figure
    assert count.of("fish, 4 hands") == [12]
    assert count.of("penalty") == [3, 3]
    assert count.all == 105
    assert (hall.game.score_a, hall.game.score_b) == (47 + 44 + 48 + 25 + 45 + 44 + 40, 31 + 36 + 25 + 50 + 18 + 52)
    assert hall.game.state == "finished"
