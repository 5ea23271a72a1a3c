"""The one way a log grows."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referees.acts import lines
from referees.acts.lines import MOST_LINES, append_lines
from referees.acts.protocols import accept_protocol, draw_up_protocol
from referees.models import Line, Protocol
from tests.builders import add_round, event
from tests.referees.games import START, WHOLE_GAME, event_with_game, holding, sign_all, with_pen
from tournaments.models import Game, Round
from tournaments.permissions import Actor
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db


def post(client: Client, game: Game, lines: Any) -> Any:
    return client.post(f"/api/v1/games/{game.pk}/lines/", {"lines": lines}, content_type="application/json")


def answers(response: Any) -> list[tuple[str, str | None]]:
    return [(a["answer"], a["error"] and a["error"]["code"]) for a in response.json()["answers"]]


def test_each_line_of_a_batch_is_applied_known_or_refused() -> None:
    made, game = event_with_game()
    tablet = with_pen(made.referee)
    deal = {"kind": "deal", "ending": "points", "side": "A", "points": 37, "id": "d1"}
    response = post(tablet, game, [START, deal, deal, {**deal, "points": 38}, {"kind": "start", "leader": "B1"}])
    assert response.status_code == 200
    assert answers(response) == [
        ("applied", None),
        ("applied", None),
        ("known", None),
        ("refused", "id_reused"),
        ("refused", "already_started"),
    ]
    assert [line.number for line in Line.objects.filter(game=game)] == [1, 2]
    assert response.json()["game"]["fold"]["score"] == {"A": 37, "B": 0}


def test_sending_a_batch_twice_changes_nothing() -> None:
    made, game = event_with_game()
    tablet = with_pen(made.referee)
    post(tablet, game, WHOLE_GAME[:3])
    response = post(tablet, game, WHOLE_GAME[:3])
    assert answers(response) == [("known", None)] * 3
    assert Line.objects.filter(game=game).count() == 3


def test_a_line_without_an_id_is_given_one() -> None:
    made, game = event_with_game()
    response = post(with_pen(made.referee), game, [{"kind": "start", "leader": "B2"}])
    assert response.json()["answers"][0]["id"] == Line.objects.get().line_id
    assert len(Line.objects.get().line_id) == 32


def test_public_pages_see_the_live_state_on_the_row_of_the_game() -> None:
    made, game = event_with_game()
    append_lines(game.pk, WHOLE_GAME[:3], actor=holding(made.referee))
    game.refresh_from_db()
    assert (game.state, game.score_a, game.score_b, game.deals_played, game.to_come) == ("running", 90, 60, 2, "deal")
    assert game.live["next_leader"] == "A2"
    assert game.log_length == 3


def test_without_a_pen_nothing_is_written() -> None:
    _, game = event_with_game()
    response = post(Client(), game, [START])
    assert response.status_code == 403
    assert response.json()["code"] == "no_pen"
    assert not Line.objects.exists()


def test_the_pen_of_another_event_does_not_write_here() -> None:
    _, game = event_with_game()
    other = event(name="Other Cup", slug="other-cup")
    response = post(with_pen(other.referee), game, [START])
    assert response.status_code == 403
    assert response.json()["sentence"] == "This table belongs to another event. Use the link of your own event."
    assert not Line.objects.exists()


def test_a_request_from_a_foreign_page_is_refused() -> None:
    made, game = event_with_game()
    tablet = with_pen(made.referee)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = tablet.cookies
    assert post(strict, game, [START]).status_code == 403
    assert not Line.objects.exists()


def test_a_scorer_records_deals_and_no_penalties() -> None:
    made, game = event_with_game()
    lines = [START, WHOLE_GAME[1], {"kind": "penalty", "code": "talking", "seat": "A1", "id": "p1"}]
    response = post(with_pen(made.scorer), game, lines)
    assert answers(response) == [("applied", None), ("applied", None), ("refused", "not_permitted")]
    assert "chief referee, referee" in response.json()["answers"][2]["error"]["sentence"]


@pytest.mark.parametrize("by_way_of", ["of", "instead_of", "before"])
def test_a_scorer_cannot_correct_a_penalty(by_way_of: str) -> None:
    made, game = event_with_game()
    append_lines(
        game.pk,
        [START, {"kind": "penalty", "code": "talking", "seat": "A1", "id": "p1"}],
        actor=holding(made.referee),
    )
    line = {"kind": "strike" if by_way_of == "of" else "note", "reason": "r", "text": "t", by_way_of: "p1"}
    _, _, (answer,) = append_lines(game.pk, [line], actor=holding(made.scorer))
    assert answer.error is not None
    assert answer.error["code"] == "not_permitted"


def test_a_scorer_cannot_bring_back_a_struck_penalty() -> None:
    made, game = event_with_game()
    penalty = {"kind": "penalty", "code": "touched_tile", "seat": "A1", "id": "p1"}
    strike = {"kind": "strike", "of": "p1", "reason": "wrong player", "id": "s1"}
    append_lines(game.pk, [START, penalty, strike], actor=holding(made.referee))
    _, _, (answer,) = append_lines(
        game.pk, [{"kind": "strike", "of": "s1", "reason": "no"}], actor=holding(made.scorer)
    )
    assert answer.answer == "refused"


@pytest.mark.parametrize(
    "line",
    [
        7,
        None,
        [],
        {"kind": "note", "text": "a\x00b"},
        {"kind": "note", "text": "\ud800"},
        {"kind": "note", "text": "x" * 9000},
        {"kind": "note", "text": "x", "id": "i" * 65},
        {"kind": "note", "text": "x", "more": 1.5},
        {"kind": "seat", "seat": "A1", "player": "nobody"},
    ],
)
def test_what_no_protocol_could_hold_is_a_bad_field(line: Any) -> None:
    made, game = event_with_game()
    _, _, (answer,) = append_lines(game.pk, [line], actor=holding(made.referee))
    assert (answer.answer, answer.error and answer.error["code"]) == ("refused", "bad_field")
    assert not Line.objects.exists()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x" * 9000, "This line has more than 8,000 characters"),
        ("a\x00b", "In this line is a sign that cannot be kept."),
        ("\ud800", "In this line is a sign that cannot be kept."),
        ("\\\x00", "In this line is a sign that cannot be kept."),
    ],
)
def test_a_line_that_cannot_be_kept_is_told_why(text: str, sentence: str) -> None:
    made, game = event_with_game()
    _, _, (answer,) = append_lines(game.pk, [{"kind": "note", "text": text}], actor=holding(made.referee))
    assert answer.error
    assert (answer.error["code"], answer.error["params"]["field"]) == ("bad_field", "lines")
    assert answer.error["sentence"].startswith(sentence)


def test_six_signs_that_look_like_one_that_cannot_be_kept_are_kept() -> None:
    made, game = event_with_game()
    note = {"kind": "note", "text": "typed \\u0000"}
    _, _, (answer,) = append_lines(game.pk, [note], actor=holding(made.referee))
    assert answer.answer == "applied"
    assert Line.objects.get().data["text"] == "typed \\u0000"


def test_nobody_takes_a_chair_while_he_sits_at_another_table_of_the_round() -> None:
    made = event(pairs=4)
    round_ = add_round(made.tournament)
    here, there = round_.games.order_by("table")
    player = there.seats.get(seat="A1").player
    line = {"kind": "seat", "seat": "A1", "player": player.key}
    _, _, (answer,) = append_lines(here.pk, [line], actor=holding(made.referee))
    assert answer.error is not None
    assert answer.error["code"] == "sits_elsewhere"


def test_a_log_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    made, game = event_with_game()
    monkeypatch.setattr(lines, "LONGEST_LOG", 3)
    append_lines(game.pk, WHOLE_GAME[:3], actor=holding(made.referee))
    with pytest.raises(Refused, match="This log is full"):
        append_lines(game.pk, [WHOLE_GAME[3]], actor=holding(made.referee))


def test_whole_numbers_are_stored_as_integers() -> None:
    made, game = event_with_game()
    deal = {"kind": "deal", "ending": "points", "side": "A", "points": 37.0, "id": "d1"}
    append_lines(game.pk, [START, deal], actor=holding(made.referee))
    assert repr(Line.objects.get(line_id="d1").data["points"]) == "37"


def test_too_many_lines_at_once_are_refused_in_a_sentence() -> None:
    made, game = event_with_game()
    with pytest.raises(Refused, match="at most 200 lines"):
        append_lines(game.pk, [START] * (MOST_LINES + 1), actor=holding(made.referee))


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"lines": 3}', b"{}", b"nul"])
def test_a_body_that_is_no_batch_is_refused_in_a_sentence(body: bytes) -> None:
    made, game = event_with_game()
    response = with_pen(made.referee).post(f"/api/v1/games/{game.pk}/lines/", body, content_type="application/json")
    assert response.status_code == 400
    assert response.json()["sentence"]


def test_a_batch_with_one_line_takes_at_most_9_queries() -> None:
    # Begin and end of the transaction are counted too.
    made, game = event_with_game()
    tablet = with_pen(made.referee)
    post(tablet, game, WHOLE_GAME[:2])
    with CaptureQueriesContext(connection) as queries:
        assert post(tablet, game, [WHOLE_GAME[2]]).status_code == 200
    assert len(queries) <= 9, [q["sql"][:90] for q in queries]


def test_a_batch_that_voids_a_protocol_takes_one_query_more() -> None:
    made, game = event_with_game()
    tablet = with_pen(made.referee)
    post(tablet, game, WHOLE_GAME)
    draw_up_protocol(game.pk, actor=holding(made.referee))
    with CaptureQueriesContext(connection) as queries:
        assert post(tablet, game, [{"kind": "note", "text": "x"}]).status_code == 200
    assert Protocol.objects.get().state == "void"
    assert len(queries) <= 10, [q["sql"][:90] for q in queries]


@pytest.mark.parametrize("state", [Round.State.DRAWN, Round.State.CLOSED])
def test_a_round_that_is_not_open_takes_no_line(state: Round.State) -> None:
    made = event(pairs=2)
    game = add_round(made.tournament, state=state).games.get()
    with pytest.raises(Refused) as refusal:
        append_lines(game.pk, [START], actor=holding(made.referee))
    assert refusal.value.code == "round_not_open"


def test_a_deactivated_official_loses_the_pen_at_once() -> None:
    made, game = event_with_game()
    tablet = with_pen(made.referee)
    post(tablet, game, [START])
    made.referee.active = False
    made.referee.save()
    assert post(tablet, game, [WHOLE_GAME[1]]).status_code == 403
    with pytest.raises(NotPermitted):
        append_lines(game.pk, [WHOLE_GAME[1]], actor=holding(made.referee))


def test_a_bye_has_no_log() -> None:
    made = event(pairs=1)
    game = add_round(made.tournament).games.get()
    with pytest.raises(Refused) as refusal:
        append_lines(game.pk, [START], actor=holding(made.referee))
    assert refusal.value.code == "no_such_game"


def test_the_database_itself_refuses_to_rewrite_a_line() -> None:
    made, game = event_with_game()
    append_lines(game.pk, [START], actor=holding(made.referee))
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Line.objects.filter(game=game).update(data={"kind": "start", "leader": "B1"})
    assert Line.objects.get().data == START


def test_an_accepted_protocol_takes_no_further_line() -> None:
    made, game = event_with_game()
    referee = holding(made.referee)
    append_lines(game.pk, WHOLE_GAME, actor=referee)
    protocol = draw_up_protocol(game.pk, actor=referee)
    sign_all(protocol, referee)
    accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)
    response = post(with_pen(made.referee), game, [{"kind": "note", "text": "late"}])
    assert response.status_code == 409
    assert response.json()["code"] == "protocol_accepted"


def test_the_table_page_gets_304_until_something_changes() -> None:
    made, game = event_with_game()
    tablet = with_pen(made.referee)
    first = tablet.get(f"/api/v1/games/{game.pk}/")
    assert tablet.get(f"/api/v1/games/{game.pk}/", headers={"If-None-Match": first["ETag"]}).status_code == 304
    post(tablet, game, [START])
    second = tablet.get(f"/api/v1/games/{game.pk}/", headers={"If-None-Match": first["ETag"]})
    assert second.status_code == 200
    assert second.json()["log_length"] == 1
    assert "penalise" in second.json()["may"]


def test_a_compressed_answer_is_known_again_by_its_weakened_tag() -> None:
    made, game = event_with_game()
    tablet = with_pen(made.referee)
    first = tablet.get(f"/api/v1/games/{game.pk}/", headers={"Accept-Encoding": "gzip"})
    assert first["ETag"].startswith('W/"')
    assert tablet.get(f"/api/v1/games/{game.pk}/", headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_new_rules_of_a_waiting_game_reach_its_table() -> None:
    made, game = event_with_game()
    tablet = with_pen(made.referee)
    first = tablet.get(f"/api/v1/games/{game.pk}/")
    Game.objects.update(rules={"target": 100})
    second = tablet.get(f"/api/v1/games/{game.pk}/", headers={"If-None-Match": first["ETag"]})
    assert (second.status_code, second.json()["rules"]) == (200, {"target": 100})


def test_anybody_may_look_at_a_published_game_and_nobody_at_a_drawn_one() -> None:
    _, game = event_with_game()
    shown = Client().get(f"/api/v1/games/{game.pk}/").json()
    assert [seat["seat"] for seat in shown["seats"]] == ["A1", "B1", "A2", "B2"]
    assert shown["may"] == []
    Round.objects.update(state=Round.State.DRAWN)
    assert Client().get(f"/api/v1/games/{game.pk}/").status_code == 404


def test_a_stranger_is_told_so_by_the_act_itself() -> None:
    _, game = event_with_game()
    with pytest.raises(NotPermitted):
        append_lines(game.pk, [START], actor=Actor(""))


@pytest.mark.parametrize("kind", [["note"], {"note": 1}, 7, None])
def test_a_kind_that_is_no_text_is_refused_as_unknown(kind: Any) -> None:
    made, game = event_with_game()
    assert answers(post(with_pen(made.referee), game, [{"kind": kind}])) == [("refused", "unknown_kind")]


def test_absurd_numbers_are_stored_and_can_be_struck() -> None:
    made, game = event_with_game()
    chief = holding(made.chief_referee)
    ruling = {"kind": "ruling", "score": {"A": 2**31 - 1, "B": 0}, "winner": "A", "reason": "typing", "id": "big"}
    fine = {"kind": "penalty", "code": "other", "seat": "B1", "sanction": 2**31 - 1, "id": "fine"}
    _, _, answers = append_lines(game.pk, [START, fine, ruling], actor=chief)
    assert [answer.answer for answer in answers] == ["applied"] * 3
    _, _, (struck,) = append_lines(game.pk, [{"kind": "strike", "of": "big", "reason": "typing"}], actor=chief)
    game.refresh_from_db()
    assert (struck.answer, game.score_a, game.state) == ("applied", 2**31 - 1, "running")


def test_nothing_at_all_among_the_lines_is_refused_by_itself() -> None:
    made, game = event_with_game()
    response = post(with_pen(made.referee), game, [None, START, 7])
    assert answers(response) == [("refused", "bad_field"), ("applied", None), ("refused", "bad_field")]
