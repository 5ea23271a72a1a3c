"""Protests: a result is provisional until the chief referee has decided, once, with a reason."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, transaction

from referees.acts.lines import append_lines
from referees.acts.protests import decide_protest
from referees.acts.protocols import accept_protocol, draw_up_protocol, reopen_game
from referees.models import Decision, Protocol
from referees.sheets import protocol_sheet
from tests import builders
from tests.builders import Event
from tests.referees.games import WHOLE_GAME, holding, sign_all
from tournaments.models import AuditEntry, Game, Result
from tournaments.reads.standings import standings
from tournaments.refusals import NotPermitted, Refused

pytestmark = pytest.mark.django_db

PROTEST: dict[str, Any] = {"kind": "protest", "side": "B", "text": "Deal 2 was a <b>false</b> pass", "id": "pr/1"}


@pytest.fixture
def event() -> Event:
    return builders.event(4)


@pytest.fixture
def game(event: Event) -> Game:
    return builders.add_round(event.tournament).games.select_related("round__tournament").get(table=1)


def accepted(event: Event, game: Game, *more: dict[str, Any]) -> Protocol:
    referee = holding(event.referee)
    append_lines(game.pk, [*WHOLE_GAME, *more], actor=referee)
    protocol = draw_up_protocol(game.pk, actor=referee)
    sign_all(protocol, referee)
    return accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)


def decide(event: Event, game: Game, line: str = "pr/1", who: str = "chief_referee", **more: Any) -> Decision:
    return decide_protest(game.pk, line, actor=event.actor(who), **{"upheld": False, "reason": "heard both", **more})


def provisional(game: Game) -> set[bool]:
    return set(Result.objects.filter(game=game).values_list("provisional", flat=True))


def test_a_result_is_provisional_until_the_protest_is_decided(event: Event, game: Game) -> None:
    accepted(event, game, PROTEST)
    assert provisional(game) == {True}
    marked = {row.entry.number for row in standings(event.tournament, after_round=1).rows if row.provisional}
    assert marked == {1, 2}
    decide(event, game)
    assert provisional(game) == {False}
    assert AuditEntry.objects.filter(act__in=["decide_protest", "settle_result"]).count() == 2


def test_without_a_protest_or_with_a_struck_one_nothing_is_provisional(event: Event, game: Game) -> None:
    strike = {"kind": "strike", "of": "pr/1", "reason": "taken back"}
    accepted(event, game, PROTEST, strike)
    assert provisional(game) == {False}
    with pytest.raises(Refused) as refused:
        decide(event, game)
    assert refused.value.code == "no_such_protest"


def test_two_protests_are_decided_one_by_one(event: Event, game: Game) -> None:
    accepted(event, game, PROTEST, {**PROTEST, "id": "pr2"})
    decide(event, game)
    assert provisional(game) == {True}
    decide(event, game, "pr2", upheld=True)
    assert provisional(game) == {False}


def test_what_was_decided_before_the_signatures_leaves_nothing_provisional(event: Event, game: Game) -> None:
    append_lines(game.pk, [*WHOLE_GAME[:2], PROTEST], actor=holding(event.referee))
    decide(event, game)
    accepted(event, game)
    assert provisional(game) == {False}


def test_a_decision_stands(event: Event, game: Game) -> None:
    accepted(event, game, PROTEST)
    made = decide(event, game)
    with pytest.raises(Refused) as refused:
        decide(event, game, upheld=True)
    assert refused.value.code == "decided_already"
    assert "Henrike Vos has decided this protest already." in str(refused.value)
    with pytest.raises(DatabaseError), transaction.atomic():
        Decision.objects.filter(pk=made.pk).update(upheld=True)


def test_after_reopening_a_decided_protest_stays_decided(event: Event, game: Game) -> None:
    accepted(event, game, PROTEST)
    decide(event, game, upheld=True)
    reopen_game(game.pk, reason="upheld", actor=event.actor("chief_referee"))
    accepted(event, game)
    assert provisional(game) == {False}


@pytest.mark.parametrize("who", ["organiser", "desk", "referee", "scorer", "player"])
def test_only_the_chief_referee_decides(event: Event, game: Game, who: str) -> None:
    accepted(event, game, PROTEST)
    with pytest.raises(NotPermitted):
        decide(event, game, who=who)


@pytest.mark.parametrize(("line", "reason"), [("d1", "why"), ("zzz", "why"), ("pr/1", " "), ("pr/1", "x" * 1001)])
def test_other_lines_and_empty_reasons_are_refused(event: Event, game: Game, line: str, reason: str) -> None:
    accepted(event, game, PROTEST)
    with pytest.raises(Refused):
        decide(event, game, line, reason=reason)
    assert not Decision.objects.exists()


def test_the_decision_is_printed_with_the_protocol(event: Event, game: Game) -> None:
    protocol = accepted(event, game, PROTEST)
    decide(event, game, upheld=True, reason="A2 could move")
    protocol.game.refresh_from_db()
    remarks = protocol_sheet(protocol, event.tournament).remarks
    assert remarks[0] == "Protest: Deal 2 was a <b>false</b> pass"
    assert remarks[1].startswith("Decision on the protest “Deal 2 was a <b>false</b> pass”: upheld. A2 could move (Hen")


# -- the pages ---------------------------------------------------------------------------------------------------------


def desk(event: Event, path: str) -> str:
    return f"/desk/{event.tournament.slug}/{path}"


def test_the_list_has_what_is_to_be_decided_first(event: Event, game: Game) -> None:
    accepted(event, game, {**PROTEST, "text": "first one"})
    other = game.round.games.select_related("round__tournament").get(table=2)
    append_lines(other.pk, [*WHOLE_GAME[:1], {**PROTEST, "text": "second one"}], actor=holding(event.referee))
    decide(event, game, reason="no cause")
    page = event.client("desk").get(desk(event, "protests/")).content.decode()
    assert page.index("second one") < page.index("first one") < page.index("no cause")
    assert "Nobody has protested" in event_without_protests().content.decode()


def event_without_protests() -> Any:
    quiet = builders.event(2)
    return quiet.client().get(desk(quiet, "protests/"))


def test_the_chief_referee_decides_on_a_page_and_an_upheld_protest_leads_on(event: Event, game: Game) -> None:
    accepted(event, game, PROTEST)
    page = desk(event, f"games/{game.pk}/decide/?line=pr/1")
    chief = event.client("chief_referee")
    shown = chief.get(desk(event, f"games/{game.pk}/")).content.decode()
    assert f'href="{desk(event, f"games/{game.pk}/decide/")}?line=pr%2F1"' in shown
    assert "Deal 2 was a &lt;b&gt;false&lt;/b&gt; pass" in chief.get(page).content.decode()
    assert "Say whether the protest is upheld or rejected." in chief.post(page, {"reason": "x"}).content.decode()
    done = chief.post(page, {"upheld": "yes", "reason": "A2 could move"}, follow=True).content.decode()
    assert "What follows from it is still to be done: rule on the game, or reopen it." in done
    assert "A2 could move" in done
    assert Decision.objects.get().upheld


def test_a_protest_that_is_not_there_is_not_found(event: Event, game: Game) -> None:
    chief = event.client("chief_referee")
    assert chief.get(desk(event, f"games/{game.pk}/decide/?line=zzz")).status_code == 404
    assert event.client("desk").get(desk(event, f"games/{game.pk}/decide/?line=zzz")).status_code == 403
