"""A game at the desk: every version readable, printed as it is, reopened; and found again at its table."""

from __future__ import annotations

import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from referees.acts.lines import append_lines
from referees.acts.links import make_table_links
from referees.acts.protocols import accept_protocol, draw_up_protocol, sign
from referees.models import Protocol, Signature, TableLink
from referees.playing import finish_round
from referees.written import written
from tests import builders
from tests.builders import Event
from tests.referees.games import STROKES, WHOLE_GAME, holding, sign_all, with_pen
from tests.referees.test_table_page import facts
from tournaments.acts import documents
from tournaments.acts.draws import draw_round
from tournaments.acts.rounds import close_round, publish_round, reopen_round
from tournaments.models import Document, Game, Result, Round
from tournaments.reads.documents import document_line

pytestmark = pytest.mark.django_db

PENALTY = {"kind": "penalty", "code": "slow_play", "seat": "B2", "id": "p1"}
NOTE = {"kind": "note", "text": "A <b>cup</b> fell", "id": "n1"}


@pytest.fixture
def event() -> Event:
    made = builders.event(4, planned_rounds=8)
    make_table_links(made.tournament, [1, 2], actor=made.actor())
    return made


def address(game: Game, path: str = "") -> str:
    return f"/desk/{game.round.tournament.slug}/games/{game.pk}/{path}"


def seen(event: Event, game: Game, path: str = "", who: str = "organiser") -> str:
    response = event.client(who).get(address(game, path))
    assert response.status_code == 200
    return response.content.decode()


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def game_of(event: Event, table: int = 1) -> Game:
    return builders.add_round(event.tournament).games.select_related("round__tournament").get(table=table)


def accepted(event: Event, game: Game, lines: list[Any]) -> Protocol:
    """Play a game, have it signed and accepted."""
    referee = holding(event.referee)
    append_lines(game.pk, lines, actor=referee)
    protocol = draw_up_protocol(game.pk, actor=referee)
    sign_all(protocol, referee)
    return accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)


def link_of(event: Event, table: int = 1) -> TableLink:
    return TableLink.objects.get(tournament=event.tournament, table=table)


# -- what is read ------------------------------------------------------------------------------------------------------


def test_a_game_that_is_played_shows_its_score_its_log_and_the_way_to_its_table(event: Event) -> None:
    game = game_of(event)
    append_lines(game.pk, [*WHOLE_GAME[:3], PENALTY], actor=holding(event.referee))
    html = seen(event, game, who="desk")
    assert re.findall(r'score-num">(\d+)<', html) == ["90", "60"]
    assert "Slow play: warning" in words(html)
    assert "None yet. It is drawn up at the table when the game is over." in html
    assert f'href="/t/{link_of(event).token}/?round=1"' in html
    assert "Reopen the game" not in html


def test_a_fine_stands_among_the_deals_of_the_log_where_it_fell(event: Event) -> None:
    game = game_of(event)
    fine = {"kind": "penalty", "code": "touched_tile", "seat": "A2", "id": "p1"}
    append_lines(game.pk, [*WHOLE_GAME[:2], fine, WHOLE_GAME[2]], actor=holding(event.referee))
    html = seen(event, game, who="desk")
    rows = [words(row).strip() for row in re.findall(r"<tr[^>]*>(.*?)</tr>", html.split("The log now")[1], re.DOTALL)]
    assert rows[1:] == [
        "1 A1 Points from paper 90 – side A 90 side B 0",
        "A2 Touched tile: fine of 25 – 25 side A 90 side B 25",
        "2 B1 Points from paper – 60 side A 90 side B 85",
    ]


def test_a_version_is_read_with_deals_penalties_remarks_and_corrections(event: Event) -> None:
    game = game_of(event)
    strike = {"kind": "strike", "of": "d0", "reason": "wrong side", "id": "s0"}
    first = {"kind": "deal", "ending": "points", "side": "B", "points": 90, "id": "d0"}
    start, *deals = WHOLE_GAME
    accepted(event, game, [start, first, strike, deals[0], PENALTY, NOTE, *deals[1:]])
    html = seen(event, game)
    said = words(html)
    assert re.findall(r'<th scope="row">(\d)</th>', html) == ["1", "2", "3"]
    assert "Penalty: B2, slow play: warning" in said
    assert "Note: A &lt;b&gt;cup&lt;/b&gt; fell" in said
    assert "line 2 struck (Deal: 90 points to side B): wrong side" in said
    assert "accepted by Олег Тарасов" in said
    assert "target reached" in said


def test_the_signatures_are_drawn_as_they_were_and_refusals_have_their_reason(event: Event) -> None:
    game, referee = game_of(event), holding(event.referee)
    append_lines(game.pk, WHOLE_GAME, actor=referee)
    protocol = draw_up_protocol(game.pk, actor=referee)
    sign(protocol.pk, "A1", "drawn", digest=protocol.digest, actor=referee, strokes=STROKES)
    sign(protocol.pk, "B1", "refused", digest=protocol.digest, actor=referee, reason="disputes <i>deal</i> 2")
    sign(protocol.pk, "A2", "absent", digest=protocol.digest, actor=referee)
    html = seen(event, game)
    assert re.findall(r'<polyline points="([^"]+)"', html) == ["300,100 1200,300 2100,120", "600,600 2400,640"]
    said = words(html)
    assert "refused to sign" in said
    assert "disputes &lt;i&gt;deal&lt;/i&gt; 2" in said
    assert "absent" in said
    assert said.count("not signed") == 2


def test_every_version_stays_readable_with_the_reason_why_it_is_void(event: Event) -> None:
    game = game_of(event)
    old = accepted(event, game, WHOLE_GAME)
    chief = event.client("chief_referee")
    chief.post(address(game, "reopen/"), {"reason": "deal 2 went to the wrong side"})
    right = {"kind": "deal", "ending": "points", "side": "A", "points": 60, "id": "d4", "instead_of": "d2"}
    last = {"kind": "strike", "of": "d3", "reason": "reached before", "id": "s1"}
    more = {"kind": "deal", "ending": "points", "side": "A", "points": 55, "id": "d5"}
    new = accepted(event, game, [last, right, more])
    latest, before = seen(event, game), seen(event, game, "?version=1")
    for html in (latest, before):
        assert old.digest[:16].upper() in html
        assert new.digest[:16].upper() in html
        assert "deal 2 went to the wrong side" in html
    assert re.findall(r'id="version-title">([^<]+)<', latest + before) == ["Version 2", "Version 1"]
    assert (old.digest in latest, old.digest in before) == (False, True)
    assert 'href="?version=1#version"' in latest
    assert "90 : 60" not in words(latest.split('id="version"')[1])


def test_why_the_program_made_a_version_void_is_told_in_the_language_of_the_reader(event: Event) -> None:
    game, russian = game_of(event), holding(event.referee)
    with override("ru"):
        append_lines(game.pk, WHOLE_GAME, actor=russian)
        draw_up_protocol(game.pk, actor=russian)
        append_lines(game.pk, [{"kind": "note", "text": "a chair broke"}], actor=russian)
    assert "The log was changed after this version was made." in words(seen(event, game, "?version=1"))
    page = event.client().get(address(game), headers={"accept-language": "ru"}).content.decode()
    assert page.count("После составления этой версии запись партии изменилась.") == 2
    told = event.client().get(f"/api/v1/games/{game.pk}/", headers={"accept-language": "en"}).json()["protocol"]
    assert told["void_reason"] == "The log was changed after this version was made."


@pytest.mark.parametrize("version", ["0", "9", "x", "1e3", "-1", "٢"])
def test_a_version_that_is_not_there_gives_the_latest(event: Event, version: str) -> None:
    game = game_of(event)
    accepted(event, game, WHOLE_GAME)
    assert 'id="version-title">Version 1<' in seen(event, game, f"?version={version}")


def test_a_text_that_was_tampered_with_is_told_and_not_read(event: Event) -> None:
    game = game_of(event)
    right = accepted(event, game, WHOLE_GAME)
    text = right.envelope.replace('"points":110', '"points":113')
    Protocol.objects.create(game=game, version=2, envelope=text, digest=right.digest, outcome=right.outcome)
    html = seen(event, game)
    assert "The stored text is not the one that was signed." in html
    assert "113" not in html
    assert "113" not in seen(event, game, "?version=1")


def test_a_bye_has_no_table_and_no_protocol(event: Event) -> None:
    round_ = builders.add_round(event.tournament)
    event.tournament.entries.filter(number__gt=1).update(withdrawn_at=timezone.now())
    bye = builders.add_round(event.tournament, 2).games.select_related("round__tournament").get()
    said = words(seen(event, bye))
    assert "Bye, round 2" in said
    assert "Protocol" not in said
    assert round_.games.count() == 2


def test_a_table_without_a_link_is_said_to_have_none(event: Event) -> None:
    TableLink.objects.all().delete()
    assert "Table 1 has no link yet." in words(seen(event, game_of(event)))


def test_names_are_those_of_who_really_sat_there(event: Event) -> None:
    game = game_of(event)
    keys = {seat.seat: seat.player.key for seat in game.seats.select_related("player")}
    stand_in = builders.player("Substitute, Sam", "S-1", federation=event.tournament.federation)
    seats = [{"kind": "seat", "seat": seat, "player": keys[seat], "id": f"seat-{seat}"} for seat in keys]
    seats.append({"kind": "seat", "seat": "B2", "player": stand_in.key, "id": "seat-new"})
    accepted(event, game, [*seats, *WHOLE_GAME])
    assert "Signature of Substitute, Sam" in seen(event, game)


# -- what is done ------------------------------------------------------------------------------------------------------


def test_the_chief_referee_reopens_a_game_with_a_reason(event: Event) -> None:
    game = game_of(event)
    accepted(event, game, WHOLE_GAME)
    chief = event.client("chief_referee")
    assert "Reopen the game" in seen(event, game, who="chief_referee")
    assert "the reason is kept with the protocol" in chief.post(address(game, "reopen/"), follow=True).content.decode()
    assert Result.objects.count() == 4
    page = chief.post(address(game, "reopen/"), {"reason": "A fine was forgotten"}, follow=True).content.decode()
    assert "The game is open again." in page
    assert not Result.objects.exists()
    assert Protocol.objects.get().void_reason == "A fine was forgotten"


def test_nobody_else_reopens_and_is_told_whose_it_is(event: Event) -> None:
    game = game_of(event)
    accepted(event, game, WHOLE_GAME)
    for who in ("organiser", "desk", "referee", "scorer", "player"):
        assert event.client(who).post(address(game, "reopen/"), {"reason": "x"}).status_code == 403, who
    assert "Only the chief referee can reopen the game." in seen(event, game)
    assert Result.objects.count() == 4


def test_a_game_of_a_closed_round_leads_to_the_round_first(event: Event) -> None:
    game = game_of(event)
    accepted(event, game, WHOLE_GAME)
    Round.objects.update(state=Round.State.CLOSED)
    html = seen(event, game, who="chief_referee")
    assert "Round 1 is closed: open it again first, then this game." in words(html)
    assert "Open at the table" not in html
    page = event.client("chief_referee").post(address(game, "reopen/"), {"reason": "x"}, follow=True).content.decode()
    assert "Round 1 is closed. Reopen the round first." in page


def test_exactly_the_version_that_is_read_is_printed(event: Event) -> None:
    game = game_of(event)
    old = accepted(event, game, WHOLE_GAME)
    event.client("chief_referee").post(address(game, "reopen/"), {"reason": "x"})
    draw_up_protocol(game.pk, actor=holding(event.referee))
    page = event.client("desk").post(address(game, "versions/1/print/"), follow=True).content.decode()
    assert f"Protocol of game {game.code}, version 1: asked for." in page
    document = Document.objects.get()
    assert document.params == {"protocol": old.pk, "address": "http://testserver"}
    documents.make_document(document.pk)
    document.refresh_from_db()
    assert (document.state, document.title) == ("done", f"Protocol of game {game.code}, version 1")
    assert event.client("desk").post(address(game, "versions/7/print/")).status_code == 404
    with override("ru"):
        assert document_line(document).title == f"Протокол партии {game.code}, версия 1"
    document.params["protocol"] += 1_000_000
    assert document_line(document).title == f"Protocol of game {game.code}, version 1"


@pytest.mark.parametrize("path", ["", "reopen/", "versions/1/print/"])
def test_the_doors_are_those_of_the_desk_of_this_event(event: Event, path: str) -> None:
    game = game_of(event)
    accepted(event, game, WHOLE_GAME)
    method = "post" if path else "get"
    for who in ("referee", "scorer", "player"):
        assert getattr(event.client(who), method)(address(game, path)).status_code == 403, who
    assert getattr(Client(), method)(address(game, path))["Location"].startswith("/sign-in/")
    other = builders.event()
    elsewhere = f"/desk/{other.tournament.slug}/games/{game.pk}/{path}"
    assert getattr(other.client("chief_referee"), method)(elsewhere).status_code == 404


def test_the_page_takes_the_same_few_queries_for_one_and_for_many_versions(
    event: Event, django_assert_num_queries: Any
) -> None:
    game = game_of(event)
    accepted(event, game, WHOLE_GAME)
    client = event.client("chief_referee")
    client.get(address(game))
    with django_assert_num_queries(10):
        client.get(address(game))
    for number in range(5):
        client.post(address(game, "reopen/"), {"reason": f"look {number}"})
        accepted(event, game, [])
    with django_assert_num_queries(10):
        assert client.get(address(game)).content.decode().count("<strong>Version ") == 6


# -- found again at its table ------------------------------------------------------------------------------------------


def next_round(event: Event) -> Round:
    return publish_round(draw_round(event.tournament, actor=event.actor()), actor=event.actor())


def two_rounds(event: Event) -> tuple[Game, Game]:
    """Give table 1 of round 1, closed and opened again, and of round 2, published meanwhile."""
    first = next_round(event)
    finish_round(first, Random(1), actor=holding(event.referee))
    close_round(first, actor=event.actor())
    second = next_round(event)
    reopen_round(first, actor=event.actor("chief_referee"), reason="Sheet misread")
    games = Game.objects.select_related("round__tournament")
    return games.get(round=first, table=1), games.get(round=second, table=1)


def opened(event: Event, query: str = "", part: str = "table/") -> str:
    html = with_pen(event.referee).get(f"/t/{link_of(event).token}/{part}{query}").content.decode()
    return str(facts(html)["game_url"])


def test_a_table_leads_to_the_game_that_is_to_be_corrected_and_back_to_the_one_that_is_on(event: Event) -> None:
    first, second = two_rounds(event)
    assert opened(event) == f"/api/v1/games/{second.pk}/"
    page = event.client("chief_referee").post(address(first, "reopen/"), {"reason": "a fine"}, follow=True)
    assert f'href="/t/{link_of(event).token}/?round=1"' in page.content.decode()
    assert opened(event) == f"/api/v1/games/{first.pk}/"
    assert opened(event, "?round=2") == f"/api/v1/games/{second.pk}/"
    accepted(event, first, [])
    assert opened(event) == f"/api/v1/games/{second.pk}/"
    assert opened(event, "?round=1") == f"/api/v1/games/{first.pk}/"
    close_round(first.round, actor=event.actor())
    assert opened(event, "?round=1") == f"/api/v1/games/{second.pk}/"


@pytest.mark.parametrize("query", ["?round=7", "?round=x", "?round=", "?round=-1", "?round=99999999999"])
def test_a_round_that_is_not_open_leads_to_the_game_that_is_on(event: Event, query: str) -> None:
    _first, second = two_rounds(event)
    assert opened(event, query) == f"/api/v1/games/{second.pk}/"


def test_a_tablet_keeps_to_its_round_from_page_to_page(event: Event) -> None:
    first, second = two_rounds(event)
    event.client("chief_referee").post(address(first, "reopen/"), {"reason": "a fine"})
    token, client = link_of(event).token, with_pen(event.referee)
    known = facts(client.get(f"/t/{token}/table/?round=2").content.decode())
    pages = [known[name] for name in ("table_url", "protocol_url")]
    assert [facts(client.get(page).content.decode())["game_url"] for page in pages] == [known["game_url"]] * 2
    assert known["game_url"] == f"/api/v1/games/{second.pk}/"
    assert known["view_url"] == f"/t/{token}/?round=2"
    stranger = Client()
    assert stranger.get(known["table_url"])["Location"] == f"/t/{token}/pen/?round=2"
    sent = {"official": event.referee.pk, "pin": builders.PINS[builders.Role.REFEREE]}
    assert stranger.post(known["pen_url"], sent)["Location"] == known["table_url"]
    assert f'hx-get="/t/{token}/now/?round=2"' in stranger.get(known["view_url"]).content.decode()


def test_what_everybody_sees_of_two_games_of_a_table_is_never_taken_for_the_same(event: Event) -> None:
    first, _second = two_rounds(event)
    Game.objects.update(state=Game.State.WAITING, log_length=0, last_line_at=None, score_a=0, score_b=0, winner="")
    Round.objects.update(state=Round.State.PUBLISHED, clock_started_at=None, clock_paused_at=None)
    page = f"/t/{link_of(event).token}/now/"
    tags = {Client().get(f"{page}?round={number}").headers["ETag"] for number in (1, 2)}
    assert len(tags) == 2
    tag = Client().get(f"{page}?round=1").headers["ETag"]
    Round.objects.filter(pk=first.round_id).update(clock_started_at=timezone.now() - timedelta(minutes=1))
    assert Client().get(f"{page}?round=1", headers={"If-None-Match": tag}).status_code == 200


def test_the_desk_leads_to_the_game_from_every_list(event: Event) -> None:
    first, second = two_rounds(event)
    desk = f"/desk/{event.tournament.slug}/"
    for path, game in (("", second), ("rounds/1/", first), ("?q=громов", second)):
        assert f'href="{address(game)}"' in event.client().get(desk + path).content.decode(), path


def test_a_signature_of_one_version_is_not_shown_under_another(event: Event) -> None:
    game = game_of(event)
    accepted(event, game, WHOLE_GAME)
    event.client("chief_referee").post(address(game, "reopen/"), {"reason": "x"})
    draw_up_protocol(game.pk, actor=holding(event.referee))
    assert Signature.objects.count() == 5
    assert "<polyline" not in seen(event, game)
    assert seen(event, game, "?version=1").count("<polyline") == 10


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
def test_a_protocol_with_a_time_beyond_the_calendar_can_be_read(event: Event, at: str) -> None:
    game = game_of(event)
    protocol = accepted(event, game, [{**WHOLE_GAME[0], "at": at}, *WHOLE_GAME[1:]])
    assert written(protocol.envelope).start == ""
    assert "Version 1" in words(seen(event, game))
