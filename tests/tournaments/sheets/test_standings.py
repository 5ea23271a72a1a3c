"""The sheet of the standings: a part of the entries, a share, an event that ended early."""

from __future__ import annotations

import re

import pytest

from tests.builders import event
from tests.tournaments.playing import closed
from tournaments.acts.ending import end_event
from tournaments.models import Category, Regulations, Tournament
from tournaments.refusals import Refused
from tournaments.sheets.render import RenderedSheet, standings

from .samples import texts

pytestmark = pytest.mark.django_db


def printed(tournament: Tournament, **params: object) -> RenderedSheet:
    fresh = Tournament.objects.get(pk=tournament.pk)
    return standings(dict(params), fresh, lambda done, of: None)


def page(sheet: RenderedSheet) -> str:
    (only,) = texts(sheet.content)
    return re.sub(r"\s+", " ", only)


def test_an_event_that_ended_early_says_so_with_the_reason_on_its_final_standings() -> None:
    four = event(pairs=4)
    closed(four)
    closed(four)
    end_event(four.tournament, actor=four.actor(), reason="The hall is under water.")
    last = page(printed(four.tournament))
    assert "Final standings after round 2" in last
    assert "The event was ended after round 2 of 8. The hall is under water." in last
    assert "Provisional" not in last
    first = page(printed(four.tournament, round=1))
    assert "Final" not in first
    assert "was ended" not in first


def test_a_category_is_printed_with_its_own_places_and_those_among_all() -> None:
    four = event(pairs=4)
    women = Category.objects.create(tournament=four.tournament, code="women", name="Women")
    women.entries.add(*four.tournament.entries.filter(number__in=[2, 4]))
    closed(four)  # the order is 3, 1, 2, 4
    sheet = printed(four.tournament, category="women")
    shown = page(sheet)
    assert sheet.title == "Standings after round 1: Women"
    assert sheet.filename.endswith("round-1-standings-women.pdf")
    assert "2 entries" in shown
    assert "place 3 among all" in shown
    assert "place 4 among all" in shown
    assert "place 1 among all" not in shown


def test_a_category_that_is_not_there_is_refused() -> None:
    four = event(pairs=4)
    with pytest.raises(Refused) as refused:
        printed(four.tournament, category="juniors")
    assert refused.value.code == "nothing_to_print"


def test_a_share_is_printed_in_thousandths_and_the_seed_of_the_lots_beside_the_keys() -> None:
    two = event(pairs=2)
    closed(two)  # 201 to 101
    Regulations.objects.update(effectiveness="share", ranking=["wins", "effectiveness", "lots"], seed=777)
    shown = page(printed(two.tournament))
    assert "665 ‰" in shown
    assert "334 ‰" in shown
    assert "wins, effectiveness, lots (seed of the lots: 777)" in shown
