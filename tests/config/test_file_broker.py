"""Messages as files: a reader that never waits never finds half of one."""

from __future__ import annotations

import threading
from pathlib import Path

from kombu import Connection
from kombu.transport import resolve_transport

from config.celery import app
from config.file_broker import WholeFileTransport

MESSAGES = 400


def connection_to(folder: Path) -> Connection:
    options = {"data_folder_in": str(folder), "data_folder_out": str(folder), "control_folder": str(folder / "control")}
    (folder / "control").mkdir(exist_ok=True)
    return Connection("filesystem://", transport_options=options)


def test_the_program_uses_this_transport_for_files() -> None:
    assert app.main == "domino_desk"
    assert resolve_transport("filesystem") == WholeFileTransport  # type: ignore[comparison-overlap]  # stubs: a str


def test_what_is_seen_under_its_name_is_whole(tmp_path: Path) -> None:
    sizes: set[int] = set()
    done = threading.Event()

    def look() -> None:
        while not done.is_set():
            for file in tmp_path.glob("*.msg"):
                sizes.add(file.stat().st_size)

    reader = threading.Thread(target=look)
    reader.start()
    with connection_to(tmp_path) as connection:
        queue = connection.SimpleQueue("queue")
        for _ in range(MESSAGES):
            queue.put({"document": 7})
        done.set()
        reader.join()
        taken = [queue.get(timeout=5).payload for _ in range(MESSAGES)]
    assert 0 not in sizes
    assert taken == [{"document": 7}] * MESSAGES
