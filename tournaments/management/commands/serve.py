"""Serve an event from this machine: the web page, and the workers that print and copy, as one process tree."""

from __future__ import annotations

import json
import resource
import signal
import socket
import threading
from argparse import ArgumentParser
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.servers.basehttp import get_internal_wsgi_application
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from waitress.server import create_server

from tournaments import authority, resuming
from tournaments.authority import AuthorityTrouble, folder_of_hall
from tournaments.models import Tournament
from tournaments.reads.copies import NAME, copies_are_made, folder_of_copies
from tournaments.running import CannotRun, Child, hall_addresses, hold, listen

THREADS = 8
VISITORS = 4_000  # connected at once: a phone keeps its connection while its page is open
LOOK_AGAIN = 60.0  # seconds between two looks at the addresses of this machine
# Waitress takes larger requests in, on disk, so that a browser gets to see the page that refuses them.
LARGEST_REQUEST = settings.EVENT_FILE_LIMIT + 64_000_000


class Command(BaseCommand):
    help = "Serve the pages and run the workers until Ctrl-C."
    requires_system_checks: list[str] = []  # seconds count at a start in a hall; the tests run the checks

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="the address to listen at (all of them)")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--demo", choices=["0", "1"], default="1", help="1: an empty program gets a demo event")
        parser.add_argument("--resume", metavar="FILE", help="carry on from this copy of the database")

    def handle(self, *args: Any, host: str, port: int, demo: str, resume: str | None, **options: Any) -> None:
        for wish in (signal.SIGINT, signal.SIGTERM):
            signal.signal(wish, leave)
        try:
            with ExitStack() as held:
                held.enter_context(hold(settings.VAR, port))
                listener = held.enter_context(listen(host, port))
                secure = held.enter_context(self.listen_securely(host)) if settings.HTTPS_PORT else None
                if resume:
                    self.resume(Path(resume))
                self.prepare(demo == "1")
                self.run_all(listener, secure, port)
        except (CannotRun, AuthorityTrouble) as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            raise CommandError(database_trouble(error)) from error
        except SystemExit:
            self.say("Stopped before the start.")

    def listen_securely(self, host: str) -> socket.socket:
        """Take the port of https, with a certificate for the addresses of now."""
        prepare_certificate()
        return listen(host, settings.HTTPS_PORT, called="HTTPS_PORT")

    def resume(self, copy: Path) -> None:
        """Put a copy in the place of the database."""
        if connection.vendor != "sqlite":
            raise CannotRun("Only an SQLite database can be resumed from a file: take DATABASE_URL away, or use psql.")
        kept = resuming.resume(copy.expanduser(), Path(settings.DATABASES["default"]["NAME"]), datetime.now())
        self.say(f"Carrying on from {copy}." + (f" The database that was here is kept as {kept}." if kept else ""))

    def prepare(self, demo: bool) -> None:
        """Bring the database up to date; make the demo event where nobody has been yet."""
        executor = MigrationExecutor(connection)
        applied = executor.loader.applied_migrations
        resuming.refuse_newer(applied, "The database of this folder")
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.migrate(first_time=not applied)
        if demo and not Tournament.objects.exists() and not get_user_model().objects.exists():
            self.say("Playing a demo event ... (DEMO=0 make run starts empty)")
            call_command("demo")

    def migrate(self, first_time: bool) -> None:
        """Change the database for this version, keeping a file as it was."""
        if connection.vendor == "sqlite" and not first_time:
            kept = resuming.keep(Path(settings.DATABASES["default"]["NAME"]), "update", datetime.now())
            self.say(f"The database as it was is kept as {kept}.")
        self.say("Preparing the database ...")
        call_command("migrate", verbosity=0, interactive=False)

    def run_all(self, listener: socket.socket, secure: socket.socket | None, port: int) -> None:
        """Run the children and the web server until a signal ends the latter."""
        children = [*self.children(), *([self.secure_child(secure)] if secure else [])]
        for child in children:
            child.start()
        ending = threading.Event()
        try:
            self.announce(port)
            if secure:
                threading.Thread(target=self.keep_certificate, args=(ending,), daemon=True).start()
            serve_pages(listener)
        finally:
            ending.set()
            for child in children:
                child.stop()
            for child in children:
                child.wait()
            self.say("Stopped.")

    def children(self) -> list[Child]:
        logs = settings.VAR / "log"
        worker = ["worker", "--pool", "solo", "--loglevel", "INFO", "--without-gossip", "--without-mingle"]
        # The plain scheduler keeps no file: seconds since the last start do not matter here.
        beat = ["beat", "--scheduler", "celery.beat:Scheduler", "--loglevel", "WARNING"]
        return [
            Child(worker, logs / "worker.log", settings.BASE_DIR, self.say),
            Child(beat, logs / "beat.log", settings.BASE_DIR, self.say),
        ]

    def secure_child(self, listener: socket.socket) -> Child:
        arguments = ["https-server", str(listener.fileno()), str(folder_of_hall() / authority.SITE)]
        log, environment = settings.VAR / "log" / "https.log", {"SPEAKS_HTTPS": "1"}
        return Child(arguments, log, settings.BASE_DIR, self.say, listener=listener, environment=environment)

    def keep_certificate(self, ending: threading.Event) -> None:
        """Make a new certificate before the old one ends, and when the hall's network gives this machine an address."""
        told = ""
        while not ending.wait(LOOK_AGAIN):
            try:
                if prepare_certificate():
                    self.announce_hall("https", settings.HTTPS_PORT)
            except (AuthorityTrouble, OSError) as error:
                if str(error) != told:
                    self.say(f"The certificate could not be renewed. {error}")
                told = str(error)

    def announce(self, port: int) -> None:
        """Print where the program is and who can sign in."""
        scheme, first = ("https", settings.HTTPS_PORT) if settings.HTTPS_PORT else ("http", port)
        here = f"{scheme}://127.0.0.1:{first}"
        self.say(f"\nDomino Desk is at {here}/")
        self.announce_hall(scheme, first)
        if settings.HTTPS_PORT:
            self.announce_plain(port)
        self.say(f"  {where_copies_go()}")
        if demo := demo_here():
            self.announce_demo(demo, here)
        elif not Tournament.objects.exists():
            self.say(f"\nOpen {here}/first-run/ to set up the first organiser.")
        self.say("\nCtrl-C stops everything.")

    def announce_hall(self, scheme: str, port: int) -> None:
        for address in hall_addresses():
            self.say(f"  in the hall's network: {scheme}://{address}:{port}/")

    def announce_plain(self, port: int) -> None:
        """Print how a device comes to trust the secure address, and what the plain one is still good for."""
        for address in hall_addresses() or ["127.0.0.1"]:
            self.say(f"  each device, this one too, trusts the program once: http://{address}:{port}/trust/")
        if certificate := authority.read_certificate(folder_of_hall()):
            self.say(f"  the certificate to trust, SHA-256: {authority.fingerprint(certificate)}")
        self.say(f"  without https, to look only: http://127.0.0.1:{port}/ and the same port in the hall's network")

    def announce_demo(self, demo: dict[str, Any], here: str) -> None:
        self.say("\nDemo event. Sign in as:")
        for account in demo.get("accounts", []):
            self.say(f"  {account['role']:<16} {account['name']} / {account['password']}")
        for pin in demo.get("pins", []):
            self.say(f"  PIN at a table:  {pin}")
        for link in demo.get("table_links", [])[:3]:
            self.say(f"  a table:         {here}{link}")

    def say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()


def prepare_certificate() -> bool:
    """See that the secure address has a good certificate; tell whether a new one was made."""
    return authority.prepare(folder_of_hall(), socket.gethostname(), hall_addresses(), authority.now())


def where_copies_go() -> str:
    """Say where the copies of the database go, or that they go nowhere."""
    if not copies_are_made():
        return "copies of the database: by its own means (pg_dump)"
    if folder := folder_of_copies():
        return f"copies after every accepted result: {folder / NAME}"
    return f"NO COPIES ARE MADE: there is no folder {settings.COPY_FOLDER}. Plug the stick in, or make the folder."


def demo_here() -> dict[str, Any] | None:
    """Read what the demo left for its visitors, while the database is still the demo's and not a resumed one."""
    file = settings.VAR / "demo.json"
    if not file.exists():
        return None
    demo: dict[str, Any] = json.loads(file.read_text())
    first = demo["accounts"][0]
    user = get_user_model().objects.filter(username=first["name"]).first()
    return demo if user and user.check_password(first["password"]) else None


def serve_pages(listener: socket.socket) -> None:
    """Answer requests until a signal comes."""
    server = create_server(
        get_internal_wsgi_application(),
        sockets=[listener],
        threads=THREADS,
        connection_limit=room_for(VISITORS),
        asyncore_use_poll=True,  # select() takes no more than 1024
        max_request_body_size=LARGEST_REQUEST,
        ident="Domino Desk",
        clear_untrusted_proxy_headers=True,
    )
    server.run()


def leave(signal_number: int, frame: object) -> NoReturn:
    """Turn Ctrl-C and SIGTERM into an orderly end."""
    raise SystemExit(0)


def database_trouble(error: DatabaseError) -> str:
    """Say what to do when the database does not answer."""
    if connection.vendor == "sqlite":
        file = settings.DATABASES["default"]["NAME"]
        return f"The database {file} cannot be used ({error}). make resume FILE=... carries on from a copy of it."
    return f"The database of DATABASE_URL cannot be used ({error})."


def room_for(visitors: int) -> int:
    """Ask the system for as many open files as visitors need; say how many visitors that leaves room for."""
    own = 200  # files of our own: the database of each thread, logs, pages that are read
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = visitors + own if most == resource.RLIM_INFINITY else min(visitors + own, most)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        allowed = wanted
    return visitors if allowed == resource.RLIM_INFINITY else max(1, min(visitors, allowed - own))
