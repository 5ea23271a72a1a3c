"""The audit record: what the program says is said to each in his language, what people wrote stands as written."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from referees.acts.lines import append_lines
from referees.acts.protocols import draw_up_protocol
from tests.builders import Event, add_round, event
from tests.referees.games import WHOLE_GAME, holding
from tests.tournaments.playing import closed, published
from tests.tournaments.views.desk import address, words
from tournaments.acts import check_in, draws, officials, rounds
from tournaments.acts.documents import ask_for_document
from tournaments.models import AuditEntry

pytestmark = pytest.mark.django_db

RUSSIAN = {"accept-language": "ru"}


def pages(made: Event) -> tuple[str, str]:
    """Read the page in English and in Russian."""
    client = made.client()
    english, russian = (
        words(client.get(address(made, "audit/"), headers={"accept-language": code})) for code in ("en", "ru")
    )
    return english, russian


def lines(made: Event, act: str, **more: Any) -> list[tuple[str, str]]:
    """Ask the API for the subjects and reasons of an act."""
    told = made.client().get(f"/api/v1/events/{made.tournament.slug}/audit/?act={act}", **more).json()["results"]
    return [(one["subject"], one["reason"]) for one in told]


def test_the_page_and_the_api_say_why_a_result_was_taken_back() -> None:
    five = event(pairs=5)
    draws.undo_draw(published(five), actor=five.actor())
    english, russian = pages(five)
    assert "The draw was undone." in english
    assert "Жеребьёвка отменена." in russian
    assert "The draw was undone." not in russian
    ((_, said),) = lines(five, "take_back_result", headers=RUSSIAN)
    assert said == "Жеребьёвка отменена."


def test_what_a_person_wrote_stays_even_where_it_is_a_code_or_a_sentence_of_the_program() -> None:
    four = event(pairs=4)
    for reason in ("draw_undone", "The draw was undone."):
        AuditEntry.objects.create(
            tournament=four.tournament, actor="Ada Oak", act="take_back_result", subject="R1-T1", reason=reason
        )
    assert [said for _, said in lines(four, "take_back_result", headers=RUSSIAN)] == [
        "The draw was undone.", "draw_undone",
    ]  # fmt: skip


@pytest.mark.parametrize("why", ["", "unheard_of", ["draw_undone"], {"a": 1}, 7, None])
def test_a_code_that_is_not_known_here_says_nothing(why: object) -> None:
    four = event(pairs=4)
    AuditEntry.objects.create(
        tournament=four.tournament, actor="Ada Oak", act="take_back_result", subject="R1-T1", details={"why": why}
    )
    assert lines(four, "take_back_result") == [("R1-T1", "")]


def test_rounds_entries_and_documents_are_named_in_the_language_of_the_reader() -> None:
    four = event(pairs=4)
    check_in.check_everybody_in(four.tournament, actor=four.actor())
    round_ = closed(four)
    rounds.reopen_round(round_, actor=four.actor("chief_referee"), reason="Sheet of table 2, round 1")
    ask_for_document(four.tournament, "results", {"round": 1}, actor=four.actor(), title="Results of round 1")
    english, russian = pages(four)
    for here, there in (
        ("Amber Coast Open, round 1", "Amber Coast Open, тур 1"), ("4 pairs", "4 пары"),
        ("Results of round 1", "Результаты 1-го тура"),
    ):  # fmt: skip
        assert here in english
        assert there in russian
        assert here not in russian
    assert lines(four, "reopen_round", headers=RUSSIAN) == [("Amber Coast Open, тур 1", "Sheet of table 2, round 1")]


def test_officials_and_versions_are_named_in_the_language_of_the_reader() -> None:
    four = event(pairs=4)
    with translation.override("ru"):
        officials.give_pin(four.referee, actor=four.actor())
    game = add_round(four.tournament).games.get(table=1)
    append_lines(game.pk, WHOLE_GAME, actor=holding(four.referee))
    draw_up_protocol(game.pk, actor=holding(four.referee))
    name = four.referee.name
    assert lines(four, "give_pin") == [(f"{name}, referee", "")]
    assert lines(four, "give_pin", headers=RUSSIAN) == [(f"{name}, судья", "")]
    assert lines(four, "draw_up_protocol") == [(f"Protocol of game {game.code}, version 1", "")]
    assert lines(four, "draw_up_protocol", headers=RUSSIAN) == [(f"Протокол партии {game.code}, версия 1", "")]


@pytest.mark.parametrize("role", ["emperor", 7, None, ["referee"], {}])
def test_a_role_that_is_not_known_here_leaves_the_official_as_he_was_named(role: object) -> None:
    four = event(pairs=4)
    AuditEntry.objects.create(
        tournament=four.tournament, actor="Ada Oak", act="give_pin", subject="Ada Oak, царь", details={"role": role}
    )
    assert lines(four, "give_pin") == [("Ada Oak, царь", "")]


def test_an_event_that_is_called_like_a_round_keeps_its_name() -> None:
    four = event(pairs=4)
    for act, subject in (
        ("change_event", "Amber, round 3"), ("take_entries", "7 Dwarfs"), ("draw_round", "as kept"),
        ("draw_up_protocol", "as kept"), ("give_pin", "Ada Oak, referee"),
    ):  # fmt: skip
        AuditEntry.objects.create(tournament=four.tournament, actor="Ada Oak", act=act, subject=subject)
        assert lines(four, act, headers=RUSSIAN) == [(subject, "")]


def test_a_document_without_a_word_of_what_it_is_is_named_as_it_was_then() -> None:
    four = event(pairs=4)
    for details in ({}, {"kind": "results", "params": 7}, {"kind": ["results"], "params": {"round": 1}}):
        AuditEntry.objects.create(
            tournament=four.tournament, actor="Ada Oak", act="try_again", subject="Results", details=details
        )
    assert lines(four, "try_again", headers=RUSSIAN) == [("Results", "")] * 3


def test_many_documents_take_no_more_queries() -> None:
    four = event(pairs=4)
    published(four)
    client, path = four.client(), address(four, "audit/")
    client.get(path)
    counts = []
    for _time in range(2):
        for kind, params in (("standings", {"round": 1, "category": "x"}), ("protocol", {"protocol": 1})):
            ask_for_document(four.tournament, kind, params, actor=four.actor())
        counts.append(_queries(client, path))
    assert counts[0] == counts[1]


def _queries(client: Any, path: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)
