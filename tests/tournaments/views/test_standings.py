"""The page of the standings: parts, clubs and countries, entry against entry, reasons, the end of the event."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import Event, event
from tests.tournaments.playing import closed
from tests.tournaments.reads.test_single_players import played_case
from tests.tournaments.reads.test_standings_parts import six_pairs
from tournaments.acts.ending import end_event
from tournaments.models import Category, Regulations

pytestmark = pytest.mark.django_db


def page(event_: Event, **query: Any) -> str:
    response = Client().get(f"/e/{event_.tournament.slug}/standings/", query)
    assert response.status_code == 200
    return str(response.content.decode())


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def numbers(html: str) -> list[int]:
    """List the entries in the order they are shown."""
    return [int(number) for number in re.findall(r'<tr id="entry-(\d+)"', html)]


def regulate(event_: Event, **regulations: Any) -> None:
    Regulations.objects.filter(tournament=event_.tournament).update(**regulations)


# ── parts ────────────────────────────────────────────────────────────────────


def test_a_category_is_ranked_by_itself_with_the_place_among_all_beside() -> None:
    six = six_pairs()
    among_all = numbers(page(six))
    shown = page(six, category="women")
    assert "Standings after round 2: Women" in words(shown)
    assert numbers(shown) == [n for n in among_all if n in (2, 4, 5)]
    told = re.findall(r'class="place">(\d+) .*?\((\d+)\)', shown)
    assert [own for own, _all in told] == ["1", "2", "3"]
    assert [int(all_) for _own, all_ in told] == [among_all.index(n) + 1 for n in numbers(shown)]


def test_the_rankings_there_are_can_be_chosen_with_their_counts() -> None:
    said = words(page(six_pairs()))
    for choice in ("All 6", "Everybody against everybody", "Women 3", "Clubs 2", "Countries 2"):
        assert choice in said
    assert "Nobody" not in said


def test_where_there_is_nothing_to_choose_nothing_is_offered() -> None:
    two = event(pairs=2)
    two.tournament.entries.update(club=None, country="")
    regulate(two, system="swiss")
    assert 'aria-label="Ranking"' not in page(two)


def test_a_club_and_a_country_are_ranked_by_themselves_too() -> None:
    six = six_pairs()
    assert set(numbers(page(six, club="Tide"))) == {3, 4, 6}
    assert set(numbers(page(six, country="NOR"))) == {4, 5}
    assert "Standings after round 2: Tide" in words(page(six, club="tide"))


@pytest.mark.parametrize("query", [{"category": "none"}, {"club": "x" * 5000}, {"country": "\0"}, {"view": "<b>"}])
def test_a_part_that_is_not_there_shows_all(query: dict[str, str]) -> None:
    assert len(numbers(page(six_pairs(), **query))) == 6


def test_links_keep_what_was_chosen() -> None:
    six = six_pairs()
    shown = page(six, category="women", after=1)
    assert 'href="?after=2&amp;category=women"' in shown
    assert 'href="?after=1&amp;category=women&amp;why=2#entry-2"' in shown


def test_why_in_a_category_names_both_places() -> None:
    six = six_pairs()
    first = numbers(page(six, category="women"))[0]
    place = numbers(page(six)).index(first) + 1
    said = words(page(six, category="women", why=first))
    assert f"Place 1 of Women and place {place} among all, because" in said


def test_clubs_are_ranked_and_the_page_says_by_what() -> None:
    shown = page(six_pairs(), view="clubs")
    said = words(shown)
    assert "What the entries of each have, added up: wins, then effectiveness, then points scored." in said
    assert re.search(r"1 (Gale|Tide) [23] ", said)
    assert "club=Gale" in shown
    assert numbers(shown) == []
    assert "country=NOR" in page(six_pairs(), view="countries")


def test_names_of_clubs_are_shown_literally() -> None:
    six = six_pairs()
    for club in six.tournament.federation.clubs.all():
        club.name = f'<script>alert("{club.pk}")</script>&'
        club.save()
    for query in ({"view": "clubs"}, {"why": 1}, {}):
        shown = page(six, **query)
        assert "<script>alert" not in shown


# ── entry against entry ──────────────────────────────────────────────────────


def test_everybody_against_everybody_has_a_column_for_each_entry() -> None:
    four = event(pairs=4)
    for _round in range(3):
        closed(four)
    shown = page(four, view="cross")
    order = numbers(shown)
    head = re.findall(r'class="game"><abbr title="[^"]+">(\d+)<', shown)
    assert [int(n) for n in head] == order
    assert shown.count('class="game self"') == 4
    assert len(re.findall(r'class="game(?: won-game)?"><span', shown)) == 12
    opened = page(four, view="cross", why=order[0])
    assert 'colspan="10"' in opened
    assert words(opened).count("Round 3") >= 2


# ── why ──────────────────────────────────────────────────────────────────────


def test_head_to_head_is_explained_with_the_games_that_count() -> None:
    two = event(pairs=2)
    closed(two)
    closed(two)
    regulate(two, ranking=["head_to_head"])
    said = words(page(two, why=1))
    assert "Head to head 1 the same as" in said  # a win each
    assert "games won against those who are level so far; Round 1: won against" in said
    closed(two)
    said = words(page(two, why=1))
    assert "this decides" in said


def test_head_to_head_that_says_nothing_says_why() -> None:
    four = event(pairs=4)
    closed(four)
    regulate(four, ranking=["wins", "head_to_head", "points"])
    assert "says nothing here, because not all who are level have met each other equally often" in words(
        page(four, why=1)
    )


def test_lots_are_explained_with_their_seed() -> None:
    two = event(pairs=2)
    regulate(two, ranking=["wins", "lots"], seed=12345)
    shown = page(two)
    first = numbers(shown)[0]
    assert "the lots are drawn with the seed 12345" in words(shown)
    said = words(page(two, why=first))
    assert "Lots 1 drawn before 2 of" in said
    assert "the lot drawn first is ahead" in said


def test_a_share_is_shown_in_thousandths_and_said_to_be_one() -> None:
    two = event(pairs=2)
    closed(two)  # 201 to 101
    regulate(two, effectiveness="share")
    shown = page(two, why=1)
    assert "665 ‰" in shown
    assert "Effectiveness: points scored per thousand of all points in the games" in shown


def test_what_counts_half_is_said_at_the_game() -> None:
    three = event(pairs=3)
    closed(three)
    regulate(three, bye_counts="half")
    assert "bye · counts +100 in the effectiveness" in words(page(three, why=1))
    regulate(three, bye_counts="full")
    assert "in the effectiveness" not in words(page(three, why=1))


def test_single_players_have_two_opponents_and_what_they_lost() -> None:
    made = played_case()
    shown = page(made, why=6)
    assert "<small>won 9 12</small>" in shown
    said = words(shown)
    assert "Place Player 1 2 3 Wins Lost Eff." in said
    assert "Everybody against everybody" not in said
    assert "won against I, L, on side A with C" in said


# ── who stands there ─────────────────────────────────────────────────────────


def test_who_withdrew_came_late_or_waits_is_told_or_left_out() -> None:
    four = event(pairs=4)
    closed(four)
    four.tournament.entries.filter(number=1).update(withdrawn_at=timezone.now())
    four.tournament.entries.filter(number=2).update(from_round=2)
    shown = page(four)
    assert "withdrawn" in words(shown)
    assert "from round 2 on" in words(shown)


def test_final_standings_say_after_which_round_it_ended_and_why() -> None:
    four = event(pairs=4)
    closed(four)
    closed(four)
    end_event(four.tournament, actor=four.actor(), reason="<b>The hall</b> is under water.")
    shown = page(four)
    said = words(shown)
    assert "Final standings after round 2" in said
    assert "The event was ended after round 2 of 8. The reason: &lt;b&gt;The hall&lt;/b&gt; is under water." in said
    assert "Final" not in words(page(four, after=1))


@pytest.mark.parametrize("query", [{}, {"category": "women"}, {"view": "clubs"}, {"view": "cross"}, {"why": 2}])
@pytest.mark.parametrize("pairs", [4, 40])
def test_every_view_takes_the_same_six_queries(
    query: dict[str, Any], pairs: int, django_assert_num_queries: Any
) -> None:
    many = event(pairs=pairs)
    women = Category.objects.create(tournament=many.tournament, code="women", name="Women")
    women.entries.set(many.tournament.entries.filter(number__lt=pairs))
    closed(many)
    page(many, **query)
    with django_assert_num_queries(6):  # the version, the event, its rounds, entries, results, categories
        page(many, **query)


def test_what_is_known_is_not_sent_again_until_something_changes(django_assert_num_queries: Any) -> None:
    four = event(pairs=4)
    closed(four)
    address = f"/e/{four.tournament.slug}/standings/"
    known = Client().get(address)["ETag"]
    with django_assert_num_queries(1):
        assert Client().get(address, headers={"If-None-Match": known}).status_code == 304
    assert Client().get(address, headers={"If-None-Match": known, "Accept-Language": "ru"}).status_code == 200
    end_event(four.tournament, actor=four.actor(), reason="dark")
    assert Client().get(address, headers={"If-None-Match": known}).status_code == 200


def test_an_event_that_has_ended_takes_one_query_more(django_assert_num_queries: Any) -> None:
    four = event(pairs=4)
    closed(four)
    end_event(four.tournament, actor=four.actor(), reason="dark")
    with django_assert_num_queries(7):
        page(four)
