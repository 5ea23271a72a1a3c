"""The board of the chief referee: every table at a glance, what cannot wait first, in few queries."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from referees.acts.calls import call_official
from referees.acts.leases import take_table
from referees.acts.lines import append_lines
from referees.models import Call, Lease
from referees.reads.board import Board, Spot, board_of
from tests import builders
from tests.builders import Event
from tests.referees.games import START, WHOLE_GAME, holding
from tournaments.acts.clock import add_minutes_at_table, start_clock
from tournaments.models import Game, Round
from tournaments.permissions import Actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    made = builders.event(6)
    builders.add_round(made.tournament)
    return made


def game_at(event: Event, table: int) -> Game:
    return Game.objects.select_related("round__tournament").get(round__tournament=event.tournament, table=table)


def read(event: Event, show: str = "all", words: str = "", **more: Any) -> Board:
    return board_of(Round.objects.filter(tournament=event.tournament), show, words, **more)


def spot(event: Event, table: int = 1, **more: Any) -> Spot:
    return next(one for one in read(event, **more).spots if one.table == table)


def hold(event: Event, table: int = 1) -> None:
    actor = Actor(event.referee.name, official=event.referee, holder="tablet-1")
    take_table(game_at(event, table).pk, actor=actor)


def write(event: Event, *lines: dict[str, Any], table: int = 1) -> None:
    answers = append_lines(game_at(event, table).pk, lines, actor=holding(event.referee))[2]
    assert {answer.answer for answer in answers} == {"applied"}


def page(event: Event, query: str = "", who: str = "chief_referee") -> str:
    response = event.client(who).get(f"/desk/{event.tournament.slug}/board/{query}")
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def tables(board: Board) -> list[int]:
    return [one.table for one in board.shown]


def test_a_table_shows_its_deal_its_score_its_leader_and_who_writes_it(event: Event) -> None:
    hold(event)
    write(event, *WHOLE_GAME[:3], {"kind": "penalty", "code": "talking", "seat": "B2"})
    one = spot(event)
    assert (one.closer, one.score_a, one.score_b, one.deals, one.leader) == ("deal 3", 90, 60, 2, "A2")
    assert (one.writer, one.warnings, one.silent, one.group) == ("Олег Тарасов", 1, None, "running")
    assert (one.a, one.b) == (event.entries()[0].name, event.entries()[1].name)


def test_what_is_to_come_is_said_in_words(event: Event) -> None:
    write(event, *WHOLE_GAME[:2], {"kind": "deal_begin"}, {"kind": "time", "in_deal": True})
    assert spot(event).closer == "last deal"


def test_a_tablet_that_was_not_heard_of_for_a_minute_is_silent_while_its_game_runs(event: Event) -> None:
    hold(event)
    assert spot(event, now=timezone.now() + timedelta(minutes=5)).silent is None  # not begun: nobody need write
    write(event, START)
    heard = timezone.now() - timedelta(seconds=200)
    Lease.objects.update(seen_at=heard)
    Game.objects.filter(table=1).update(last_line_at=heard)
    one = spot(event)
    assert (one.silent, one.group) == (3, "need")
    assert "silent for 3 minutes" in page(event)
    Lease.objects.update(seen_at=timezone.now())
    assert spot(event).silent is None


def test_calls_stand_on_the_board_until_somebody_has_seen_to_them(event: Event) -> None:
    call_official(game_at(event, 2), "mistake", actor=Actor(""), text="deal 4 was <i>35</i>", address="10.0.0.9")
    assert (spot(event, 2).group, read(event).groups[0].name) == ("need", "need")
    html = page(event)
    assert "deal 4 was &lt;i&gt;35&lt;/i&gt;" in html
    call = Call.objects.get()
    address = f"/desk/{event.tournament.slug}/games/{call.game_id}/calls/{call.pk}/close/"
    back = f"/desk/{event.tournament.slug}/board/?show=need"
    response = event.client("desk").post(address, {"back": back})
    assert response.headers["Location"] == back
    call.refresh_from_db()
    assert call.closed_by == "Kerem Demir"
    assert spot(event, 2).group == "waiting"


def test_seeing_to_a_call_leads_to_no_other_site(event: Event) -> None:
    call = call_official(game_at(event, 1), "mistake", actor=Actor(""), text="help")
    address = f"/desk/{event.tournament.slug}/games/{call.game_id}/calls/{call.pk}/close/"
    response = event.client("desk").post(address, {"back": "https://elsewhere.test/"})
    assert response.headers["Location"] == f"/desk/{event.tournament.slug}/board/"


def test_an_undecided_protest_an_odd_fish_and_a_card_are_seen(event: Event) -> None:
    fish = {"kind": "deal", "ending": "fish", "by": "A1", "left": {"A1": 1, "B1": 2, "A2": 3, "B2": 5}}
    write(event, START, fish)
    write(event, START, {"kind": "protest", "text": "no"}, table=2)
    carded = {"kind": "penalty", "code": "other", "seat": "A1", "sanction": {"points": 0, "card": "yellow"}}
    append_lines(game_at(event, 3).pk, [START, carded], actor=holding(event.chief_referee))
    assert (spot(event, 1).group, spot(event, 2).group, spot(event, 3).group) == ("soon", "need", "soon")
    html = page(event)
    assert "odd fish: count again" in html
    assert "1 protest to decide" in html
    assert "yellow card" in html


def test_time_that_is_over_and_not_written_is_worth_a_look(event: Event) -> None:
    write(event, START)
    Round.objects.update(clock_started_at=timezone.now() - timedelta(minutes=41))
    Game.objects.filter(table=1).update(last_line_at=timezone.now())
    assert spot(event).late
    write(event, {"kind": "time", "in_deal": False})
    assert not spot(event).late


def test_a_table_with_minutes_of_its_own_has_its_own_clock(event: Event) -> None:
    round_ = start_clock(game_at(event, 1).round, actor=event.actor())
    add_minutes_at_table(game_at(event, 1), 6, actor=event.actor(), reason="a tile was missing")
    one, other = spot(event, 1), spot(event, 2)
    assert one.clock
    assert other.clock
    assert 355 <= one.clock.seconds_left - other.clock.seconds_left <= 361
    assert round_.minutes == 40
    assert "+6 min" in page(event)


def test_filters_and_words_leave_what_was_asked_for(event: Event) -> None:
    write(event, *WHOLE_GAME, table=1)
    write(event, START, table=2)
    assert tables(read(event, "sign")) == [1]
    assert tables(read(event, "running")) == [2]
    assert tables(read(event, "waiting")) == [3]
    assert tables(read(event, "nonsense")) == [1, 2, 3]
    assert tables(read(event, words="2")) == [1, 2]  # table 2, and pair 2 at table 1
    name = event.entries()[4].name.split()[0].lower()
    assert tables(read(event, words=name)) == [3]
    assert tables(read(event, words="zzz")) == []
    assert "No table of the open rounds answers this choice." in page(event, "?table=zzz")
    assert {name: count for name, _word, count in read(event).counts}["sign"] == 1


def test_polling_gets_304_until_something_changes(event: Event) -> None:
    client, address = event.client("desk"), f"/desk/{event.tournament.slug}/board/?part=tables"
    first = client.get(address)
    etag = first.headers["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    call_official(game_at(event, 1), "mistake", actor=Actor(""), text="wrong score")
    second = client.get(address, headers={"If-None-Match": etag})
    assert second.status_code == 200
    assert "wrong score" in second.content.decode()
    assert "<html" not in second.content.decode()


def test_a_running_clock_alone_changes_nothing(event: Event) -> None:
    start_clock(game_at(event, 1).round, actor=event.actor())
    now = timezone.now()
    assert read(event, now=now).etag == read(event, now=now + timedelta(seconds=20)).etag


def test_without_an_open_round_the_board_says_so(event: Event) -> None:
    Round.objects.update(state=Round.State.CLOSED)
    assert "The tables stand here as soon as a round is published." in page(event)


@pytest.mark.parametrize(("who", "status"), [("organiser", 200), ("desk", 200), ("referee", 403), ("stranger", 302)])
def test_the_board_is_for_the_desk(event: Event, who: str, status: int) -> None:
    assert event.client(who).get(f"/desk/{event.tournament.slug}/board/").status_code == status


# -- queries -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "?part=tables", "?show=need"])
def test_a_hundred_tables_take_nine_queries(path: str, django_assert_num_queries: Any) -> None:
    many = builders.event(200)
    builders.add_round(many.tournament)
    for table in (1, 2, 3):
        hold(many, table)
        write(many, START, {"kind": "protest", "text": "no"}, table=table)
        call_official(game_at(many, table), "mistake", actor=Actor(""), text="help")
    client = many.client("chief_referee")
    with django_assert_num_queries(9):  # 4 of the door; rounds, games, seats, calls, protests
        html = client.get(f"/desk/{many.tournament.slug}/board/{path}").content.decode()
    assert html.count('class="spot') >= 3
    assert path or html.count('id="spot-') == 100


@pytest.mark.parametrize("lines", [1, 20])
def test_an_append_takes_seven_queries_with_a_lease_however_long_the_log(
    event: Event, lines: int, django_assert_num_queries: Any
) -> None:
    hold(event)
    actor = Actor(event.referee.name, official=event.referee, holder="tablet-1")
    game = game_at(event, 1)
    write(event, START, *({"kind": "note", "text": f"note {n}"} for n in range(lines)))
    deal = {"kind": "deal", "ending": "points", "side": "A", "points": 30}
    with django_assert_num_queries(7):  # begin, lock, game with its lease, log, lines, row of the game, commit
        append_lines(game.pk, [deal], actor=actor, after=lines + 1)


def test_the_clocks_of_the_board_do_not_speak_up_one_after_the_other(event: Event) -> None:
    Round.objects.update(clock_started_at=timezone.now())
    html = page(event)
    assert html.count('role="timer"') == 3 + html.count('<a class="bar-clock')
    assert html.count("data-deadline") >= 3
    assert 'role="status"' not in html.split('id="board"')[1]


def test_what_can_be_pressed_on_the_board_has_a_name_that_outlives_its_renewal(event: Event) -> None:
    game = game_at(event, 1)
    call_official(game, "mistake", actor=Actor(""), text="deal 4")
    write(event, START, {"kind": "protest", "text": "counted wrongly", "side": "A"})
    html = page(event).split('id="board"')[1].split("</main>")[0]
    named = re.findall(r"<(?:a|button)\b([^>]*)>", html)
    assert len(named) > 10
    assert [tag for tag in named if " id=" not in tag] == []
    assert len(re.findall(r' id="([^"]+)"', html)) == len(set(re.findall(r' id="([^"]+)"', html)))
