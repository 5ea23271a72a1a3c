"""The words follow who competes: pairs, single players, teams; on pages, at the desk and on paper."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.builders import Event, event
from tests.tournaments.playing import drawn
from tests.tournaments.reads.test_single_players import played_case, single_event
from tests.tournaments.sheets.samples import texts
from tournaments.acts.disqualifications import disqualify
from tournaments.acts.entries import correct_names
from tournaments.entry_list import read_grid
from tournaments.entry_list.grid import text_grid
from tournaments.entry_list.words import ROW_WORDS, row_word
from tournaments.models import Round, Tournament
from tournaments.reads import drawing
from tournaments.reads.entry_words import (
    WORDS,
    count_entries,
    cross_table_of,
    entries_entered,
    entries_to_take,
    entry_word,
)
from tournaments.reads.rounds import tables_of
from tournaments.reads.swaps import swap_of
from tournaments.refusals import Refused
from tournaments.sheets.render import standings

PUBLIC = ("", "standings/", "entries/", "entries/1/", "results/", "draw/", "screen/")
DESK = (
    "", "entries/", "entries/new/", "entries/import/", "rounds/", "rounds/1/", "rounds/1/swap/", "documents/",
    "check-in/", "entries/1/categories/", "regulations/", "audit/",
)  # fmt: skip

PAIR = re.compile(r"\bpairs?\b", re.IGNORECASE)


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    shown = re.sub(r"<(script|style)\b.*?</\1>", " ", answer.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", re.sub(r'placeholder="([^"]*)"', r"> \1 <i ", shown)))


@pytest.mark.parametrize(
    ("kind", "one", "two", "column"),
    [
        ("pair", "1 pair", "2 pairs", "Pair"),
        ("player", "1 player", "2 players", "Player"),
        ("team", "1 team", "2 teams", "Team"),
    ],
)
def test_each_kind_has_its_words_and_its_plurals(kind: str, one: str, two: str, column: str) -> None:
    assert (count_entries(kind, 1), count_entries(kind, 2), entry_word(kind, "column")) == (one, two, column)
    assert cross_table_of(kind, 1) == f"The cross table with {one}"


@pytest.mark.parametrize("kind", ["player", "team"])
def test_no_words_of_players_or_teams_speak_of_pairs(kind: str) -> None:
    said = [entry_word(kind, name) for name in WORDS] + [row_word(kind, name) for name in ROW_WORDS]
    assert [words for words in said if PAIR.search(words)] == []


@pytest.mark.parametrize(
    ("kind", "beside", "entered"),
    [
        ("pair", ("pair to take", "pairs to take"), ("1 pair is entered.", "2 pairs are entered.")),
        ("player", ("player to take", "players to take"), ("1 player is entered.", "2 players are entered.")),
        ("team", ("team to take", "teams to take"), ("1 team is entered.", "2 teams are entered.")),
    ],
)
def test_the_rows_of_a_list_are_counted_as_who_competes(
    kind: str, beside: tuple[str, str], entered: tuple[str, str]
) -> None:
    assert tuple(entries_to_take(kind, count) for count in (1, 2)) == beside
    assert tuple(entries_entered(kind, count) for count in (1, 2)) == entered


@pytest.mark.django_db
def test_the_pages_of_an_event_of_single_players_speak_of_players() -> None:
    made = played_case()
    home = f"/e/{made.tournament.slug}/"
    for page in PUBLIC:
        assert not PAIR.search(text(Client(), home + page)), page
    for page in DESK:
        shown = text(made.client("administrator"), f"/desk/{made.tournament.slug}/{page}")
        assert not PAIR.search(shown), page
    assert "15 players" in text(made.client(), "/")
    assert "15 players" in text(Client(), home)


@pytest.mark.django_db
def test_before_anybody_is_entered_they_speak_of_players_too() -> None:
    made = single_event("")
    assert "No players are entered yet" in text(Client(), f"/e/{made.tournament.slug}/standings/")
    assert "Enter the players" in text(made.client(), f"/desk/{made.tournament.slug}/")


@pytest.mark.django_db
def test_the_pages_of_pairs_speak_of_pairs() -> None:
    four = event(pairs=4)
    assert "4 pairs" in text(four.client(), "/")
    assert "4 pairs" in text(four.client(), f"/desk/{four.tournament.slug}/entries/")


def sheet_of(made: Event) -> str:
    fresh = Tournament.objects.get(pk=made.tournament.pk)
    return texts(standings({}, fresh, lambda done, of: None).content)[0]


@pytest.mark.django_db
def test_the_sheet_of_the_standings_names_who_competes() -> None:
    singles = sheet_of(played_case())
    assert "15 players" in singles
    assert "Player" in singles
    assert "Entry" not in singles
    assert "4 entries" in sheet_of(event(pairs=4))


@pytest.mark.django_db
def test_a_refusal_names_who_competes() -> None:
    made = single_event("AB")
    with pytest.raises(Refused, match="Say what the player is disqualified for"):
        disqualify(made.entries()[0], from_round=1, opponents="keep", reason="", actor=made.actor("chief_referee"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "why"),
    [("pair", "not all of its pairs"), ("player", "not all of its players"), ("team", "not all of its teams")],
)
def test_the_reasons_of_a_draw_name_who_competes(kind: str, why: str) -> None:
    made = event(pairs=5)
    round_ = drawn(made)
    Tournament.objects.update(entry_kind=kind)
    round_ = Round.objects.get(pk=round_.pk)
    game = next(table for table in tables_of(round_) if not table.bye)
    assert game.b is not None
    a, b = game.a.entry, game.b.entry
    pairing = {"a": a, "b": b, "group": 1, "down": [], "order_left": True, "rematch": False, "same_club": True}
    bye = next(table.a.entry for table in tables_of(round_) if table.bye)
    round_.drawing |= {"pairings": [pairing], "byes": [{"entry": bye, "why": "passed"}], "first_round": "rating"}
    first = [sentence for line in drawing.lines(round_, tables_of(round_)) for sentence in line.why]
    round_.number = 2
    later = [sentence for line in drawing.lines(round_, tables_of(round_)) for sentence in line.why]
    assert any(why in sentence for sentence in first)
    assert any(f"The number of {kind}s is odd." in sentence for sentence in first)
    assert any(f"meets the same {kind} again" in sentence for sentence in later)
    assert bool([sentence for sentence in first + later if PAIR.search(sentence)]) == (kind == "pair")


@pytest.mark.django_db
def test_a_swap_of_single_players_speaks_of_players() -> None:
    made = event(pairs=4)
    drawn(made)
    Tournament.objects.update(entry_kind="player")
    round_ = Round.objects.get()
    one, *_rest = tables_of(round_)
    assert one.b is not None
    with pytest.raises(Refused, match="Choose two players of different tables"):
        swap_of(round_, one.a.entry, one.b.entry)
    with pytest.raises(Refused, match="Choose two players who are drawn in this round"):
        swap_of(round_, one.a.entry, 0)
    page = text(made.client(), f"/desk/{made.tournament.slug}/rounds/1/swap/")
    assert "Choose a player" in page
    assert not PAIR.search(page)


@pytest.mark.django_db
def test_the_faults_of_an_entry_list_name_who_competes() -> None:
    head = "No,Player 1,Licence 1,Player 2,Licence 2,Category\n"
    rows = "1,A,L1,,L2,\n2,C,L3,C,L3,\n2,E,L5,F,L6,a;b;c;d;e;f;g;h;i;j;k\n4,E,L5,F,L6,\n5,E,L5,,,\n6,G,,H,L8,\n"
    said = {
        kind: [fault.sentence for fault in read_grid(text_grid(head + rows), kind=kind).faults]
        for kind in ("pair", "player", "team")
    }
    assert sum(bool(PAIR.search(sentence)) for sentence in said["pair"]) == 7
    assert [sentence for sentence in said["player"] + said["team"] if PAIR.search(sentence)] == []
    with pytest.raises(Refused, match="Write one line for each team"):
        read_grid(text_grid(head), kind="team")


@pytest.mark.django_db
def test_what_an_act_refuses_of_an_entry_names_who_competes() -> None:
    made = single_event("AB")
    one = made.entries()[0]
    with pytest.raises(Refused, match="Two players are asked for: write the name"):
        correct_names(one, ("A", ""), actor=made.actor())
    one.delete()
    one.pk = 99_999
    with pytest.raises(Refused, match="This player was deleted a moment ago"):
        correct_names(one, ("A", "B"), actor=made.actor())
