"""The pages of a table: what everybody sees, what the instrument is given, and the links on the tables."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone

from referees.acts.lines import append_lines
from referees.acts.links import make_table_links
from referees.models import TableLink
from referees.models.links import CODE_LETTERS
from referees.reads.rules import rules_in_full
from referees.views.links import qr_of
from scoring.rules import parse_rules
from tests import builders
from tests.referees.games import WHOLE_GAME, holding, with_pen
from tournaments.addresses import address_in_hall
from tournaments.models import Game, Player, Round
from tournaments.refusals import NotPermitted, Refused

LINKS_PAGE = 7  # queries: session, user, event, office, links, and two of the frame


@pytest.fixture
def event(db: None) -> builders.Event:
    return builders.event(4, planned_rounds=8)


@pytest.fixture
def links(event: builders.Event) -> list[TableLink]:
    return make_table_links(event.tournament, [1, 2, 3], actor=event.actor())


def page(client: Client, link: TableLink, part: str = "") -> str:
    return client.get(f"/t/{link.token}/{part}").content.decode()


def facts(html: str) -> dict[str, Any]:
    found = re.search(r'<script id="facts" type="application/json">(.*?)</script>', html)
    assert found
    return json.loads(found[1])


# -- seen by everybody -------------------------------------------------------------------------------------------------


def test_a_stranger_sees_who_sits_where_and_the_score(event: builders.Event, links: list[TableLink]) -> None:
    game = builders.add_round(event.tournament).games.get(table=1)
    append_lines(game.pk, WHOLE_GAME[:3], actor=holding(event.referee))
    html = page(Client(), links[0])
    names = [member.player.name for entry in event.entries()[:2] for member in entry.members.all()]
    assert [name in html for name in names] == [True] * 4
    assert re.findall(r'<span class="score-num">(\d+)</span>', html) == ["90", "60"]
    assert re.findall(r"\d+:\d+</td>", html) == ["90:0</td>", "90:60</td>"]
    assert "Round 1 of 8" in html
    assert "take the pen" in html


def test_names_are_shown_as_they_are_written(event: builders.Event, links: list[TableLink]) -> None:
    name = "<b onmouseover=alert(1)>Ana</b> & 'Co'"
    Player.objects.filter(entries__number=1).update(name=name)
    builders.add_round(event.tournament)
    html = page(Client(), links[0])
    assert "<b onmouseover" not in html
    assert "&lt;b onmouseover=alert(1)&gt;Ana&lt;/b&gt; &amp; &#x27;Co&#x27;" in html


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (Round.State.PLANNED, "Round 1 has not been published yet."),
        (Round.State.DRAWN, "Round 1 has not been published yet."),
        (Round.State.CLOSED, "Round 1 is closed."),
    ],
)
def test_where_no_round_is_on_the_page_says_what_comes(
    event: builders.Event, links: list[TableLink], state: Round.State, sentence: str
) -> None:
    builders.add_round(event.tournament, state=state)
    name = event.entries()[0].members.all()[0].player.name
    for client, part in ((Client(), ""), (Client(), "now/"), (with_pen(event.referee), "table/")):
        html = page(client, links[0], part)
        assert sentence in html
        assert name not in html


def test_a_table_nobody_plays_at_says_so(event: builders.Event, links: list[TableLink]) -> None:
    builders.add_round(event.tournament)
    assert "Nobody plays at this table in round 1." in page(Client(), links[2])


def test_the_table_shows_the_game_of_the_round_that_is_on(event: builders.Event, links: list[TableLink]) -> None:
    builders.add_round(event.tournament, 1, state=Round.State.CLOSED)
    builders.add_round(event.tournament, 2)
    builders.add_round(event.tournament, 3, state=Round.State.DRAWN)
    html = page(with_pen(event.referee), links[0], "table/")
    game = Game.objects.get(round__number=2, table=1)
    assert facts(html)["game_url"] == f"/api/v1/games/{game.pk}/"


def test_the_part_that_changes_is_answered_304_until_something_is_written(
    event: builders.Event, links: list[TableLink]
) -> None:
    game = builders.add_round(event.tournament).games.get(table=1)
    address, client = f"/t/{links[0].token}/now/", Client()
    tag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    append_lines(game.pk, WHOLE_GAME[:2], actor=holding(event.referee))
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_looking_at_a_table_costs_few_queries(
    event: builders.Event, links: list[TableLink], django_assert_max_num_queries: Any
) -> None:
    game = builders.add_round(event.tournament).games.get(table=1)
    append_lines(game.pk, WHOLE_GAME, actor=holding(event.referee))
    for part, most in (("", 6), ("now/", 10)):  # the log is one of them: a player reads what was struck as well
        with django_assert_max_num_queries(most):
            page(Client(), links[0], part)


# -- the instrument ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["table/", "protocol/"])
@pytest.mark.parametrize("who", ["stranger", "player", "referee", "organiser", "administrator"])
def test_no_account_opens_the_instrument_without_a_pin(
    event: builders.Event, links: list[TableLink], who: str, part: str
) -> None:
    builders.add_round(event.tournament)
    answer = event.client(who).get(f"/t/{links[0].token}/{part}")
    assert answer.headers["Location"] == f"/t/{links[0].token}/pen/"


def test_the_instrument_names_who_holds_it_and_knows_its_addresses(
    event: builders.Event, links: list[TableLink]
) -> None:
    builders.add_round(event.tournament)
    known = facts(page(with_pen(event.scorer), links[0], "table/"))
    assert known["official"] == event.scorer.name
    assert known["api_url"] == "/api/v1/"
    assert known["protocol_url"] == f"/t/{links[0].token}/protocol/?round=1"


def test_names_of_officials_cannot_leave_the_data_of_the_page(event: builders.Event, links: list[TableLink]) -> None:
    event.referee.name = "</script><script>alert(1)</script>"
    event.referee.save()
    builders.add_round(event.tournament)
    html = page(with_pen(event.referee), links[0], "table/")
    assert "<script>alert(1)" not in html
    assert facts(html)["official"] == event.referee.name


RULES: list[dict[str, Any]] = [
    {},
    {"target": 150, "minutes": 30, "no_show_minutes": 10, "lead": "winner", "level_fish": "carry", "walkover": 100},
    {"deals": 8, "scoring": "difference", "fines_to": "person", "below_zero": True},
    {"tariff": {"late": [{"points": 25, "card": "yellow"}, "game_loss"], "phone": ["disqualification"], "sign": [10]}},
]


@pytest.mark.parametrize("rules", RULES)
def test_the_instrument_is_given_the_rules_in_full(rules: dict[str, Any]) -> None:
    parsed = parse_rules(rules)
    assert parse_rules(json.loads(json.dumps(rules_in_full(parsed)))) == parsed


def test_rules_in_full_are_written_as_regulations_write_them() -> None:
    full = rules_in_full(parse_rules(RULES[3]))
    assert full["tariff"]["late"] == [{"points": 25, "card": "yellow"}, "game_loss"]
    assert full["tariff"]["phone"] == ["disqualification"]
    assert full["tariff"]["slow_play"] == ["warning", 25]
    assert (full["target"], full["deals"], full["no_show_minutes"]) == (200, None, 5)


def test_the_instrument_reads_the_rules_the_game_was_started_with(
    event: builders.Event, links: list[TableLink]
) -> None:
    game = builders.add_round(event.tournament).games.get(table=1)
    game.rules = {"target": 120}
    game.save()
    assert facts(page(with_pen(event.referee), links[0], "table/"))["rules"]["target"] == 120


def test_the_pen_of_a_table_without_a_game_says_that_nothing_is_to_be_done(
    event: builders.Event, links: list[TableLink]
) -> None:
    html = page(with_pen(event.referee), links[0], "table/")
    assert "Round 1 has not been published yet." in html
    assert event.referee.name in html


# -- the links on the tables -------------------------------------------------------------------------------------------


def test_links_are_for_who_prints(event: builders.Event) -> None:
    cast = ("administrator", "organiser", "chief_referee", "desk", "referee", "scorer")
    address = f"/desk/{event.tournament.slug}/tables/"
    assert [event.client(who).get(address).status_code for who in cast] == [200, 200, 200, 200, 403, 403]


@pytest.mark.parametrize("who", ["player", "stranger"])
def test_links_are_not_for_the_public(event: builders.Event, links: list[TableLink], who: str) -> None:
    answer = event.client(who).get(f"/desk/{event.tournament.slug}/tables/", follow=True)
    assert links[0].code not in answer.content.decode()


def test_making_links_keeps_those_that_lie_on_tables_already(event: builders.Event) -> None:
    first = make_table_links(event.tournament, [1, 2], actor=event.actor())
    both = make_table_links(event.tournament, [1, 2, 3], actor=event.actor())
    assert [(link.table, link.code) for link in both[:2]] == [(link.table, link.code) for link in first]
    assert [link.table for link in both] == [1, 2, 3]
    assert all(len(link.code) == 6 and set(link.code) <= set(CODE_LETTERS) for link in both)


def test_the_desk_makes_the_links_and_sees_a_card_for_each_table(event: builders.Event) -> None:
    client, address = event.client("desk"), f"/desk/{event.tournament.slug}/tables/"
    assert "No table has a link yet" in client.get(address).content.decode()
    html = client.post(address, {"tables": "2"}, follow=True).content.decode()
    made = list(event.tournament.table_links.order_by("table"))
    assert [link.table for link in made] == [1, 2]
    assert [qr_of(f"http://testserver/t/{link.token}/") in html for link in made] == [True, True]
    assert html.count('class="qr"') == 2
    assert made[1].code in html


@pytest.mark.parametrize("tables", ["0", "-1", "1001", "many", "", "1e3"])
def test_a_number_of_tables_no_hall_has_makes_no_links(event: builders.Event, tables: str) -> None:
    answer = event.client().post(f"/desk/{event.tournament.slug}/tables/", {"tables": tables})
    assert answer.status_code == 400
    assert not event.tournament.table_links.exists()


def test_links_refuse_tables_that_cannot_be(event: builders.Event) -> None:
    for tables in ([], [0], [1001]):
        with pytest.raises(Refused, match="from 1 to 1000"):
            make_table_links(event.tournament, tables, actor=event.actor())
    with pytest.raises(NotPermitted):
        make_table_links(event.tournament, [1], actor=event.actor("scorer"))


def test_the_list_of_links_costs_the_same_for_any_number_of_tables(
    event: builders.Event, django_assert_num_queries: Any
) -> None:
    client, address = event.client(), f"/desk/{event.tournament.slug}/tables/"
    counts = []
    for tables in (1, 40):
        make_table_links(event.tournament, range(1, tables + 1), actor=event.actor())
        with django_assert_num_queries(LINKS_PAGE):
            counts.append(client.get(address).content.count(b'class="qr"'))
    assert counts == [1, 40]


@pytest.mark.parametrize(
    ("opened_as", "hall", "leads_to"),
    [
        ("127.0.0.1:8000", ["192.168.7.9", "10.0.0.2"], "http://192.168.7.9:8000"),
        ("localhost", ["192.168.7.9"], "http://192.168.7.9"),
        ("127.0.0.1:8000", [], "http://127.0.0.1:8000"),
        ("desk.example.org", ["192.168.7.9"], "http://desk.example.org"),
    ],
)
def test_codes_lead_to_an_address_that_tablets_can_reach(opened_as: str, hall: list[str], leads_to: str) -> None:
    assert address_in_hall(RequestFactory().get("/", headers={"Host": opened_as}), hall) == leads_to


def test_the_clock_of_a_table_is_that_of_the_round(event: builders.Event, links: list[TableLink]) -> None:
    started = timezone.now() - timedelta(minutes=10, seconds=1)
    builders.add_round(event.tournament, state=Round.State.RUNNING, clock_started_at=started)
    assert '<span class="clock-face">29:5' in page(Client(), links[0])
