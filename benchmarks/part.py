"""Measure one part in a process of its own: python -m benchmarks.part replay SECONDS. Prints its figures as JSON."""

from __future__ import annotations

import dataclasses
import importlib
import json
import signal
import sys
from typing import NoReturn

import django


def give_up(signal_number: int, frame: object) -> NoReturn:
    """End in order, so that a server started by the part ends too."""
    raise SystemExit(f"The part took more than {sys.argv[2]} seconds.")


if __name__ == "__main__":
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(int(sys.argv[2]))
    django.setup()  # before the part is imported, which imports models
    part = importlib.import_module(f"benchmarks.{sys.argv[1]}")
    print(json.dumps([dataclasses.asdict(figure) for figure in part.measure()]))
