"""The worker is killed while it prints, or the whole program is: what was asked for comes by itself."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from http.cookiejar import CookieJar
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest
from pypdf import PdfReader

from tests.config.test_serve import ROOT, answer, both_of, children_of, eventually, free_port, serving

pytestmark = pytest.mark.skipif(
    bool(os.environ.get("TEST_DATABASE_URL")), reason="the program is started on SQLite here"
)

EVENT = "amber-coast-open"
TABLES = 12
#: kind, round: a page for each table of the demo event, and more than a worker prints in a second.
BIG = [("score_sheets", number) for number in (1, 2, 3, 4)] + [("protocols", number) for number in (1, 2, 3)]
LANGUAGES = ("en", "ru")
LONG = 150  # seconds: those who wait here share the machine with other tests


class Printed(NamedTuple):
    """A document as the database has it."""

    state: str
    attempts: int
    files: int


class Desk:
    """The organiser's browser, without a picture."""

    def __init__(self, port: int, account: dict[str, str]) -> None:
        self.home = f"http://127.0.0.1:{port}"
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self.open("/sign-in/")
        self.post("/sign-in/", username=account["name"], password=account["password"])

    def open(self, path: str, data: bytes | None = None) -> bytes:
        with self.opener.open(self.home + path, data, timeout=60) as response:
            content: bytes = response.read()
        return content

    def post(self, path: str, **fields: object) -> None:
        seal = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        self.open(path, urllib.parse.urlencode({"csrfmiddlewaretoken": seal, **fields}).encode())

    def ask_for_all(self) -> None:
        for language in LANGUAGES:
            for kind, number in BIG:
                self.post(f"/desk/{EVENT}/documents/", kind=kind, round=number, language=language)


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play the demo event once, in a folder of its own."""
    folder = tmp_path_factory.mktemp("demo")
    environment = {"PATH": os.environ["PATH"], "VAR_FOLDER": str(folder)}
    for command in (["migrate", "-v0"], ["demo"]):
        subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=environment, check=True)
    return folder


@pytest.fixture
def folder(demo: Path, tmp_path: Path) -> Iterator[Path]:
    """Give a program with the demo event in it, and see that none of its processes is left behind."""
    folder = tmp_path / "var"
    shutil.copytree(demo, folder)
    yield folder
    left = processes_of(folder)
    for process in left:
        os.kill(process, signal.SIGKILL)
    assert not left


def sign_in(folder: Path, port: int) -> Desk:
    eventually(lambda: answer(port))
    return Desk(port, json.loads((folder / "demo.json").read_text())["accounts"][0])


def documents(folder: Path) -> dict[int, Printed]:
    query = (
        "SELECT id, state, attempts, (SELECT count(*) FROM tournaments_documentfile WHERE document_id = document.id)"
        " FROM tournaments_document AS document ORDER BY id"
    )
    with closing(sqlite3.connect(folder / "domino.sqlite3", timeout=30)) as database:
        return {number: Printed(*row) for number, *row in database.execute(query)}


def those(state: str, found: dict[int, Printed]) -> set[int]:
    return {number for number, document in found.items() if document.state == state}


def all_done(folder: Path) -> bool:
    found = documents(folder)
    return those("done", found) == set(found)


def at_work(folder: Path) -> bool:
    """Tell whether one document is being printed while others wait."""
    found = documents(folder)
    return bool(those("running", found) and those("asked", found))


def processes_of(folder: Path) -> list[int]:
    """List the processes that were started for a folder, whoever is their parent by now."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"VAR_FOLDER={folder}".encode() in (process / "environ").read_bytes().split(b"\0"):
                found.append(int(process.name))
        except OSError:  # it ended while we were looking, or is not ours
            continue
    return found


def ask_for_all(desk: Desk, program: int) -> None:
    """Ask for all documents while the worker holds still: however slow the desk is, none is printed before the last."""
    worker = eventually(lambda: both_of(program))["worker"]
    os.kill(worker, signal.SIGSTOP)
    desk.ask_for_all()
    os.kill(worker, signal.SIGCONT)


def stop_at_work(program: int, folder: Path) -> int:
    """Stop the worker in the middle of a document while others wait; say which process it is."""

    def caught() -> int | None:
        worker = children_of(program).get("worker")
        if worker is None or not at_work(folder):
            return None
        os.kill(worker, signal.SIGSTOP)  # it may have finished between our looking and our stopping it
        if at_work(folder):
            return worker
        os.kill(worker, signal.SIGCONT)
        return None

    return eventually(caught, LONG)


def test_all_documents_come_although_the_worker_was_killed_at_one_of_them(folder: Path) -> None:
    port = free_port()
    with serving(folder, port) as program:
        desk = sign_in(folder, port)
        before = set(documents(folder))
        ask_for_all(desk, program.pid)
        killed = stop_at_work(program.pid, folder)
        half_done = those("running", documents(folder))
        os.kill(killed, signal.SIGKILL)
        assert len(half_done) == 1

        eventually(lambda: all_done(folder), LONG)

        found = documents(folder)
        assert len(set(found) - before) == len(BIG) * len(LANGUAGES)
        assert {document.files for document in found.values()} == {1}
        assert {found[number].attempts for number in half_done} == {2}
        assert children_of(program.pid)["worker"] != killed
        for number in set(found) - before:
            pdf = desk.open(f"/desk/{EVENT}/documents/{number}/")
            assert len(PdfReader(BytesIO(pdf)).pages) == TABLES


def test_the_next_start_prints_what_was_asked_for_when_the_program_was_killed(folder: Path) -> None:
    port = free_port()
    with serving(folder, port) as program:
        desk = sign_in(folder, port)
        ask_for_all(desk, program.pid)
        worker = stop_at_work(program.pid, folder)
        program.kill()
        program.wait()
        os.kill(worker, signal.SIGCONT)  # its end was asked for when the program died, and comes with what it holds
        eventually(lambda: not processes_of(folder), LONG)
    waiting = set(documents(folder)) - those("done", documents(folder))
    assert waiting
    with serving(folder, free_port()):
        eventually(lambda: all_done(folder), LONG)
    assert {document.files for document in documents(folder).values()} == {1}
