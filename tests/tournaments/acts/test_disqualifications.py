"""Disqualification: from a round on, what it does to opponents, and taking it back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import Event, event
from tests.tournaments.playing import closed, published
from tournaments.acts.disqualifications import disqualify, take_back_disqualification
from tournaments.acts.entries import delete_entry, return_entry, withdraw_entry
from tournaments.models import AuditEntry, Disqualification, Entry, Result, Tournament
from tournaments.reads.standings import Table, standings
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> Event:
    """Play two rounds: 1 beats 4 and 3 beats 2, then 4 beats 3 and 2 beats 1."""
    made = event(pairs=4)
    closed(made)
    closed(made)
    return made


def entry(of: Event, number: int) -> Entry:
    return Entry.objects.select_related("tournament").get(tournament=of.tournament, number=number)


def put_out(of: Event, number: int, who: str = "chief_referee", **more: Any) -> Disqualification:
    asked = {"from_round": 1, "opponents": "keep", "reason": "left <the> hall", **more}
    return disqualify(entry(of, number), actor=of.actor(who), **asked)


def table(of: Event, after: int | None = None) -> Table:
    return standings(Tournament.objects.get(pk=of.tournament.pk), after_round=after)


def lines(read: Table) -> list[tuple[int | None, int, int, int, int]]:
    return [(row.place, row.entry.number, row.wins, row.effectiveness, row.points) for row in read.rows]


def test_a_disqualified_pair_has_no_place_and_the_others_move_up(four: Event) -> None:
    assert lines(table(four))[0] == (1, 2, 1, 0, 304)
    put_out(four, 2)
    assert lines(table(four)) == [
        (1, 1, 1, 0, 303), (1, 3, 1, 0, 303), (3, 4, 1, 0, 302), (None, 2, 0, -400, 0),
    ]  # fmt: skip


def test_opponents_keep_what_they_played_or_win_by_the_walkover(four: Event) -> None:
    put_out(four, 2, opponents="walkover")
    # 3 had won 202:102 and keeps the larger number; 1 had lost to 2 and has won by the walkover now
    assert lines(table(four)) == [
        (1, 1, 2, 300, 401), (2, 3, 1, 102, 303), (3, 4, 1, 0, 302), (None, 2, 0, -400, 0),
    ]  # fmt: skip


def test_earlier_rounds_stay_as_they_were_played(four: Event) -> None:
    before = lines(table(four, after=1))
    put_out(four, 3, from_round=2, opponents="walkover")
    assert lines(table(four, after=1)) == before
    row = table(four).row(entry(four, 3).pk)
    assert row
    assert [(c.won, c.points_for, c.points_against) for c in row.cells if c] == [(True, 202, 102), (False, 0, 200)]


def test_results_are_not_touched_and_it_can_be_taken_back_whole(four: Event) -> None:
    before, stored = lines(table(four)), list(Result.objects.values())
    put_out(four, 2, opponents="walkover")
    take_back_disqualification(entry(four, 2), reason="appeal upheld", actor=four.actor("chief_referee"))
    assert lines(table(four)) == before
    assert list(Result.objects.values()) == stored
    assert entry(four, 2).withdrawn_at is None
    reasons = AuditEntry.objects.filter(act__contains="disqualif").order_by("id").values_list("reason", flat=True)
    assert list(reasons) == ["left <the> hall", "appeal upheld"]
    put_out(four, 2)  # and it can be decided anew


def test_the_pair_is_withdrawn_and_does_not_return_while_it_is_disqualified(four: Event) -> None:
    put_out(four, 2)
    assert entry(four, 2).withdrawn_at
    with pytest.raises(Refused) as refused:
        return_entry(entry(four, 2), actor=four.actor())
    assert refused.value.code == "disqualified"


def test_who_had_withdrawn_before_stays_withdrawn_when_it_is_taken_back(four: Event) -> None:
    withdraw_entry(entry(four, 2), actor=four.actor())
    put_out(four, 2)
    take_back_disqualification(entry(four, 2), reason="appeal", actor=four.actor("chief_referee"))
    assert entry(four, 2).withdrawn_at


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"from_round": 0}, "no_such_round"), ({"from_round": 3}, "no_such_round"), ({"opponents": "x"}, "bad_choice"),
        ({"reason": "  "}, "reason_missing"), ({"reason": "x" * 301}, "reason_too_long"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(four: Event, asked: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        put_out(four, 2, **asked)
    assert refused.value.code == code
    assert entry(four, 2).withdrawn_at is None


def test_it_is_decided_once_at_a_time(four: Event) -> None:
    put_out(four, 2)
    with pytest.raises(Refused) as refused:
        put_out(four, 2)
    assert refused.value.code == "disqualified_already"
    with pytest.raises(Refused):
        take_back_disqualification(entry(four, 1), reason="none there", actor=four.actor("chief_referee"))


@pytest.mark.parametrize("who", ["organiser", "desk", "referee", "scorer", "player", "stranger"])
def test_only_the_chief_referee_disqualifies(four: Event, who: str) -> None:
    with pytest.raises(NotPermitted):
        put_out(four, 2, who=who)


# -- the pages ---------------------------------------------------------------------------------------------------------


def address(of: Event, path: str) -> str:
    return f"/desk/{of.tournament.slug}/entries/{path}"


def test_the_page_names_each_game_and_what_changes_before_it_is_written(four: Event) -> None:
    chief, form = (
        four.client("chief_referee"),
        {"from_round": "1", "opponents": "walkover", "reason": "left <the> hall"},
    )
    page = chief.post(address(four, "2/disqualify/"), form).content.decode()
    assert "This is what changes" in page
    assert '<td class="num">102:202</td>' in page
    assert '<span class="num strong">202:0</span>' in page
    assert "left &lt;the&gt; hall" in page
    assert not Disqualification.objects.exists()
    done = chief.post(address(four, "2/disqualify/"), {**form, "confirm": "1"}, follow=True).content.decode()
    assert "is disqualified." in done
    assert "Take the disqualification back" in done
    listed = four.client("desk").get(address(four, "")).content.decode()
    assert "disqualified" in listed
    back = chief.post(address(four, "2/reinstate/"), {"reason": "appeal"}, follow=True).content.decode()
    assert "it counts as it played." in back


def test_an_open_game_of_the_pair_is_named(four: Event) -> None:
    third = published(four)
    page = four.client("chief_referee").get(address(four, "2/disqualify/")).content.decode()
    game = third.games.get(seats__entry=entry(four, 2), seats__seat__endswith="1")
    assert f"/desk/{four.tournament.slug}/games/{game.pk}/rule/" in page
    assert "Rule it as a forfeit" in page


def test_the_standings_say_it_and_why(four: Event) -> None:
    put_out(four, 2, opponents="walkover")
    public = four.client("stranger")
    page = public.get(f"/e/{four.tournament.slug}/standings/?why=2").content.decode()
    assert "No place: disqualified." in page
    assert "left &lt;the&gt; hall" in page
    assert "its opponents have won them by the walkover" in page
    told = public.get(f"/api/v1/events/{four.tournament.slug}/standings/").json()["rows"][-1]
    assert (told["place"], told["number"], told["disqualified"]) == (None, 2, True)


def test_who_looks_at_the_live_tables_sees_it_at_once(four: Event) -> None:
    public, live = four.client("stranger"), f"/e/{four.tournament.slug}/live/"

    def answer(tag: str) -> Any:
        return public.get(live, headers={"If-None-Match": tag})

    tag = public.get(live).headers["ETag"]
    put_out(four, 2)
    disqualified = answer(tag)
    assert disqualified.status_code == 200
    assert "disqualified" in disqualified.content.decode()
    take_back_disqualification(entry(four, 2), reason="appeal", actor=four.actor("chief_referee"))
    assert "disqualified" not in answer(disqualified.headers["ETag"]).content.decode()


def test_the_desk_has_no_page_of_it(four: Event) -> None:
    assert four.client("desk").get(address(four, "2/disqualify/")).status_code == 403
    assert "2/disqualify/" not in four.client("desk").get(address(four, "")).content.decode()


def test_who_was_not_there_when_the_round_robin_was_drawn_stays_withdrawn_when_it_is_taken_back() -> None:
    five = event(pairs=5)
    put_out(five, 5)
    closed(five)
    back = take_back_disqualification(entry(five, 5), reason="appeal", actor=five.actor("chief_referee"))
    assert back.withdrawn_at
    assert Disqualification.objects.get().taken_back_at


def test_a_disqualified_pair_is_not_deleted() -> None:
    two = event(pairs=2)
    put_out(two, 2)
    with pytest.raises(Refused) as caught:
        delete_entry(entry(two, 2), actor=two.actor())
    assert caught.value.code == "was_disqualified"
