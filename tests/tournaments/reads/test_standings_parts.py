"""Rankings of a part of the entries, of clubs and countries, and entry against entry."""

from __future__ import annotations

import pytest

from tests.builders import Event, event
from tests.tournaments.playing import closed
from tournaments.acts.disqualifications import disqualify
from tournaments.models import Category, Club, Regulations
from tournaments.reads.standings import Table, standings
from tournaments.reads.standings.cross import cells_against, has_cross
from tournaments.reads.standings.parts import categories_of, count, groups_of, part_of

pytestmark = pytest.mark.django_db


def six_pairs() -> Event:
    """Play two rounds of six pairs of three clubs in two countries; 2, 4 and 5 are women."""
    six = event(pairs=6)
    for number, club, country in (
        (1, "Gale", "SWE"), (2, "Gale", "SWE"), (3, "Tide", "SWE"), (4, "Tide", "NOR"), (5, "", "NOR"), (6, "Tide", ""),
    ):  # fmt: skip
        found = Club.objects.get_or_create(federation=six.tournament.federation, name=club)[0] if club else None
        six.tournament.entries.filter(number=number).update(club=found, country=country)
    women = Category.objects.create(tournament=six.tournament, code="women", name="Women")
    women.entries.add(*six.tournament.entries.filter(number__in=[2, 4, 5]))
    Category.objects.create(tournament=six.tournament, code="empty", name="Nobody")
    closed(six)
    closed(six)
    return six


def order(table: Table) -> list[tuple[int | None, int | None, int]]:
    return [(row.own_place, row.place, row.entry.number) for row in table.rows]


def test_a_category_has_places_of_its_own_beside_those_among_all() -> None:
    six = six_pairs()
    whole = standings(six.tournament)
    (women,) = categories_of(six.tournament)
    assert (women.code, women.name, women.count(whole)) == ("women", "Women", 3)
    part = whole.part(lambda entry: entry.id in women.entries)
    among_all = {row.entry.number: row.place for row in whole.rows}
    told = order(part)
    assert {number for _own, _place, number in told} == {2, 4, 5}
    assert [place for _own, place, _number in told] == sorted(among_all[n] or 0 for n in (2, 4, 5))
    assert [own for own, _place, _number in told] == [1, 2, 3]
    assert part.everybody == whole.rows
    assert all(row.own_place is None for row in whole.rows)


def test_who_shares_a_place_among_all_shares_it_in_a_category() -> None:
    three = event(pairs=3)
    part = standings(three.tournament).part(lambda entry: entry.number > 1)
    assert order(part) == [(1, 1, 2), (1, 1, 3)]


def test_why_in_a_category_speaks_of_all() -> None:
    six = six_pairs()
    whole = standings(six.tournament)
    part = whole.part(lambda entry: entry.number == whole.rows[3].entry.number)
    reasons = part.why(part.rows[0])
    assert reasons == whole.why(whole.rows[3])
    assert reasons[-1].decides


def test_a_disqualified_entry_has_no_place_of_its_own_either() -> None:
    six = six_pairs()
    entry = six.tournament.entries.get(number=4)
    disqualify(entry, from_round=1, opponents="keep", reason="a sign", actor=six.actor("chief_referee"))
    part = standings(six.tournament).part(lambda one: one.number in (2, 4))
    assert [(own, number) for own, _place, number in order(part)] == [(1, 2), (None, 4)]


def test_clubs_are_ranked_by_what_their_entries_have_added_up() -> None:
    six = six_pairs()
    table = standings(six.tournament)
    rows = {row.entry.number: row for row in table.rows}
    groups = {group.name: group for group in groups_of(table, "clubs")}
    assert set(groups) == {"Gale", "Tide"}
    tide = [rows[n] for n in (3, 4, 6)]
    assert (groups["Tide"].entries, groups["Tide"].wins) == (3, sum(row.wins for row in tide))
    assert groups["Tide"].effectiveness == sum(row.effectiveness for row in tide)
    assert groups["Tide"].points == sum(row.points for row in tide)
    assert groups["Tide"].best.place == min(row.place or 0 for row in tide)
    ranked = groups_of(table, "clubs")
    assert [g.place for g in ranked] == [1, 2]
    assert ranked[0].wins >= ranked[1].wins


def test_countries_are_counted_and_who_has_none_is_left_out() -> None:
    table = standings(six_pairs().tournament)
    assert (count(table, "countries"), count(table, "clubs")) == (2, 2)
    assert sum(group.entries for group in groups_of(table, "countries")) == 5


def test_clubs_that_are_level_share_a_place_and_a_disqualified_entry_adds_nothing() -> None:
    four = event(pairs=4)
    federation = four.tournament.federation
    for number, name in ((1, "Gale"), (2, "Tide"), (3, "Tide"), (4, "Reef")):
        club = Club.objects.get_or_create(federation=federation, name=name)[0]
        four.tournament.entries.filter(number=number).update(club=club)
    assert [g.place for g in groups_of(standings(four.tournament), "clubs")] == [1, 1, 1]
    disqualify(
        four.tournament.entries.get(number=4), from_round=1, opponents="keep", reason="a sign",
        actor=four.actor("chief_referee"),
    )  # fmt: skip
    assert {g.name for g in groups_of(standings(four.tournament), "clubs")} == {"Gale", "Tide"}


def test_a_club_is_found_by_its_name_however_it_is_written() -> None:
    table = standings(six_pairs().tournament)
    found = part_of("club", "gALE", table)
    assert found
    assert (found.name, len(found.entries)) == ("Gale", 2)
    assert part_of("club", "", table) is None
    assert part_of("country", "XYZ", table) is None


def test_entry_against_entry_shows_each_meeting_once_for_each_side() -> None:
    four = event(pairs=4)
    for _round in range(3):
        closed(four)
    table = standings(four.tournament)
    assert has_cross(four.tournament, table)
    for row in table.rows:
        against = list(cells_against(row, table))
        assert [cells is None for cells in against] == [other is row for other in table.rows]
        for other, cells in zip(table.rows, against, strict=True):
            if cells is not None:
                (cell,) = cells
                assert cell.opponent == other.entry


def test_a_swiss_event_has_no_table_of_entry_against_entry() -> None:
    four = event(pairs=4)
    Regulations.objects.update(system="swiss")
    tournament = type(four.tournament).objects.get(pk=four.tournament.pk)
    assert not has_cross(tournament, standings(tournament))
