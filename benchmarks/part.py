"""Measure one part in a process of its own: python -m benchmarks.part replay. Prints its figures as JSON."""

from __future__ import annotations

import dataclasses
import importlib
import json
import sys

import django

if __name__ == "__main__":
    django.setup()  # before the part is imported, which imports models
    part = importlib.import_module(f"benchmarks.{sys.argv[1]}")
    print(json.dumps([dataclasses.asdict(figure) for figure in part.measure()]))
