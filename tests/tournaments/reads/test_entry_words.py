"""The words follow who competes: pairs, single players, teams; on pages, at the desk and on paper."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.builders import Event, event
from tests.tournaments.reads.test_single_players import played_case, single_event
from tests.tournaments.sheets.samples import texts
from tournaments.acts.disqualifications import disqualify
from tournaments.models import Tournament
from tournaments.reads.entry_words import WORDS, count_entries, cross_table_of, entry_word
from tournaments.refusals import Refused
from tournaments.sheets.render import standings

PUBLIC = ("", "standings/", "entries/", "entries/1/", "results/", "draw/", "screen/")
DESK = ("", "entries/", "rounds/", "documents/", "check-in/", "entries/1/categories/")


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


@pytest.mark.parametrize("name", list(WORDS))
def test_no_words_of_players_or_teams_speak_of_pairs(name: str) -> None:
    for kind in ("player", "team"):
        assert not re.search(r"\bpairs?\b", entry_word(kind, name), re.IGNORECASE)


@pytest.mark.django_db
def test_the_pages_of_an_event_of_single_players_speak_of_players() -> None:
    made = played_case()
    home = f"/e/{made.tournament.slug}/"
    for page in PUBLIC:
        assert not re.search(r"\bpairs?\b", text(Client(), home + page), re.IGNORECASE), page
    for page in DESK:
        shown = text(made.client("administrator"), f"/desk/{made.tournament.slug}/{page}")
        assert not re.search(r"\bpairs?\b", shown, re.IGNORECASE), page
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
