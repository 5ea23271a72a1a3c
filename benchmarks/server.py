"""A database made and dropped again, and the program served from processes of its own, as it is deployed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psycopg

ROOT = Path(__file__).parent.parent
HOST = "127.0.0.1"
POSTGRESQL = os.environ.get("TEST_DATABASE_URL") or f"postgres://postgres@{HOST}:5432/domino"
ANSWERS_WITHIN, ENDS_WITHIN = 30.0, 10.0  # seconds
#: As deploy/ runs it, and as `make run` does.
GUNICORN = tuple("gunicorn config.wsgi --bind {address} --worker-class gthread --workers 3 --threads 8".split())
WAITRESS = tuple("waitress --listen={address} --threads=8 config.wsgi:application".split())
MAKE_RUN = tuple("django serve --host {host} --port {port} --demo 0".split())  # with its workers


@contextmanager
def own_database() -> Iterator[str]:
    """Make a PostgreSQL database for us alone, give its URL, drop it. Raises psycopg.Error where none answers."""
    server, _, _name = POSTGRESQL.rpartition("/")
    name = f"domino_bench_{os.getpid()}"
    with psycopg.connect(f"{server}/postgres", autocommit=True, connect_timeout=3) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{server}/{name}"
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@dataclass(frozen=True)
class Server:
    """The program being served."""

    address: tuple[str, int]
    group: int  # of its processes
    said: IO[str]

    def cpu_seconds(self) -> float:
        """Add up what its processes have worked so far, the kernel for them too (Linux)."""
        ticks = 0
        for file in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):  # a process that has just ended
                fields = file.read_text().rpartition(")")[2].split()
                ticks += int(fields[11]) + int(fields[12]) if int(fields[2]) == self.group else 0
        return ticks / os.sysconf("SC_CLK_TCK")

    def last_words(self) -> str:
        """Give the end of what it wrote to its log."""
        self.said.seek(0)
        return self.said.read()[-5000:]


@contextmanager
def serving(command: tuple[str, ...], environment: Mapping[str, str]) -> Iterator[Server]:
    """Serve the program from processes of its own. Raises RuntimeError with its last words if it does not come up."""
    with tempfile.TemporaryFile("w+") as said:
        port = free_port()
        arguments = [part.format(address=f"{HOST}:{port}", host=HOST, port=port) for part in command]
        process = subprocess.Popen(
            [sys.executable, "-m", *arguments], cwd=ROOT, env=environment, stdout=said, stderr=said,
            start_new_session=True,
        )  # fmt: skip
        server = Server((HOST, port), process.pid, said)
        try:
            if not answers(port, process):
                raise RuntimeError(f"The server did not come up: {server.last_words()}")
            yield server
        finally:
            end(process)


def free_port() -> int:
    """Find a port nobody listens at."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def answers(port: int, process: subprocess.Popen[bytes]) -> bool:
    """Wait until somebody listens."""
    until = time.monotonic() + ANSWERS_WITHIN
    while time.monotonic() < until and process.poll() is None:
        with suppress(OSError), socket.create_connection((HOST, port), timeout=1):
            return True
        time.sleep(0.05)
    return False


def end(process: subprocess.Popen[bytes]) -> None:
    """End the server and whatever it started."""
    process.terminate()
    try:
        process.wait(ENDS_WITHIN)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
