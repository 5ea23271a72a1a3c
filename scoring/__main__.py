"""Replay logs from the command line: python -m scoring replay FILE."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from .errors import LogError, malformed
from .games import read_json, replay

USAGE = "usage: python -m scoring replay FILE   (- is standard input)"


def main(arguments: list[str]) -> int:
    """Print the state of a log, or of each of a list of logs, as JSON; 2 if any was refused, 1 if unreadable."""
    if len(arguments) != 2 or arguments[0] != "replay":
        print(USAGE, file=sys.stderr)
        return 1
    try:
        content = sys.stdin.buffer.read() if arguments[1] == "-" else Path(arguments[1]).read_bytes()
    except OSError as error:
        print(f"{arguments[1]} cannot be read: {error.strerror}.", file=sys.stderr)
        return 1
    answer, refused = _answer(content)
    print(json.dumps(answer, indent=1))
    return 2 if refused else 0


def _answer(content: bytes) -> tuple[Any, bool]:
    try:
        value = read_json(content.decode("utf-8-sig"))
    except (LogError, UnicodeDecodeError):
        return {"error": malformed("bad_json").as_dict()}, True
    if isinstance(value, list):
        answers = [_replayed(envelope) for envelope in value]
        return [answer for answer, _ in answers], any(refused for _, refused in answers)
    return _replayed(value)


def _replayed(envelope: Any) -> tuple[Any, bool]:
    try:
        return replay(envelope), False
    except LogError as error:
        return {"error": error.as_dict()}, True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
