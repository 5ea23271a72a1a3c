"""A player's phone at a table: the record in full, and a word to the referee."""

from __future__ import annotations

import html as markup
import re

import pytest
from django.test import Client

from referees.acts.leases import take_table
from referees.acts.lines import append_lines
from referees.acts.links import make_table_links
from referees.models import Call, Lease, Line, TableLink
from tests import builders
from tests.referees.games import WHOLE_GAME, holding, with_pen
from tournaments.models import Game
from tournaments.permissions import Actor


@pytest.fixture
def event(db: None) -> builders.Event:
    return builders.event(2)


@pytest.fixture
def game(event: builders.Event) -> Game:
    return builders.add_round(event.tournament).games.get(table=1)


@pytest.fixture
def link(event: builders.Event) -> TableLink:
    return make_table_links(event.tournament, [1], actor=event.actor())[0]


def flag(link: TableLink, **fields: str) -> tuple[int, str]:
    answer = Client().post(f"/t/{link.token}/mistake/", fields, follow=True)
    return answer.status_code, markup.unescape(answer.content.decode())


def test_a_player_tells_the_referee_and_the_log_stays_as_it_is(game: Game, link: TableLink) -> None:
    status, page = flag(link, deal="4", text="it was  35")
    assert status == 200
    assert "Told. The referee sees it on the tablet of this table." in page
    call = Call.objects.get()
    assert (call.game, call.kind, call.text, call.caller) == (game, "mistake", "Deal 4: it was 35", "")
    assert not Line.objects.exists()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"deal": "4", "text": ""}, "Say in a few words what is wrong"),
        ({"deal": "four", "text": "it was 35"}, "Type the number of the deal in figures"),
        ({"deal": "-1", "text": "it was 35"}, "greater than or equal to 1"),
        ({"deal": "", "text": "x" * 251}, "at most 250 characters"),
    ],
)
def test_what_cannot_be_sent_is_told_and_kept(
    game: Game, link: TableLink, fields: dict[str, str], sentence: str
) -> None:
    status, page = flag(link, **fields)
    assert status == 400
    assert sentence in page
    assert fields["text"] in page
    assert re.search(r"<details[^>]* open>", page)
    assert not Call.objects.exists()


def test_the_same_phone_again_at_once_is_told_that_it_has_arrived(game: Game, link: TableLink) -> None:
    flag(link, text="it was 35")
    status, page = flag(link, text="it was 35")
    assert status == 400
    assert "Your message has arrived." in page
    assert 'value="it was 35"' in page
    assert Call.objects.count() == 1


def test_where_the_result_is_in_the_page_asks_for_no_mistake_and_says_where_to_go(game: Game, link: TableLink) -> None:
    Game.objects.filter(pk=game.pk).update(state=Game.State.ACCEPTED)
    assert "Is something in the record wrong?" not in Client().get(f"/t/{link.token}/").content.decode()
    status, page = flag(link, text="it was 35")
    assert status == 400
    assert "The result of this game is in. Speak to the chief referee at the desk." in page
    assert 'value="it was 35"' in page
    assert not Call.objects.exists()


def test_where_nobody_plays_nothing_is_flagged(event: builders.Event, link: TableLink) -> None:
    status, page = flag(link, text="it was 35")
    assert status == 400
    assert "Round 1 has not been published yet." in page
    assert not Call.objects.exists()


def test_the_record_shows_what_was_struck_and_corrected(event: builders.Event, game: Game, link: TableLink) -> None:
    changes = [
        {"kind": "penalty", "code": "touched_tile", "seat": "B1", "id": "p1"},
        {"kind": "deal", "ending": "points", "side": "A", "points": 80, "instead_of": "d1", "id": "c1"},
        {"kind": "strike", "of": "d2", "reason": "it was another table"},
        {"kind": "protest", "side": "B", "text": "we count again"},
    ]
    append_lines(game.pk, [*WHOLE_GAME[:3], *changes], actor=holding(event.referee))
    page = markup.unescape(Client().get(f"/t/{link.token}/").content.decode())
    assert re.findall(r"<s class=\"was\">(.*?)</s> <span class=\"soft small\">(.*?)</span>", page) == [
        ("Deal: 90 points to side A", "line 2, corrected"),
        ("Deal: 60 points to side B", "line 3, struck: it was another table"),
    ]
    assert "Penalty: B1, touched tile: fine of 25" in page
    assert "Protest: we count again" in page
    assert re.findall(r"\d+:\d+</td>", page) == ["80:0</td>", "105:0</td>"]


def test_giving_back_the_pen_gives_back_the_tables_of_that_tablet_only(
    event: builders.Event, game: Game, link: TableLink
) -> None:
    referee = Actor(event.referee.name, official=event.referee, holder="tablet-1")
    take_table(game.pk, actor=referee)
    client = with_pen(event.referee)
    client.post(f"/t/{link.token}/pen/down/", {"holder": "tablet-2"})
    assert Lease.objects.count() == 1
    client.post(f"/t/{link.token}/pen/down/", {"holder": "tablet-1"})
    assert not Lease.objects.exists()


def test_the_tables_at_hand_tell_the_clock_and_note_that_the_tablet_was_heard_of(
    event: builders.Event, game: Game
) -> None:
    take_table(game.pk, actor=Actor(event.referee.name, official=event.referee, holder="tablet-1"))
    Lease.objects.update(seen_at="2020-01-01T00:00:00Z")
    client = with_pen(event.referee)
    answer = client.get(f"/api/v1/games/{game.pk}/tables/", headers={"X-Table-Holder": "tablet-1"})
    (table,) = answer.json()["tables"]
    assert table["clock"] == {"state": "idle", "seconds_left": 2400}
    assert table["mine"] is True
    assert Lease.objects.get().seen_at.year > 2020


@pytest.mark.parametrize(("asked", "deals"), [("", None), ("?game=deals", 4), ("?game=nonsense", None)])
def test_the_training_table_is_open_to_everybody(db: None, asked: str, deals: int | None) -> None:
    page = Client().get(f"/training/{asked}").content.decode()
    assert "Training: counts nowhere." in page
    assert f'"deals": {"null" if deals is None else deals}' in page
