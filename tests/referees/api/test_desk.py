"""Games by programs: every answer has the shape that is described; the board, rulings, protests, sheets on paper."""

from __future__ import annotations

from random import Random
from typing import Any

import jsonschema
import pytest
from django.test import Client

from referees.acts.calls import call_official
from referees.acts.lines import append_lines
from referees.acts.protocols import accept_protocol, draw_up_protocol
from referees.models import Line, Protocol
from referees.playing import play_game
from scoring.canonical import digest
from tests.builders import Event, event
from tests.referees.games import START, STROKES, WHOLE_GAME, holding, sign_all, with_pen
from tests.tournaments.playing import published
from tournaments.models import AuditEntry, Document, Game, Result

pytestmark = pytest.mark.django_db

EVENT = "/api/v1/events/amber/"
PROTEST = {"kind": "protest", "text": "deal 2 was ours", "side": "B", "id": "p1"}
SHEET: dict[str, Any] = {
    "leader": "A1",
    "rows": [
        {"points": {"A": 90}, "totals": {"A": 90, "B": 0}},
        {"points": {"B": 60}, "totals": {"B": 60}},
        {"points": {"A": 110}, "totals": {"A": 200}},
    ],
    "score": {"A": 200, "B": 60},
    "winner": "A",
}


@pytest.fixture
def amber() -> Event:
    """Make an event of four pairs with its first round published."""
    made = event(4, slug="amber")
    published(made)
    return made


@pytest.fixture
def game(amber: Event) -> Game:
    return Game.objects.select_related("round__tournament").get(round__tournament=amber.tournament, table=1)


def send(made: Event, path: str, body: Any = None, who: str = "chief_referee") -> Any:
    return made.client(who).post(EVENT + path, body or {}, content_type="application/json")


def get(made: Event, path: str, who: str = "chief_referee") -> Any:
    return made.client(who).get(EVENT + path)


@pytest.fixture
def shapes(django_db_setup: None) -> dict[str, Any]:
    """Read what the API says of itself, and let no object have more fields than are described."""
    described: dict[str, Any] = Client().get("/api/schema/?format=json").json()
    for shape in described["components"]["schemas"].values():
        if "properties" in shape:
            shape["additionalProperties"] = False
    return _of_today(described)


def _of_today(value: Any) -> Any:
    """Write `nullable` of OpenAPI 3.0 the way JSON Schema does."""
    if isinstance(value, list):
        return [_of_today(one) for one in value]
    if not isinstance(value, dict):
        return value
    if value.get("nullable"):
        rest = {name: _of_today(one) for name, one in value.items() if name != "nullable"}
        return {"anyOf": [rest, {"type": "null"}]}
    return {name: _of_today(one) for name, one in value.items()}


def check(shapes: dict[str, Any], name: str, body: Any) -> None:
    """Compare an answer with the shape of this name."""
    jsonschema.validate(body, {**shapes, "$ref": f"#/components/schemas/{name}"}, jsonschema.Draft202012Validator)


def test_a_game_has_its_shape_from_before_the_start_to_the_accepted_protocol(
    amber: Event, game: Game, shapes: dict[str, Any]
) -> None:
    address, referee = f"/api/v1/games/{game.pk}/", with_pen(amber.referee)

    def post(path: str, body: Any = None) -> Any:
        holder = {"X-Table-Holder": "tablet-7"}
        return referee.post(path, body or {}, content_type="application/json", headers=holder).json()

    check(shapes, "GameOut", Client().get(address).json())
    check(shapes, "GameOut", post(f"{address}lease/"))
    check(shapes, "CallMadeOut", post(f"{address}calls/", {"kind": "help"}))
    other = Game.objects.select_related("round__tournament").get(round=game.round, table=2)
    play_game(other, Random(3), actor=holding(amber.referee))
    check(shapes, "GameOut", referee.get(f"/api/v1/games/{other.pk}/").json())
    answered = post(f"{address}lines/", {"lines": [*WHOLE_GAME[:2], {"kind": "dance"}, PROTEST, {
        "kind": "strike", "of": "d1", "reason": "the other table"}]})  # fmt: skip
    assert [one["answer"] for one in answered["answers"]] == ["applied", "applied", "refused", "applied", "applied"]
    check(shapes, "AnswersOut", answered)
    check(shapes, "AtHandsOut", referee.get(f"{address}tables/").json())
    check(shapes, "ForAChairsOut", referee.get(f"{address}players/?q=a").json())
    check(shapes, "AnswersOut", post(f"{address}lines/", {"lines": [{**WHOLE_GAME[1], "id": "d9"}, *WHOLE_GAME[2:]]}))
    protocol = post(f"{address}protocol/")
    check(shapes, "ProtocolOut", protocol)
    signed = {"signer": "A1", "how": "drawn", "digest": protocol["digest"], "strokes": STROKES}
    check(shapes, "ProtocolOut", post(f"/api/v1/protocols/{protocol['id']}/signatures/", signed))
    check(shapes, "GameOut", referee.get(address).json())
    for signer in ("B1", "A2", "B2", "referee"):
        post(f"/api/v1/protocols/{protocol['id']}/signatures/", {**signed, "signer": signer})
    accepted = post(f"/api/v1/protocols/{protocol['id']}/accept/", {"digest": protocol["digest"]})
    assert accepted["state"] == "accepted"
    check(shapes, "GameOut", accepted)


@pytest.mark.parametrize(
    "kind", ["deal", "penalty", "void", "time", "no_show", "forfeit", "ruling", "note", "deal_begin"]
)
def test_a_line_of_each_kind_has_its_shape(kind: str, shapes: dict[str, Any]) -> None:
    lines: dict[str, dict[str, Any]] = {
        "deal": {"ending": "out", "by": "B2", "left": {"A1": ["6-6", "4-6"], "B1": 0, "A2": 11}},
        "penalty": {"code": "other", "seat": "B2", "sanction": {"points": 25, "card": "yellow"}},
        "void": {"scope": "deal", "reason": "a tile fell", "replay": True},
        "time": {"in_deal": True},
        "no_show": {"side": "A", "seats": ["A1"]},
        "forfeit": {"side": "both", "reason": "a fight"},
        "ruling": {"score": {"A": 10, "B": 20}, "winner": None, "reason": "so it was"},
        "note": {"text": "a cup fell"},
        "deal_begin": {"leader": "A2"},
    }
    whole = {"kind": kind, "id": "x", "number": 1, "counts": True, **lines[kind]}
    check(shapes, "LineOut", whole)
    with pytest.raises(jsonschema.ValidationError):
        check(shapes, "LineOut", {**whole, "number": "first"})
    with pytest.raises(jsonschema.ValidationError):
        check(shapes, "LineOut", {**whole, "kind": "dance"})


def test_the_board_shows_what_cannot_wait_first_and_304_while_nothing_has_changed(
    amber: Event, game: Game, shapes: dict[str, Any]
) -> None:
    second = Game.objects.select_related("round__tournament").get(round=game.round, table=2)
    append_lines(second.pk, WHOLE_GAME[:2], actor=holding(amber.referee))
    call_official(second, "mistake", actor=holding(amber.referee), text="118")
    answer = get(amber, "board/", "desk")
    board = answer.json()
    check(shapes, "BoardOut", board)
    assert [(one["table"], one["group"]) for one in board["tables"]] == [(2, "need"), (1, "waiting")]
    assert (board["tables"][0]["score"], board["counts"]["need"]) == ({"A": 90, "B": 0}, 1)
    known = {"If-None-Match": answer["ETag"]}
    assert amber.client("desk").get(f"{EVENT}board/", headers=known).status_code == 304
    assert [one["table"] for one in get(amber, "board/?show=waiting").json()["tables"]] == [1]
    assert [one["table"] for one in get(amber, "board/?q=2&show=need").json()["tables"]] == [2]
    assert get(amber, "board/?show=nothing").status_code == 400
    append_lines(second.pk, WHOLE_GAME[2:3], actor=holding(amber.referee))
    assert amber.client("desk").get(f"{EVENT}board/", headers=known).status_code == 200


@pytest.mark.parametrize("pairs", [4, 40])
def test_the_board_and_the_protests_take_few_queries(pairs: int, django_assert_max_num_queries: Any) -> None:
    made = event(pairs, slug="amber")
    published(made)
    desk = made.client("desk")
    for path, queries in {"board/": 10, "protests/": 7, "tables/": 5}.items():
        with django_assert_max_num_queries(queries):
            assert desk.get(EVENT + path).status_code == 200


def test_a_protest_is_listed_and_decided_once(amber: Event, game: Game, shapes: dict[str, Any]) -> None:
    append_lines(game.pk, [*WHOLE_GAME[:2], PROTEST], actor=holding(amber.referee))
    told = get(amber, "protests/?open=true").json()
    check(shapes, "ProtestsOut", told)
    assert [(one["line"], one["text"], one["decision"]) for one in told["results"]] == [("p1", PROTEST["text"], None)]
    door, body = f"games/{game.pk}/decide/", {"line": "p1", "upheld": False, "reason": "the tiles say no"}
    assert send(amber, door, {**body, "reason": " "}).json()["code"] == "reason_missing"
    assert send(amber, door, {**body, "line": "d1"}).status_code == 404
    decided = send(amber, door, body)
    assert (decided.status_code, decided.json()["decision"]["upheld"]) == (201, False)
    check(shapes, "ProtestOut", decided.json())
    assert send(amber, door, body).json()["code"] == "decided_already"
    assert get(amber, "protests/?open=true").json()["count"] == 0
    assert get(amber, "protests/?open=false").json()["count"] == 1


def test_a_ruling_is_looked_at_and_given_for_the_log_that_was_seen(amber: Event, game: Game) -> None:
    append_lines(game.pk, WHOLE_GAME[:2], actor=holding(amber.referee))
    door = f"games/{game.pk}/rule/"
    asked = get(amber, f"{door}?kind=stands").json()
    assert asked == {"score": {"A": 90, "B": 0}, "winner": "A", "seen": 2}
    append_lines(game.pk, WHOLE_GAME[2:3], actor=holding(amber.referee))
    body = {"kind": "stands", "reason": "the light failed", "seen": asked["seen"]}
    late = send(amber, door, body)
    assert (late.status_code, late.json()["code"]) == (409, "stale")
    assert not Result.objects.filter(game=game).exists()
    ruled = send(amber, door, {**body, "seen": 3}).json()
    assert (ruled["state"], ruled["fold"]["reason"]) == ("accepted", "ruling")
    assert ruled["fold"]["score"] == {"A": 90, "B": 60}


def test_a_ruling_that_the_state_of_the_game_does_not_leave_is_refused_in_a_sentence(amber: Event, game: Game) -> None:
    refused = send(amber, f"games/{game.pk}/rule/", {"kind": "close", "reason": "no signatures"})
    assert (refused.status_code, refused.json()["code"]) == (409, "field_refused")
    assert refused.json()["params"]["errors"].keys() == {"kind"}
    score = send(amber, f"games/{game.pk}/rule/", {"kind": "score", "a": 10, "reason": "counted again"})
    assert score.json()["params"]["errors"].keys() == {"b", "winner"}
    assert get(amber, f"games/{game.pk}/rule/").status_code == 400


def test_one_table_gets_more_minutes_with_a_reason(amber: Event, game: Game) -> None:
    answer = send(amber, f"games/{game.pk}/minutes/", {"minutes": 5, "reason": "a broken chair"}, who="desk")
    assert answer.json()["minutes"] == 45
    assert AuditEntry.objects.get(act="add_minutes_at_table").reason == "a broken chair"
    assert send(amber, f"games/{game.pk}/minutes/", {"minutes": 0, "reason": "x"}).status_code == 400


def test_a_sheet_is_checked_and_what_does_not_add_up_is_named_in_its_row(
    amber: Event, game: Game, shapes: dict[str, Any]
) -> None:
    rows = [SHEET["rows"][0], {"points": {"B": 60}, "totals": {"B": 70}}, SHEET["rows"][2]]
    told = send(amber, f"games/{game.pk}/paper/check/", {**SHEET, "rows": rows}, who="desk").json()
    check(shapes, "ReadingOut", told)
    assert (told["whole"], [bool(row["fault"]) for row in told["rows"]]) == (False, [False, True, False])
    refused = send(amber, f"games/{game.pk}/paper/", {**SHEET, "rows": rows}, who="desk")
    assert (refused.status_code, refused.json()["code"]) == (409, "paper_faults")
    assert send(amber, f"games/{game.pk}/paper/check/", SHEET, who="desk").json()["whole"] is True
    assert Line.objects.filter(game=game).count() == 0


def test_a_game_is_entered_from_its_sheet(amber: Event, game: Game) -> None:
    door = f"games/{game.pk}/paper/"
    assert send(amber, door, SHEET, who="desk").json()["code"] == "referee_must_sign"
    strange = send(amber, door, {**SHEET, "referee": amber.scorer.pk}, who="desk")
    assert strange.json()["params"]["errors"].keys() == {"referee"}
    signed = {"referee": amber.referee.pk, "signed": [{"signer": "B2", "how": "refused", "reason": "deal 2"}]}
    entered = send(amber, door, {**SHEET, **signed, "seen": 0}, who="desk").json()
    assert (entered["state"], entered["fold"]["score"]) == ("accepted", {"A": 200, "B": 60})
    given = {one["signer"]: one["how"] for one in entered["protocol"]["signatures"]}
    assert (given["A1"], given["B2"], given["referee"]) == ("on_paper", "refused", "on_paper")
    assert send(amber, door, {**SHEET, **signed}, who="desk").json()["code"] == "accepted_already"


def test_the_totals_of_a_sheet_alone_are_entered_and_a_log_that_was_begun_is_struck_first(
    amber: Event, game: Game
) -> None:
    append_lines(game.pk, [START], actor=holding(amber.referee))
    totals = {"score": {"A": 150, "B": 200}, "winner": "B", "referee": amber.referee.pk, "totals_only": True}
    assert send(amber, f"games/{game.pk}/paper/", totals, who="desk").json()["code"] == "log_begun"
    cleared = send(amber, f"games/{game.pk}/paper/clear/", {"reason": "the sheet counts"}).json()
    assert [line["counts"] for line in cleared["lines"]] == [False, True]
    assert send(amber, f"games/{game.pk}/paper/", totals, who="desk").json()["fold"]["winner"] == "B"


def test_every_version_of_a_protocol_is_read_in_full_and_printed(
    amber: Event, game: Game, shapes: dict[str, Any]
) -> None:
    actor = holding(amber.referee)
    append_lines(game.pk, WHOLE_GAME, actor=actor)
    protocol = draw_up_protocol(game.pk, actor=actor)
    sign_all(protocol, actor)
    accept_protocol(protocol.pk, digest=protocol.digest, actor=actor)
    told = get(amber, f"games/{game.pk}/versions/", "desk").json()
    check(shapes, "VersionsOut", told)
    (version,) = told["versions"]
    assert (version["state"], version["whole"], digest(version["envelope"])) == ("accepted", True, version["digest"])
    assert get(amber, f"games/{game.pk}/versions/1/").json() == version
    assert get(amber, f"games/{game.pk}/versions/2/").status_code == 404
    asked = send(amber, f"games/{game.pk}/versions/1/print/", who="desk")
    assert (asked.status_code, asked.json()["kind"]) == (202, "protocol")
    assert Document.objects.get().params["protocol"] == Protocol.objects.get().pk


def test_the_links_of_the_tables_are_made_and_stay(amber: Event, shapes: dict[str, Any]) -> None:
    made = send(amber, "tables/", {"tables": 2}, who="desk").json()
    check(shapes, "TableLinksOut", made)
    assert [one["table"] for one in made["tables"]] == [1, 2]
    assert send(amber, "tables/", {"tables": 3}).json()["tables"][:2] == made["tables"]
    assert (
        get(amber, "tables/")
        .json()["tables"][0]["address"]
        .endswith(f"/t/{amber.tournament.table_links.get(table=1).token}/")
    )
    assert send(amber, "tables/", {"tables": 1001}).status_code == 400


def test_a_game_of_another_event_and_a_bye_are_not_there(amber: Event, game: Game) -> None:
    other = event(3, slug="other")
    bye = published(other).games.get(bye=True)
    for pk, slug in ((game.pk, "other"), (bye.pk, "other")):
        for path in ("minutes/", "rule/", "paper/"):
            body = {"minutes": 5, "reason": "x", "kind": "double"}
            address = f"/api/v1/events/{slug}/games/{pk}/{path}"
            answer = other.client("chief_referee").post(address, body, content_type="application/json")
            assert answer.status_code == 404
