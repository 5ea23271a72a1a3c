"""What the tests of the rules share."""

from tests.scoring.rule_book import browser_fold, play  # noqa: F401 - fixtures of the rule book's tests
