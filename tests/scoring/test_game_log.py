"""The cases with given answers, run through the fold and through the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import LogError
from scoring.games import replay

ROOT = Path(__file__).parents[2]
CASES = [
    case
    for file in ("game-log.json", "game-log-more.json")
    if (ROOT / "tests" / "cases" / file).exists()
    for case in json.loads((ROOT / "tests" / "cases" / file).read_text())
]


def envelope_of(case: dict[str, Any]) -> dict[str, Any]:
    """Make the envelope to replay of a case."""
    return {"format": 1, **{key: case[key] for key in ("rules", "carried", "lines") if key in case}}


def assert_contains(actual: Any, expected: Any, path: str = "state") -> None:
    """Check that plain values are equal, objects have at least the given fields, and lists the same length."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert key in actual, f"{path} lacks {key}"
            assert_contains(actual[key], value, f"{path}.{key}")
    elif isinstance(expected, list):
        assert len(actual) == len(expected), f"{path} has {len(actual)} items"
        for number, value in enumerate(expected):
            assert_contains(actual[number], value, f"{path}[{number}]")
    else:
        assert actual == expected and isinstance(actual, bool) == isinstance(expected, bool), f"{path} is {actual!r}"


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_case_has_its_given_answer(case: dict[str, Any]) -> None:
    if "error" in case["expect"]:
        with pytest.raises(LogError) as refusal:
            replay(envelope_of(case))
        assert refusal.value.code == case["expect"]["error"]
        assert "{" not in refusal.value.sentence and "?" not in refusal.value.sentence
        return
    assert_contains(replay(envelope_of(case)), case["expect"])


def run(*arguments: str, text: bytes = b"") -> tuple[int, Any]:
    """Run the command line on a text and read its answer."""
    done = subprocess.run(
        [sys.executable, "-m", "scoring", *arguments], input=text, capture_output=True, cwd=ROOT, check=False
    )
    return done.returncode, json.loads(done.stdout) if done.stdout else done.stderr.decode()


def test_the_command_prints_a_state_and_exits_0() -> None:
    code, state = run("replay", "-", text=b'{"format": 1, "rules": {}, "lines": [{"kind": "start", "leader": "B2"}]}')
    assert (code, state["next_leader"], state["to_come"]) == (0, "B2", "deal")


def test_the_command_prints_an_error_and_exits_2() -> None:
    code, answer = run("replay", "-", text=b'{"format": 1, "rules": {}, "lines": [{"kind": "time", "in_deal": true}]}')
    assert (code, answer["error"]["code"], answer["error"]["line"]) == (2, "not_started", 0)
    assert answer["error"]["kind"] == "illegal"


def test_a_list_of_envelopes_gets_a_list_of_answers_and_one_refusal_exits_2(tmp_path: Path) -> None:
    file = tmp_path / "logs.json"
    file.write_text(json.dumps([{"format": 1, "rules": {}, "lines": []}, {"format": 2, "rules": {}, "lines": []}]))
    code, answers = run("replay", str(file))
    assert code == 2
    assert answers[0]["state"] == "waiting"
    assert answers[1]["error"] == {
        "kind": "malformed",
        "code": "bad_field",
        "line": None,
        "params": {"field": "format"},
        "sentence": "The field format is missing or has a value it cannot have. Correct it and send again.",
    }


@pytest.mark.parametrize("text", [b"", b"{", b"\xff\xfe", b'{"format": NaN}', b"[" * 100_000, b"nul"])
def test_what_is_no_json_is_bad_json(text: bytes) -> None:
    code, answer = run("replay", "-", text=text)
    assert (code, answer["error"]["code"], answer["error"]["line"]) == (2, "bad_json", None)


def test_a_missing_file_is_said_in_a_sentence() -> None:
    code, message = run("replay", "no-such-file.json")
    assert code == 1
    assert message == "no-such-file.json cannot be read: No such file or directory.\n"
