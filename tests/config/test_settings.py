"""The settings: a laptop without any, a server with two."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

ROOT = Path(__file__).parent.parent.parent


def read_settings(folder: Path, **environment: str) -> dict[str, Any]:
    """Start Python as the program starts, with this environment alone, and print what the settings came to."""
    names = (
        "DATABASES CELERY_BROKER_URL CELERY_BROKER_TRANSPORT_OPTIONS ALLOWED_HOSTS SESSION_COOKIE_SECURE DEBUG "
        "CSRF_COOKIE_SECURE CSRF_COOKIE_NAME SECURE_PROXY_SSL_HEADER SECURE_HSTS_SECONDS HTTPS_PORT"
    )
    program = (
        "import json; from django.conf import settings; "
        f"print(json.dumps({{n: getattr(settings, n, None) for n in '{names}'.split()}}, default=str))"
    )
    clean = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings", "VAR_FOLDER": str(folder)}
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, env=clean | environment, cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_without_environment_a_laptop_keeps_all_in_one_folder(tmp_path: Path) -> None:
    found = read_settings(tmp_path)
    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == str(tmp_path / "domino.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert found["CELERY_BROKER_URL"].startswith("filesystem:")
    assert found["CELERY_BROKER_TRANSPORT_OPTIONS"]["data_folder_in"] == str(tmp_path / "broker")
    assert (found["ALLOWED_HOSTS"], found["SESSION_COOKIE_SECURE"], found["DEBUG"]) == (["*"], False, False)


def test_an_sqlite_connection_keeps_scores_through_a_power_cut(tmp_path: Path) -> None:
    program = (
        "import django; django.setup(); from django.db import connection; c = connection.cursor(); "
        "print([c.execute(f'PRAGMA {n}').fetchone()[0] for n in ('journal_mode', 'synchronous', 'foreign_keys')])"
    )
    environment = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings", "VAR_FOLDER": str(tmp_path)}
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "['wal', 2, 1]"  # 2 is FULL


def test_two_addresses_make_a_server_of_it(tmp_path: Path) -> None:
    found = read_settings(
        tmp_path, DATABASE_URL="postgres://desk:secret@db.example:5433/domino", CELERY_BROKER_URL="redis://mq.example/3"
    )
    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert [database[key] for key in ("HOST", "PORT", "NAME", "USER")] == ["db.example", 5433, "domino", "desk"]
    assert database["CONN_MAX_AGE"] == 600
    assert found["CELERY_BROKER_URL"] == "redis://mq.example/3"
    assert found["CELERY_BROKER_TRANSPORT_OPTIONS"] == {"visibility_timeout": 600}
    assert not (tmp_path / "broker").exists()


def test_the_secret_key_is_made_once_and_for_the_owner_alone(tmp_path: Path) -> None:
    read_settings(tmp_path)
    key = tmp_path / "secret-key"
    first = key.read_text()
    read_settings(tmp_path)
    assert key.read_text() == first
    assert len(first) > 60
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broker", "broker-control", "secret-key"]


def test_behind_https_cookies_are_secure_and_hosts_are_named(tmp_path: Path) -> None:
    found = read_settings(tmp_path, HTTPS="1", ALLOWED_HOSTS="desk.example, www.desk.example")
    assert found["SESSION_COOKIE_SECURE"] is True
    assert found["ALLOWED_HOSTS"] == ["desk.example", "www.desk.example"]


def test_a_program_that_speaks_https_itself_believes_no_proxy_and_leaves_plain_http_alone(tmp_path: Path) -> None:
    found = read_settings(tmp_path, HTTPS_PORT="8443", SPEAKS_HTTPS="1")
    assert (found["HTTPS_PORT"], found["SECURE_PROXY_SSL_HEADER"], found["SECURE_HSTS_SECONDS"]) == (8443, None, 0)
    assert (found["CSRF_COOKIE_SECURE"], found["CSRF_COOKIE_NAME"]) == (True, "__Host-csrftoken")
    beside = read_settings(tmp_path, HTTPS_PORT="8443")
    assert (beside["CSRF_COOKIE_SECURE"], beside["CSRF_COOKIE_NAME"]) == (False, "csrftoken")


def test_what_the_clock_sends_are_names_of_tasks_of_ours() -> None:
    sent = {entry["task"]: entry["schedule"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert sent == {
        "tournaments.tasks.send_waiting_documents": 5.0,
        "tournaments.tasks.copy_database": 60.0,
        "tournaments.tasks.forget_old_files": 600.0,
    }


@pytest.mark.parametrize("word", ["", "0", "no", "off"])
def test_debug_is_only_switched_on_by_a_clear_yes(tmp_path: Path, word: str) -> None:
    assert read_settings(tmp_path, DEBUG=word)["DEBUG"] is False
