"""The program as it is started in a hall: one port, one folder, children that come back, one end for all."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.db import connection

from tournaments.management.commands.serve import where_copies_go
from tournaments.running import CannotRun, Child, hall_addresses, hold, listen

ROOT = Path(__file__).parent.parent.parent
Found = TypeVar("Found")


def eventually(look: Callable[[], Found | None], seconds: float = 60) -> Found:
    """Look until there is something to see."""
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, f"nothing came of {look} in {seconds} s"
        time.sleep(0.05)
    return found


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def children_of(parent: int) -> dict[str, int]:
    """List the Celery processes that a serving process started: what they are, and their numbers."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        words = command_line(process)
        if words[1:4] == ["-m", "tournaments.child", str(parent)]:
            found[words[4]] = int(process.name)
    return found


def both_of(parent: int) -> dict[str, int] | None:
    found = children_of(parent)
    return found if set(found) == {"worker", "beat"} else None


def command_line(process: Path) -> list[str]:
    try:
        return (process / "cmdline").read_text().split("\0")
    except OSError:  # it ended while we were looking
        return []


def alive(pid: int) -> bool:
    return any(command_line(Path(f"/proc/{pid}")))  # a dead child that nobody waited for has an empty one


@contextmanager
def serving(
    folder: Path, port: int, *options: str, environment: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Run manage.py serve in a folder of its own, and see that nothing of it stays."""
    clean = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    command = [sys.executable, "-u", "manage.py", "serve", "--port", str(port), "--demo", "0", *options]
    process = subprocess.Popen(
        command,
        env={**clean, "VAR_FOLDER": str(folder), **(environment or {})},
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=60)


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def answer(port: int, path: str = "/") -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as response:
            status: int = response.status
            return status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


@pytest.fixture(scope="session")
def used_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Prepare a database as a first start leaves it, once for all tests."""
    folder = tmp_path_factory.mktemp("used-before")
    environment = {"PATH": os.environ["PATH"], "VAR_FOLDER": str(folder)}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True)
    return folder / "domino.sqlite3"


@pytest.fixture
def folder(used_before: Path, tmp_path: Path) -> Path:
    """Give a folder of a program that was started before."""
    shutil.copy(used_before, tmp_path / "domino.sqlite3")
    return tmp_path


def test_a_taken_port_is_told_in_a_sentence_with_a_way_out() -> None:
    with closing(socket.socket()) as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CannotRun, match=rf"Port {port} cannot be used .* PORT=\d+ make run"):
            listen("0.0.0.0", port)


def test_a_port_that_does_not_exist_is_told_the_same_way() -> None:
    with pytest.raises(CannotRun, match=r"Port 99999 cannot be used .* PORT=8010 make run"):
        listen("0.0.0.0", 99999)


def test_a_second_start_from_the_same_folder_is_told_where_the_first_one_is(tmp_path: Path) -> None:
    with (
        hold(tmp_path, 8000),
        pytest.raises(CannotRun, match=r"already runs from this folder, at http://127\.0\.0\.1:8000"),
    ):
        hold(tmp_path, 8010)


def test_a_folder_is_free_again_after_the_end(tmp_path: Path) -> None:
    hold(tmp_path, 8000).close()
    hold(tmp_path, 8010).close()
    assert (tmp_path / "running").read_text() == "8010"


def test_the_addresses_for_the_hall_are_not_this_machine_s_own() -> None:
    assert all(re.fullmatch(r"\d+(\.\d+){3}", address) for address in hall_addresses())
    assert not [address for address in hall_addresses() if address.startswith("127.")]


def test_a_child_that_cannot_start_is_tried_again_ever_more_slowly_and_then_let_go(tmp_path: Path) -> None:
    told: list[str] = []
    child = Child(["no-such-command"], tmp_path / "log" / "child.log", ROOT, told.append)
    child.start()
    eventually(lambda: len(told) >= 2)
    child.stop()
    child.wait()
    assert told[0] == f"The no-such-command ended (2) and is started again. Its log: {child.log}"
    assert "no-such-command" in child.log.read_text()
    assert not child.keeper.is_alive()


def test_a_killed_worker_comes_back_and_ctrl_c_ends_all(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, port) as process:
        eventually(lambda: answer(port))
        first = eventually(lambda: both_of(process.pid))
        os.kill(first["worker"], signal.SIGKILL)
        second = eventually(lambda: children_of(process.pid).get("worker") not in {None, first["worker"]})
        assert second
        last = eventually(lambda: both_of(process.pid))
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert f"http://127.0.0.1:{port}/first-run/ to set up the first organiser" in said
    assert f"copies after every accepted result: {tmp_path / 'copies' / 'domino-desk.sqlite3'}" in said
    assert "The worker ended (-9) and is started again" in said
    assert said.rstrip().endswith("Stopped.")
    assert not any(alive(pid) for pid in last.values())
    assert answer(port) == 0


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL is copied by its own means")
def test_the_start_says_that_no_copies_are_made_without_the_stick(tmp_path: Path, settings: Any) -> None:
    settings.COPY_FOLDER, settings.COPY_FOLDER_IS_OURS = tmp_path / "stick", False
    assert where_copies_go().startswith(f"NO COPIES ARE MADE: there is no folder {tmp_path / 'stick'}.")
    (tmp_path / "stick").mkdir()
    assert where_copies_go() == f"copies after every accepted result: {tmp_path / 'stick' / 'domino-desk.sqlite3'}"


def test_a_browser_that_sends_20_megabytes_gets_to_read_why_they_were_refused(folder: Path) -> None:
    port = free_port()
    with serving(folder, port):
        eventually(lambda: answer(port))
        with pytest.raises(urllib.error.HTTPError) as refusal:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/first-run/", data=b"x" * 20_000_000, timeout=60)
    assert refusal.value.code == 413
    assert "2.5 MB" in refusal.value.read().decode()


def test_as_many_visitors_are_let_in_as_the_system_gives_files_for() -> None:
    asked = """
import resource, django
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 1000))
django.setup()
from tournaments.management.commands.serve import room_for
print(room_for(4000), resource.getrlimit(resource.RLIMIT_NOFILE)[0], room_for(10))
"""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    told = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, env=environment, capture_output=True, check=True)
    assert told.stdout.split() == [b"800", b"1000", b"10"]


def test_children_end_when_the_program_is_killed_without_a_word(folder: Path) -> None:
    port = free_port()
    with serving(folder, port) as process:
        children = eventually(lambda: both_of(process.pid))
        eventually(lambda: answer(port))
        process.kill()
        eventually(lambda: not any(alive(pid) for pid in children.values()))


def test_a_second_start_needs_less_than_five_seconds(folder: Path) -> None:
    port = free_port()
    with serving(folder, port) as process:
        eventually(lambda: answer(port))
        # Seconds of a processor: those on the clock are also those of the tests that run beside this one.
        assert processor_seconds(process.pid) < 4


def test_carrying_on_from_a_copy_starts_with_it_and_keeps_what_was_there(folder: Path) -> None:
    port = free_port()
    copy = folder / "stick" / "copy.sqlite3"
    copy.parent.mkdir()
    shutil.copy(folder / "domino.sqlite3", copy)
    with serving(folder, port, "--resume", str(copy)) as process:
        eventually(lambda: answer(port))
        process.terminate()
        said, _ = process.communicate(timeout=60)
    kept = next(folder.glob("domino.before-resume-*.sqlite3"))
    assert f"Carrying on from {copy}. The database that was here is kept as {kept}." in said
    assert process.returncode == 0


def test_the_words_of_a_demo_are_not_said_over_the_database_of_somebody_else(folder: Path) -> None:
    demo = {"accounts": [{"name": "organiser", "password": "double six leads", "role": "organiser"}]}
    (folder / "demo.json").write_text(json.dumps(demo))
    port = free_port()
    with serving(folder, port) as process:
        eventually(lambda: answer(port))
        process.terminate()
        said, _ = process.communicate(timeout=60)
    assert "double six leads" not in said
    assert "/first-run/ to set up the first organiser" in said


def test_a_wrong_file_to_carry_on_from_is_told_and_nothing_is_started(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8" * 4000)
    with serving(tmp_path, free_port(), "--resume", str(tmp_path / "photo.jpg")) as process:
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "photo.jpg is not a copy made by Domino Desk" in said
    assert "Traceback" not in said


def test_a_database_of_a_newer_version_is_left_alone(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "domino.sqlite3")) as newer:
        newer.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('referees', '9999_later', '2031')")
        newer.commit()
    with serving(folder, free_port()) as process:
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "was made by a newer Domino Desk: update this one first" in said


def test_a_database_that_is_rubbish_is_told_with_the_way_to_carry_on(tmp_path: Path) -> None:
    (tmp_path / "domino.sqlite3").write_text("a note somebody saved here" * 100)
    with serving(tmp_path, free_port()) as process:
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "make resume FILE=... carries on from a copy" in said
    assert "Traceback" not in said
