"""What the tests of the rules share."""

from __future__ import annotations

from hypothesis import settings

from tests.scoring.rule_book import browser_fold, play  # noqa: F401 - fixtures of the rule book's tests

# A busy machine is no mistake in the rules, so no single example is timed.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
