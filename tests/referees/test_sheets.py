"""The protocol on paper: what was signed, under the names of today."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referees.acts.lines import append_lines
from referees.acts.protocols import accept_protocol, draw_up_protocol, reopen_game
from referees.models import Protocol
from referees.sheets import protocol_sheet, render_protocol, render_protocols
from tests.builders import Event, add_round, event, player
from tests.referees.games import WHOLE_GAME, holding, sign_all
from tests.tournaments.sheets.samples import texts
from tournaments.acts.substitutions import substitute_player
from tournaments.entry_list import Person
from tournaments.models import Game, Round
from tournaments.refusals import Refused

pytestmark = pytest.mark.django_db


def quiet(done: int, total: int) -> None:
    """Take the progress and do nothing with it."""


def accepted(made: Event, game: Game) -> Protocol:
    referee = holding(made.referee)
    append_lines(game.pk, WHOLE_GAME, actor=referee)
    protocol = draw_up_protocol(game.pk, actor=referee)
    sign_all(protocol, referee)
    return accept_protocol(protocol.pk, digest=protocol.digest, actor=referee)


def test_a_void_version_is_printed_with_its_reason_and_the_version_after_it() -> None:
    made = event(pairs=2)
    game = add_round(made.tournament).games.get()
    first = accepted(made, game)
    reopen_game(game.pk, reason="a fine was forgotten", actor=holding(made.chief_referee))
    append_lines(game.pk, [{"kind": "note", "text": "counted again"}], actor=holding(made.referee))
    draw_up_protocol(game.pk, actor=holding(made.referee))
    sheet = render_protocol({"protocol": first.pk}, made.tournament, quiet)
    words = " ".join(texts(sheet.content))
    assert sheet.filename == f"{made.tournament.slug}-protocol-{game.code}-v1.pdf"
    assert "a fine was forgotten" in words
    assert re.search(r"version 2", words)
    assert "counted again" not in words


def test_a_protocol_is_headed_by_those_who_sat_there_though_one_was_replaced_since() -> None:
    made = event(pairs=2)
    round_ = add_round(made.tournament)
    protocol = accepted(made, round_.games.get())
    Round.objects.update(state=Round.State.CLOSED)
    comes = Person("Salim, Samir", "SWE-1")
    substitute_player(made.entries()[0], 2, comes, reason="left", actor=made.actor())
    assert made.entries()[0].name == "Громов – Salim"
    sheet = protocol_sheet(Protocol.objects.get(pk=protocol.pk), made.tournament)
    assert (sheet.side_a, sheet.side_b) == ("Громов – Ветров", "Ёлкин – Щукин")
    words = " ".join(texts(render_protocols({"round": 1}, made.tournament, quiet).content))
    assert "Громов – Ветров" in words
    assert "Salim" not in words


def test_a_protocol_is_headed_by_the_substitute_who_sat_down_at_the_table() -> None:
    made = event(pairs=2)
    game = add_round(made.tournament).games.get()
    drawn = {seat.seat: seat.player for seat in game.seats.select_related("player")}
    comes = player("Salim, Samir", "SWE-1", federation=made.tournament.federation)
    sits = {seat: one.key for seat, one in drawn.items()} | {"A2": comes.key}
    lines = [{"kind": "seat", "seat": seat, "player": key} for seat, key in sits.items()]
    referee = holding(made.referee)
    append_lines(game.pk, [*lines, *WHOLE_GAME], actor=referee)
    sheet = protocol_sheet(draw_up_protocol(game.pk, actor=referee), made.tournament)
    assert (sheet.side_a, sheet.side_b) == ("Громов – Salim", "Ёлкин – Щукин")


def test_a_protocol_of_another_event_is_not_printed() -> None:
    made, other = event(pairs=2), event(pairs=0)
    protocol = accepted(made, add_round(made.tournament).games.get())
    with pytest.raises(Refused) as refusal:
        render_protocol({"protocol": protocol.pk}, other.tournament, quiet)
    assert refusal.value.code == "no_such_protocol"


@pytest.mark.parametrize("pairs", [4, 12])
def test_the_protocols_of_a_round_take_one_query_more_for_each_table(pairs: int) -> None:
    made = event(pairs=pairs)
    for game in add_round(made.tournament).games.order_by("table"):
        accepted(made, game)
    with CaptureQueriesContext(connection) as queries:
        sheet = render_protocols({"round": 1}, made.tournament, quiet)
    assert sheet.pages == pairs // 2
    assert len(queries) <= 6 + pairs // 2


def test_the_sheet_names_who_led_first_though_another_sits_there_at_the_end() -> None:
    made = event(pairs=2)
    game = add_round(made.tournament).games.get()
    drawn = {seat.seat: seat.player for seat in game.seats.select_related("player")}
    referee = holding(made.referee)
    sits = [{"kind": "seat", "seat": seat, "player": player.key} for seat, player in drawn.items()]
    change = [
        {"kind": "seat", "seat": "A1", "player": drawn["A2"].key},
        {"kind": "seat", "seat": "A2", "player": drawn["A1"].key},
    ]
    append_lines(game.pk, [*sits, *WHOLE_GAME[:2], *change, *WHOLE_GAME[2:]], actor=referee)
    sheet = protocol_sheet(draw_up_protocol(game.pk, actor=referee), made.tournament)
    assert (sheet.first_leader, sheet.first_leader_name) == ("A1", drawn["A1"].name)
    assert next(line.name for line in sheet.seats if line.seat == "A1") == drawn["A2"].name
