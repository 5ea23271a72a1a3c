"""The instrument of a table in a real browser: a whole game by fingers, and what may go wrong meanwhile."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from referees.acts.lines import append_lines
from referees.acts.links import make_table_links
from referees.acts.protocols import accept_protocol, draw_up_protocol
from referees.models import Line, Protocol, Signature
from tests import builders
from tests.browser import tablet
from tests.referees.games import WHOLE_GAME, holding, sign_all
from tournaments.models import Game, Result, Role, Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DRAWN = {"A1": "6-2", "B1": "5-3", "A2": "4-1", "B2": "1-0"}


class Table:
    """One table of a running round, and the address a tablet opens it by."""

    def __init__(self, live_server: LiveServer, minutes_gone: int = 1, **rules: Any) -> None:
        self.event = builders.event(2, rules=rules)
        started = timezone.now() - timedelta(minutes=minutes_gone)
        builders.add_round(self.event.tournament, state=Round.State.RUNNING, clock_started_at=started)
        self.link = make_table_links(self.event.tournament, [1], actor=self.event.actor())[0]
        self.address = f"{live_server.url}/t/{self.link.token}/"

    @property
    def game(self) -> Game:
        return Game.objects.get(table=1)

    @property
    def kinds(self) -> list[str]:
        return list(Line.objects.filter(game=self.game).order_by("number").values_list("kind", flat=True))

    def record(self, lines: Sequence[Any]) -> None:
        """Write lines from elsewhere, as another tablet would."""
        answers = append_lines(self.game.pk, lines, actor=holding(self.event.referee))[2]
        assert [answer.answer for answer in answers] == ["applied"] * len(lines)

    def open(self, page: Page, who: Role = Role.REFEREE) -> None:
        official = self.event.tournament.officials.get(role=who)
        tablet.take_pen(page, self.address, official.name, builders.PINS[who])


@pytest.fixture
def page(quiet_page: Page) -> Page:
    """A tablet whose browser must have nothing to complain of."""
    return quiet_page


def test_a_whole_game_is_played_signed_and_accepted_by_fingers(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page)
    tablet.start(page, DRAWN)
    assert table.kinds == ["seat", "seat", "seat", "seat", "start"]

    tablet.begin(page)
    tablet.punish(page, "slow_play", "A2")
    expect(page.locator(".notice.now")).to_contain_text("Slow play, warning")
    tablet.enter_deal(page, "out", "A1", {"B1": 12, "B2": 20, "A2": 5})
    expect(page.locator("#write")).to_contain_text("37 points to side A")
    tablet.write(page)
    tablet.expect_score(page, 37, 0)

    tablet.begin(page)
    tablet.punish(page, "touched_tile", "A1")
    expect(page.locator(".notice.now")).to_contain_text("25 points to B")
    tablet.enter_deal(page, "fish", "B1", {"A1": 10, "A2": 9, "B1": 4, "B2": 3})
    expect(page.locator("#write")).to_contain_text("26 points to side B")
    tablet.write(page)
    tablet.expect_score(page, 37, 51)

    tablet.play_deal(page, "out", "A2", {"A1": 30, "B1": 60, "B2": 40})
    tablet.expect_score(page, 167, 51)
    tablet.play_deal(page, "out", "A2", {"A1": 10, "B1": 20, "B2": 10})
    tablet.expect_score(page, 207, 51)
    tablet.expect_rows(
        page,
        [
            "A2 Slow play: warning",
            "1 A1 Out A1 +37 37:0",
            "A1 Touched tile: 25 points +25 37:25",
            "2 B1 Fish B1 +26 37:51",
            "3 A2 Out A2 +130 167:51",
            "4 B2 Out A2 +40 207:51",
        ],
    )

    page.locator("#to-protocol").click()
    page.locator("#draw-up").click()
    for seat in ("A1", "B1", "A2"):
        tablet.sign(page, seat)
    tablet.sign(page, "B2", "refused", "The second deal was counted too fast")
    expect(page.locator("#accept")).to_be_disabled()
    tablet.sign(page, "referee")
    page.locator("#accept").click()
    expect(page.locator(".banner.done")).to_contain_text("The protocol is accepted.")

    protocol = Protocol.objects.get()
    assert (protocol.version, protocol.state, protocol.accepted_by) == (1, "accepted", table.event.referee.name)
    signed = {signature.signer: signature for signature in Signature.objects.all()}
    assert {signer: signature.how for signer, signature in signed.items()} == {
        "A1": "drawn", "B1": "drawn", "A2": "drawn", "B2": "refused", "referee": "drawn"
    }  # fmt: skip
    assert signed["B2"].reason == "The second deal was counted too fast"
    numbers = signed["A1"].strokes[0]
    assert len(numbers) > 20
    assert min(numbers) >= 0
    assert max(numbers) <= 1000
    results = {result.seat: result for result in Result.objects.all()}
    assert {seat: (r.won, r.points_for, r.points_against, r.fines) for seat, r in results.items()} == {
        "A1": (True, 207, 51, 25), "A2": (True, 207, 51, 0), "B1": (False, 51, 207, 0), "B2": (False, 51, 207, 0)
    }  # fmt: skip
    page.locator("#to-table").click()
    expect(page.locator(".felt")).to_contain_text("Result")


def test_a_lost_answer_loses_nothing_and_writes_nothing_twice(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page)
    tablet.start(page, DRAWN)
    tablet.begin(page)
    tablet.enter_deal(page, "out", "B2", {"A1": 11, "A2": 22, "B1": 33})
    cut = {"on": True}

    def lose_the_answer(route: Route) -> None:
        if not cut["on"]:
            return route.continue_()
        if route.request.method == "POST":
            route.fetch()  # it arrives, and nobody hears of it
        return route.abort()

    page.route("**/api/v1/games/**", lose_the_answer)
    page.locator("#write").click()
    expect(page.locator(".trouble")).to_contain_text("Not sent: the server does not answer.")
    expect(page.locator("#bar-state .chip[role=status]")).to_contain_text("not sent yet · last contact")
    expect(page.locator("#hand-B1 + .choice-face .hand-pips")).to_have_text("33")
    assert table.kinds.count("deal") == 1
    page.reload()
    cut["on"] = False
    expect(page.locator("#begin-deal")).to_be_visible()
    expect(page.locator("#bar-state .chip:not([role])")).to_contain_text("all sent")  # read out is trouble only
    tablet.expect_score(page, 0, 66)
    assert table.kinds.count("deal") == 1


def test_what_never_arrived_is_sent_again_with_the_same_id(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page)
    tablet.start(page, DRAWN)
    tablet.begin(page)
    tablet.enter_deal(page, "out", "A1", {"B1": 7, "B2": 0, "A2": 14})
    sent: list[str] = []

    def refuse_once(route: Route) -> None:
        if route.request.method == "POST":
            sent.append(json.loads(route.request.post_data or "")["lines"][0]["id"])
            if len(sent) == 1:
                return route.abort()
        return route.continue_()

    page.route("**/api/v1/games/**", refuse_once)
    page.locator("#write").click()
    expect(page.locator(".trouble")).to_be_visible()
    tablet.write(page)
    tablet.expect_score(page, 21, 0)
    assert len(sent) == 2
    assert sent[0] == sent[1]


def test_a_double_tap_writes_one_line(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page)
    tablet.start(page, DRAWN)
    page.locator("#begin-deal").evaluate("button => { button.click(); button.click(); }")
    expect(page.locator("#end-deal")).to_be_visible()
    assert table.kinds.count("deal_begin") == 1


def test_two_tablets_at_one_table_see_the_same(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page)
    tablet.start(page, DRAWN)
    table.record([{"kind": "deal", "ending": "points", "side": "B", "points": 44, "id": "other-tablet"}])
    expect(page.locator(".score .score-num").last).to_have_text("44")


def test_a_fish_with_an_odd_sum_is_to_be_counted_again(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page)
    tablet.start(page, DRAWN)
    tablet.begin(page)
    tablet.enter_deal(page, "fish", "A1", {"A1": 10, "A2": 9, "B1": 4, "B2": 4})
    expect(page.locator(".result")).to_contain_text("The four hands have an odd sum.")
    page.locator("#count-again").click()
    for seat, pips in {"A1": 10, "A2": 8, "B1": 4, "B2": 4}.items():
        page.locator(f"#hand-{seat}").check()
        tablet.press(page, pips)
    tablet.write(page)
    tablet.expect_score(page, 0, 26)


def test_tiles_touched_on_the_pad_count_as_their_pips(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page)
    tablet.start(page, DRAWN)
    tablet.begin(page)
    tablet.enter_deal(page, "out", "A2", {})
    page.locator("#way-tiles").check()
    for seat, tiles in {"B1": ["6-4", "5-1"], "B2": ["3-3"], "A1": ["0-0"]}.items():
        page.locator(f"#hand-{seat}").check()
        for tile in tiles:
            tablet.touch_tile(page, tile)
    expect(page.locator('[aria-label="6-4, in the hand of B1"]')).to_be_disabled()
    tablet.write(page)
    tablet.expect_score(page, 22, 0)
    line = Line.objects.get(kind="deal")
    assert line.data["left"] == {"B1": ["6-4", "5-1"], "B2": ["3-3"], "A1": ["0-0"]}


def test_a_struck_line_stays_readable_and_counts_for_nothing(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.record(WHOLE_GAME[:3])
    table.open(page)
    page.locator("#whole-log").click()
    page.locator("[data-line=d1]").get_by_role("button", name="Change").click()
    page.locator("#row-strike").click()
    page.locator("#incident-write").click()
    expect(page.locator("dialog .trouble")).to_contain_text("Write the reason first")
    page.locator("#incident-reason").fill("written for the wrong table")
    page.locator("#incident-write").click()
    expect(page.locator(".felt")).to_be_visible()
    tablet.expect_score(page, 0, 60)
    page.locator("#whole-log").click()
    expect(page.locator("[data-line=d1]")).to_contain_text("counts for nothing")


def test_a_deal_is_corrected_in_its_place(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    first = {"kind": "deal", "ending": "out", "by": "A1", "left": {"B1": 1, "A2": 2, "B2": 3}, "id": "d0"}
    deals: list[Any] = WHOLE_GAME[1:3]
    table.record([WHOLE_GAME[0], first, *deals])
    table.open(page)
    page.locator("#whole-log").click()
    page.locator("[data-line=d0]").get_by_role("button", name="Change").click()
    page.locator("#row-correct").click()
    page.locator("#hand-B2").check()
    tablet.press(page, 30)
    tablet.write(page)
    wanted = [
        "1 A1 Out A1 +33 33:0",
        "2 B1 Points from paper +90 123:0",
        "3 A2 Points from paper +60 123:60",
    ]
    tablet.expect_rows(page, wanted, slice(3))


def test_a_no_show_can_be_written_when_its_minutes_are_over(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server, minutes_gone=4)
    table.open(page)
    expect(page.locator("#no-show")).to_be_disabled()
    Round.objects.update(clock_started_at=timezone.now() - timedelta(minutes=6))
    expect(page.locator("#no-show")).to_be_enabled()
    page.locator("#no-show").click()
    page.locator("#side-B").check()
    expect(page.locator("#incident-write")).to_contain_text("Side B has not come")
    page.locator("#incident-write").click()
    expect(page.locator("#to-protocol")).to_be_visible()
    tablet.expect_score(page, 200, 0)
    assert (table.game.winner, table.game.reason) == ("A", "no_show")


def test_time_over_in_a_deal_lets_the_deal_finish(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server, minutes_gone=41)
    table.record(WHOLE_GAME[:2])
    table.open(page)
    tablet.begin(page)
    page.locator("#time-in-deal").click()
    expect(page.locator(".banner")).to_contain_text("Last deal.")
    tablet.enter_deal(page, "out", "B1", {"A1": 5, "A2": 6, "B2": 7})
    tablet.write(page)
    expect(page.locator("#to-protocol")).to_be_visible()
    tablet.expect_score(page, 90, 18)
    assert table.game.reason == "time"


def test_a_line_written_after_signing_voids_every_signature(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.record(WHOLE_GAME)
    table.open(page)
    page.locator("#to-protocol").click()
    page.locator("#draw-up").click()
    tablet.sign(page, "A1")
    table.record([{"kind": "protest", "side": "B", "text": "we count again", "id": "late"}])
    expect(page.locator(".banner.stop")).to_contain_text("Version 1 is void: all its signatures are void.")
    page.locator("#draw-up").click()
    expect(page.locator("#sign-A1")).to_be_visible()
    assert list(Protocol.objects.order_by("version").values_list("version", "state")) == [(1, "void"), (2, "open")]


def incident(page: Page, kind: str, *choices: str, **texts: str) -> None:
    """Write one of the things behind More."""
    page.locator("#more").click()
    page.locator(f"#more-{kind}").click()
    for one in choices:
        page.locator(f"#{one}").check()
    for name, text in texts.items():
        page.locator(f"#incident-{name}").fill(text)
    page.locator("#incident-write").click()
    expect(page.locator("dialog")).to_be_hidden()


def test_what_happens_seldom_is_written_as_the_log_wants_it(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page, Role.CHIEF_REFEREE)
    tablet.start(page, DRAWN)
    incident(page, "other_leader", "leader-B2")
    expect(page.locator("#end-deal")).to_be_visible()
    incident(page, "void", "scope-deal", "replay-no", reason="a tile fell")
    tablet.play_deal(page, "out", "B1", {"A1": 10, "A2": 10, "B2": 10})
    page.locator("#penalty").click()
    page.locator("#code-false_pass").check()
    page.locator("#who-B1").check()
    expect(page.locator("#write")).to_contain_text("Say first in which deal it was.")
    page.locator("#late-true").check()
    tablet.write(page)
    tablet.expect_score(page, 50, 0)
    tablet.begin(page)
    page.locator("#penalty").click()
    page.locator("#code-out_of_turn").check()
    page.locator("#who-A2").check()
    page.locator("label:has(#opponents-continue)").click()
    tablet.write(page)
    page.locator("#penalty").click()
    page.locator("#code-other").check()
    page.locator("#who-A2").check()
    page.locator("#sanction-points").check()
    page.locator("#fine-points").fill("10")
    page.locator("#card-yellow").check()
    page.locator("#penalty-note").fill("spoke to the hall")
    tablet.write(page)
    incident(page, "note", text="the lamp was mended")
    incident(page, "protest", "side-A", text="it was no sign")
    incident(page, "forfeit", "side-B", "seats-B2", reason="went home")
    incident(page, "ruling", "side-A", a="180", b="20", reason="as heard by the committee")
    written = [
        {key: value for key, value in line.items() if key not in {"id", "at", "instead_of"}}
        for line in Line.objects.order_by("number").values_list("data", flat=True)
    ][5:]
    assert written == [
        {"kind": "deal_begin", "leader": "B2"},
        {"kind": "void", "scope": "deal", "replay": False, "reason": "a tile fell"},
        {"kind": "deal_begin"},
        {"kind": "deal", "ending": "out", "by": "B1", "left": {"A1": 10, "A2": 10, "B2": 10}},
        {"kind": "penalty", "code": "false_pass", "seat": "B1"},
        {"kind": "deal_begin"},
        {"kind": "penalty", "code": "out_of_turn", "seat": "A2", "opponents": "continue"},
        {
            "kind": "penalty", "code": "other", "seat": "A2", "text": "spoke to the hall",
            "sanction": {"points": 10, "card": "yellow"},
        },
        {"kind": "note", "text": "the lamp was mended"},
        {"kind": "protest", "side": "A", "text": "it was no sign"},
        {"kind": "forfeit", "side": "B", "seats": ["B2"], "reason": "went home"},
        {"kind": "ruling", "score": {"A": 180, "B": 20}, "winner": "A", "reason": "as heard by the committee"},
    ]  # fmt: skip
    lines = {line.kind: line for line in Line.objects.all() if line.kind == "deal"}
    assert Line.objects.filter(kind="penalty").first().data["instead_of"] == lines["deal"].line_id  # type: ignore[union-attr]
    assert (table.game.score_a, table.game.score_b, table.game.reason) == (180, 20, "ruling")


def test_the_chief_referee_reopens_an_accepted_game(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.record(WHOLE_GAME)
    actor = holding(table.event.referee)
    protocol = draw_up_protocol(table.game.pk, actor=actor)
    sign_all(protocol, actor)
    accept_protocol(protocol.pk, digest=protocol.digest, actor=actor)
    table.open(page, Role.CHIEF_REFEREE)
    expect(page.locator(".banner.done")).to_contain_text("The protocol is accepted.")
    page.get_by_role("link", name="See the protocol").click()
    page.locator("#reopen").click()
    page.locator("#reopen-now").click()
    expect(page.locator("dialog .trouble")).to_contain_text("Say why the game is reopened")
    page.locator("#reopen-reason").fill("deal 2 was counted wrong")
    page.locator("#reopen-now").click()
    expect(page.locator(".banner.stop")).to_contain_text("deal 2 was counted wrong")
    expect(page.locator("#draw-up")).to_contain_text("Draw up version 2")
    assert not Result.objects.exists()


def test_a_scorer_records_deals_and_a_referee_is_needed_for_more(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page, Role.SCORER)
    tablet.start(page, DRAWN)
    expect(page.locator("#penalty")).to_contain_text("a referee confirms")
    page.locator("#more").click()
    expect(page.locator("#more-forfeit")).to_contain_text("a referee confirms with his PIN")
    expect(page.locator("#more-time")).not_to_contain_text("PIN")


def test_a_pen_taken_away_is_told_at_once(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page)
    table.event.tournament.officials.update(active=False)
    expect(page.locator(".banner.stop")).to_contain_text("You do not hold the pen any more.")


def test_a_name_never_becomes_markup(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    player = table.event.entries()[0].members.all()[0].player
    player.name = "<img src=x onerror=document.title='taken'>"
    player.save()
    table.open(page)
    expect(page.locator("[data-seat=A1] .seat-name")).to_contain_text(player.name)
    tablet.start(page, DRAWN)
    expect(page.locator("img")).to_have_count(0)
    assert "taken" not in page.title()


def test_a_round_that_is_closed_says_so_at_a_table_that_is_still_open(live_server: LiveServer, page: Page) -> None:
    table = Table(live_server)
    table.open(page)
    tablet.start(page, DRAWN)
    expect(page.locator("#banner")).not_to_contain_text("is closed")
    Round.objects.update(state=Round.State.CLOSED)
    expect(page.locator("#banner")).to_contain_text("Round 1 is closed. Nothing more can be written at this table.")
    Round.objects.update(state=Round.State.RUNNING)
    expect(page.locator("#banner")).not_to_contain_text("is closed")
