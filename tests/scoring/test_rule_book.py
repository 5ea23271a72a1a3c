"""Every numbered rule of sport domino (S5-S46) and every open question (A1-A31) has a test, or a reason for none.

The tests are in the files `test_rule_book*.py`, here and beside the table, and begin with their numbers, as
`test_s13_time_over_in_a_deal_lets_that_deal_decide` does, or `test_s14_a10_...` where a question is answered too. They
write the log as the referee would, and what they expect was found with the rule book and a pencil.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

#: Rules that leave no trace in a log, a state, a result or a protocol.
NOT_OF_THE_RECORD = {
    7: "How many games an event has is told by its planned rounds; a log is that of one game.",
    29: "Turning the tiles face down is done before anything is written.",
    30: "Who shuffles is not written; a shuffle that went wrong is a void deal.",
    33: "Who shuffles for the deal is not written.",
    34: "The order in which tiles are taken is not written.",
    35: "A second shuffle by the leader is not written: the deal begins when its lead tile lies.",
    37: "How the lead tile is turned is not written, and the table shows no tiles.",
    44: "A pass is no line. A gesture instead of the word is a sign (S28), a pass that was false is S45.",
}
#: Questions whose answer, whatever it is, leaves no trace there either.
NO_QUESTION_OF_THE_RECORD = {
    8: "Who shuffles for a later deal is not written (S33).",
    9: "Who takes his tiles first is not written (S34, S35).",
    19: "When the exposed tile must be laid is seen at the table; the deal counts in any case.",
    22: "Whether a tile was touched in the player's turn is what the referee judges before he writes.",
    23: "Where the touched tile goes is not written; the fine is the same.",
    27: "Sport domino deals a hand once. Regulations that redeal it print so, and the referee voids the deal.",
    28: "Signals are allowed in other games only.",
    29: "Hands lie on the players' stands and on no screen.",
    30: "A turn of several doubles belongs to another game.",
}


def names_of_tests() -> Iterator[str]:
    """Name every test of the rule book's files."""
    for file in sorted(TESTS.glob("*/test_rule_book*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name


def numbers(letter: str) -> set[int]:
    """Collect the numbers with this letter at the beginning of the tests' names."""
    heads = [re.match(r"test_((?:[sa]\d+_)*)", name) for name in names_of_tests()]
    return {int(number) for head in heads if head for number in re.findall(rf"{letter}(\d+)_", head[1])}


@pytest.mark.parametrize(
    ("letter", "first", "last", "reasons"),
    [("s", 5, 46, NOT_OF_THE_RECORD), ("a", 1, 31, NO_QUESTION_OF_THE_RECORD)],
    ids=["rules", "questions"],
)
def test_every_number_has_a_test_or_a_reason_and_never_both(
    letter: str, first: int, last: int, reasons: dict[int, str]
) -> None:
    tested = numbers(letter)
    assert sorted(tested & reasons.keys()) == []
    assert sorted(tested | reasons.keys()) == list(range(first, last + 1))
    assert all(reasons.values())


def test_every_test_of_these_files_says_which_rule_it_is_for() -> None:
    own = {name for name, thing in globals().items() if name.startswith("test_") and callable(thing)}
    others = [name for name in names_of_tests() if name not in own]
    assert len(others) > 80
    assert [name for name in others if not re.match(r"test_(s\d+_)+", name)] == []
