"""Run the tests on SQLite, then on PostgreSQL and Redis where they answer: python -m tests.everywhere [--soak]."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
import redis

from tests.chromium import chromium

DATABASE = os.environ.get("TEST_DATABASE_URL") or "postgres://postgres@127.0.0.1:5432/domino"
BROKER = os.environ.get("TEST_BROKER_URL") or "redis://127.0.0.1:6379/9"
ALL_OR_NOTHING = os.environ.get("REQUIRE_ALL") == "1"

# A browser or a program among others may be starved for half a minute, which no test of ours is about. So few that fail
# are asked once more, alone, and told at the end. Where more fail, or any that drives neither, nothing is asked again.
STARVED = 3
DRIVING = ("tests/browser/", "tests/config/", "tests/test_killed_worker.py")
REMEMBERED = Path("var/tests")


@dataclass(frozen=True)
class Run:
    name: str
    environment: dict[str, str]
    options: list[str]


SQLITE = Run("SQLite", {"TEST_DATABASE_URL": "", "TEST_BROKER_URL": ""}, [])
# Here only what another database could change: rules, looks and sheets are the same on it and were tested a moment
# before, programs that the tests start have an SQLite file of their own. `tests.conftest.of_the_database` has the rule.
ELSEWHERE = [
    "tests/scoring", "tests/tournaments/draw", "tests/tournaments/sheets", "tests/test_killed_worker.py",
    *(f"tests/config/test_{name}.py" for name in ("serve", "resume", "make", "https", "settings")),
]  # fmt: skip
SERVERS = Run(
    "PostgreSQL and Redis",
    {"TEST_DATABASE_URL": DATABASE, "TEST_BROKER_URL": BROKER},
    ["--of-the-database", *(f"--ignore={path}" for path in ELSEWHERE)],
)
CHANCE = str(secrets.randbelow(10**6))  # of the soak alone: see `tests.chance`
SEARCH = Run(
    f"new examples for rules, draws and lists, TEST_CHANCE={CHANCE}",
    {**SQLITE.environment, "TEST_CHANCE": CHANCE},
    ["--hypothesis-profile=searching", "tests/scoring", "tests/tournaments/draw", "tests/tournaments/entry_list"],
)
SOAK = Run(
    f"soak on PostgreSQL, TEST_CHANCE={CHANCE}",
    {"TEST_DATABASE_URL": DATABASE, "TEST_BROKER_URL": BROKER, "TEST_CHANCE": CHANCE},
    ["-m", "soak"],
)


def why_not_postgresql() -> str | None:
    """Say why PostgreSQL cannot be tested, if it cannot."""
    server = DATABASE.rpartition("/")[0] + "/postgres"
    try:
        with psycopg.connect(server, connect_timeout=3) as connection:
            row = connection.execute("SELECT rolcreatedb FROM pg_roles WHERE rolname = current_user").fetchone()
    except psycopg.Error as error:
        return f"PostgreSQL does not answer at {server} ({str(error).strip().splitlines()[0]})"
    return None if row and row[0] else f"PostgreSQL at {server} does not let us make a database"


def why_not_redis() -> str | None:
    """Say why Redis cannot be tested, if it cannot."""
    try:
        redis.Redis.from_url(BROKER, socket_connect_timeout=3).ping()
    except redis.RedisError as error:
        return f"Redis does not answer at {BROKER} ({error})"
    return None


def passes(run: Run, starved: list[str]) -> bool:
    """Run the tests of one database; add to `starved` those that were asked twice."""
    print(f"\n== {run.name} ==", flush=True)
    shutil.rmtree(REMEMBERED, ignore_errors=True)
    # One more than there are processors: a browser test waits half of its time for a page that asks every few seconds.
    processes = os.environ.get("TEST_PROCESSES") or str((os.cpu_count() or 1) + 1)
    workers = [] if run is SOAK else ["-n", processes, "--dist", "worksteal"]
    ended = ask(run, "--durations=5", *workers, *run.options)
    failed = failures() if ended == pytest.ExitCode.TESTS_FAILED and run is not SOAK else []
    if 0 < len(failed) <= STARVED and all(test.startswith(DRIVING) for test in failed):
        print(f"\n== {run.name}: once more, alone ==", flush=True)
        ended = ask(run, *failed)
        starved += failed
    return ended == pytest.ExitCode.OK


def ask(run: Run, *options: str) -> int:
    """Run pytest once; it leaves behind which tests failed."""
    command = [sys.executable, "-m", "pytest", "-q", "-rs", "-o", f"cache_dir={REMEMBERED}", *options]
    return subprocess.run(command, env={**os.environ, **run.environment}, check=False).returncode


def failures() -> list[str]:
    """Name the tests that failed in the last run."""
    return sorted(json.loads((REMEMBERED / "v/cache/lastfailed").read_text()))


def main(arguments: list[str]) -> int:
    os.chdir(Path(__file__).parent.parent)
    missing = [reason for reason in (why_not_postgresql(), why_not_redis()) if reason]
    soak = "--soak" in arguments
    runs = [SEARCH, SOAK] if soak else [SQLITE, SERVERS]
    if missing:
        runs.remove(SOAK if soak else SERVERS)
    starved: list[str] = []
    done = {run.name: passes(run, starved) for run in runs}
    print()
    skipped = [f"not run on PostgreSQL and Redis: {reason}" for reason in missing]
    if not soak and not chromium():
        skipped.append("browser tests skipped: no Chromium is installed (Debian: apt install chromium)")
    for line in skipped:
        print(f"SKIPPED  {line}")
    for test in starved:
        print(f"TWICE   {test}: it failed among the others and was run again alone; look why")
    for name, passed in done.items():
        print(f"{'PASSED ' if passed else 'FAILED '}  {name}")
    good = bool(done) and all(done.values()) and not (skipped and (ALL_OR_NOTHING or soak))
    print("ALL PASSED" if good else "NOT PASSED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
