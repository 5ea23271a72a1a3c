"""What `manage.py serve` holds together: one port, one folder, and children that are started again when they die."""

from __future__ import annotations

import fcntl
import os
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TextIO

LONG_ENOUGH = 10.0  # seconds: a child that lived so long starts again at once
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 30.0
PATIENCE = 5.0  # seconds a child has to finish what it does
SIOCGIFADDR = 0x8915
LARGEST_LOG = 5_000_000


class CannotRun(Exception):
    """Say in a sentence why the program cannot run."""


class Child:
    """Keep one process running until stop() is called."""

    def __init__(
        self,
        arguments: list[str],
        log: Path,
        folder: Path,
        say: Callable[[str], object],
        *,
        listener: socket.socket | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.arguments, self.log, self.folder, self.say = arguments, log, folder, say
        self.handed_on = (listener.fileno(),) if listener else ()
        self.environment = {**os.environ, **(environment or {})}
        self.stopping = threading.Event()
        self.process: subprocess.Popen[bytes] | None = None
        # The system tells a child that its parent died when the *thread* that started it ends: this one lives as long.
        self.keeper = threading.Thread(target=self.keep, daemon=True)

    def start(self) -> None:
        self.log.parent.mkdir(parents=True, exist_ok=True)
        if self.log.exists() and self.log.stat().st_size > LARGEST_LOG:
            self.log.replace(self.log.with_suffix(".old.log"))
        self.keeper.start()

    def keep(self) -> None:
        pause = FIRST_PAUSE
        while not self.stopping.is_set():
            began = time.monotonic()
            code = self.run()
            pause = FIRST_PAUSE if time.monotonic() - began > LONG_ENOUGH else pause
            if not self.stopping.wait(pause):
                self.say(f"The {self.arguments[0]} ended ({code}) and is started again. Its log: {self.log}")
            pause = min(pause * 2, LONGEST_PAUSE)

    def run(self) -> int:
        command = [sys.executable, "-m", "tournaments.child", str(os.getpid()), *self.arguments]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                pass_fds=self.handed_on,
            )
            if self.stopping.is_set():
                self.process.terminate()
            return self.process.wait()

    def stop(self) -> None:
        self.stopping.set()
        if self.process:
            self.process.terminate()

    def wait(self) -> None:
        self.keeper.join(PATIENCE)
        if self.process and self.keeper.is_alive():
            self.process.kill()  # what it was doing is sent again at the next start
            self.keeper.join()


def listen(host: str, port: int, called: str = "PORT") -> socket.socket:
    """Take the port before anything else is done: a visitor who comes early waits instead of being refused."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(1024)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = error.strerror if isinstance(error, OSError) else "there is none above 65535"
        other = port + 10 if 1024 <= port < 65_000 else 8010
        raise CannotRun(
            f"Port {port} cannot be used ({reason}). Choose another one: {called}={other} make run."
        ) from error
    return listener


def hold(folder: Path, port: int) -> TextIO:
    """Keep a second start out of this folder: it would write to the database under our feet."""
    lock = (folder / "running").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        other = lock.read().strip()
        lock.close()
        raise CannotRun(
            f"Domino Desk already runs from this folder, at http://127.0.0.1:{other}. "
            "Stop it with Ctrl-C where it was started, or give this one a folder of its own: VAR_FOLDER=elsewhere."
        ) from None
    lock.truncate(0)
    lock.write(str(port))
    lock.flush()
    return lock


def port_held(folder: Path) -> int | None:
    """Read at which port this folder's program answers plain http; None where nothing says so."""
    try:
        return int((folder / "running").read_text())
    except (OSError, ValueError):
        return None


def hall_addresses() -> list[str]:
    """List the addresses under which other machines of the hall may reach this one."""
    found = {address for _, name in socket.if_nameindex() if (address := address_of(name))}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # sends nothing, only chooses the way out
            found.add(probe.getsockname()[0])
        except OSError:
            pass  # no network at all
    return sorted(address for address in found if not address.startswith("127."))


def address_of(interface: str) -> str | None:
    """Ask for the IPv4 address of a network interface (Linux)."""
    request = struct.pack("256s", interface.encode()[:15])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            return socket.inet_ntoa(fcntl.ioctl(probe.fileno(), SIOCGIFADDR, request)[20:24])
        except OSError:
            return None
