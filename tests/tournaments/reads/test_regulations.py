"""The regulations in words: a sentence for every setting and every value."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from scoring.rules import CHOICES, SWITCHES, Rules, parse_rules
from scoring.standings import KEYS
from tournaments.models import Regulations, RegulationsPreset
from tournaments.models.events import default_ranking
from tournaments.reads.ladders import ladder_words
from tournaments.reads.regulations import in_words, rounds_of_a_round_robin, setting_in_words
from tournaments.reads.rule_words import EVENT_WORDS


def regulations(**values: Any) -> Regulations:
    defaults = {"rules": {}, "ranking": default_ranking(), "seed": 4711}
    return Regulations(**{**defaults, **values})


def told(entries: int = 0, **values: Any) -> dict[str, str]:
    chapters = in_words(regulations(**values), entries)
    return {sentence.rule: sentence.text for chapter in chapters for sentence in chapter.sentences}


def test_every_rule_of_the_closed_list_has_one_sentence_that_ends() -> None:
    sentences = told()
    rules = set(Rules.__dataclass_fields__) - {"tariff", "deals"}  # deals are said with the target
    assert rules <= set(sentences)
    assert all(text.endswith(".") for text in sentences.values())


@pytest.mark.parametrize("name", [*CHOICES, *SWITCHES])
def test_every_value_of_a_rule_says_something_else(name: str) -> None:
    values = CHOICES.get(name, (False, True))
    sentences = [told(rules={name: value})[name] for value in values]
    assert len(set(sentences)) == len(values)


@pytest.mark.parametrize("name", list(EVENT_WORDS))
def test_every_value_of_a_setting_of_the_event_says_something_else(name: str) -> None:
    values: list[object] = [True, False] if name == "clubs_apart" else list(EVENT_WORDS[name])
    sentences = [told(**dict[str, Any]({"system": "swiss", name: value}))[name] for value in values]
    assert len(set(sentences)) == len(values)


@pytest.mark.parametrize(
    ("rules", "name", "sentence"),
    [
        ({}, "target", "A game goes to 200 points. Level at the end: an extra deal is played."),
        ({"target": 300}, "target", "A game goes to 300 points. Level at the end: an extra deal is played."),
        ({"deals": 8}, "target", "A game has 8 deals; the side with more points wins. Level: an extra deal is played."),
        ({"minutes": 1}, "minutes", "A game has 1 minute."),
        ({"no_show_minutes": 0}, "no_show_minutes", "Who is not at the table when the game starts loses it."),
        (
            {"deals": 8}, "walkover",
            "The winner of a game that was not played to its end gets at least 200 points, the loser 0.",
        ),
        ({"tariff": {"late": [0]}}, "tariff.late", "Coming late: 0 points."),
        ({"tariff": {"spitting_on_tiles": ["warning", 1]}}, "tariff.spitting_on_tiles",
         "Spitting on tiles: a warning, then 1 point."),
    ],
)  # fmt: skip
def test_a_rule_is_said_with_its_figures(rules: dict[str, object], name: str, sentence: str) -> None:
    assert told(rules=rules)[name] == sentence


@pytest.mark.parametrize(
    ("values", "name", "sentence"),
    [
        ({"planned_rounds": 8}, "planned_rounds", "8 rounds are planned."),
        (
            {"planned_rounds": 7, "override_reason": "the hall closes at six"}, "planned_rounds",
            "7 rounds are planned. The preset asks for a multiple of four; this event departs from it: "
            "the hall closes at six",
        ),
        ({"planned_rounds": 8}, "length", "All rounds take about 7:05 hours, with 15 minutes between them."),
        ({"entries_close": 1}, "entries_close", "Entries close when round 1 starts."),
        (
            {"entries_close": 2}, "entries_close",
            "Entries close when round 2 starts; who comes late scores nothing for rounds missed.",
        ),
        (
            {"ranking": ["wins", "head_to_head", "lots"]}, "ranking",
            "The order of the table is decided by: wins, head to head, drawing of lots.",
        ),
        ({"ranking": ["lots"]}, "seed", "Lots are drawn with the seed 4711: anybody can draw them again."),
    ],
)  # fmt: skip
def test_a_setting_of_the_event_is_said_with_its_figures(values: dict[str, Any], name: str, sentence: str) -> None:
    assert told(**values)[name] == sentence


def test_the_seed_is_told_only_where_lots_are_drawn() -> None:
    assert "seed" not in told()
    assert "seed" not in told(first_round="lot")  # a round robin has no order to draw
    assert "seed" in told(first_round="lot", system="swiss")


def test_effectiveness_is_explained_only_where_it_decides_something() -> None:
    assert "effectiveness" in told()
    assert "effectiveness" not in told(ranking=["wins", "points"])


@pytest.mark.parametrize("key", list(KEYS))
def test_every_key_of_the_order_has_a_name(key: str) -> None:
    assert key.replace("_", " ").split()[0] in told(ranking=[key])["ranking"]


@pytest.mark.parametrize(
    ("system", "entries", "rounds"),
    [
        ("round_robin", 6, 5), ("round_robin", 7, 7), ("double_round_robin", 6, 10), ("double_round_robin", 5, 10),
        ("swiss", 6, 0), ("round_robin", 1, 0), ("round_robin", 0, 0),
    ],
)  # fmt: skip
def test_a_round_robin_is_as_long_as_its_entries_make_it(system: str, entries: int, rounds: int) -> None:
    assert rounds_of_a_round_robin(system, entries) == rounds


def test_the_rounds_that_the_entries_make_are_told_where_others_are_planned() -> None:
    text = told(entries=10, planned_rounds=8)["planned_rounds"]
    assert text == "8 rounds are planned. With the 10 entries of now the whole table has 9 rounds."
    assert told(entries=10, planned_rounds=9)["planned_rounds"] == "9 rounds are planned."


def test_what_departs_is_measured_by_the_preset_and_by_what_is_usual() -> None:
    preset = RegulationsPreset(name="Club", rules={"target": 150, "minutes": 30})
    kept = regulations(rules={"target": 150, "lead": "winner"}, preset=preset, bye_counts="half", system="swiss")
    differing = {one.rule for chapter in in_words(kept) for one in chapter.sentences if one.differs}
    assert differing == {"minutes", "lead", "bye_counts"}


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (["warning"], "a warning"),
        ([25, 50], "25 points, then 50 points"),
        (["warning", {"points": 5, "card": "yellow"}, "game_loss"],
         "a warning, 5 points and a yellow card, then the game is lost"),
        ([{"points": 0, "card": "red"}, {"points": 0, "card": "black"}],
         "a red card: the game is lost, then a black card: disqualification"),
        (["disqualification"], "disqualification"),
    ],
)  # fmt: skip
def test_a_ladder_is_said_step_by_step(steps: list[object], words: str) -> None:
    assert ladder_words(parse_rules({"tariff": {"x": steps}}).tariff["x"]) == words


def test_a_single_setting_is_said_as_on_the_whole_page() -> None:
    kept = regulations(rules={"deals": 8})
    assert setting_in_words("deals", kept) == setting_in_words("target", kept) != ""
    assert setting_in_words("nothing", kept) == ""


def test_the_chapters_are_few_and_none_is_empty() -> None:
    chapters = in_words(regulations())
    assert all(chapter.sentences for chapter in chapters)
    assert all(before.title != after.title for before, after in pairwise(chapters))
