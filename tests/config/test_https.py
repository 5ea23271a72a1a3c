"""The program as `make run HTTPS=1` starts it: https with a certificate of the hall's own, plain http beside it."""

from __future__ import annotations

import http.client
import http.cookiejar
import io
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509

from tournaments import authority
from tournaments.management.commands import serve
from tournaments.running import hall_addresses

from .test_make import make
from .test_serve import alive, answer, children_of, eventually, free_port, serving, used_before

__all__ = ["used_before"]  # a fixture

PASSWORD = "three slow tides"


@dataclass
class Visitor:
    """A browser that trusts one authority and keeps its cookies."""

    authority: Path
    port: int

    def __post_init__(self) -> None:
        self.cookies = http.cookiejar.CookieJar()
        trusted = ssl.create_default_context(cafile=self.authority)
        keeping = urllib.request.HTTPCookieProcessor(self.cookies)
        self.opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=trusted), keeping)

    def get(self, path: str, host: str = "127.0.0.1") -> http.client.HTTPResponse:
        page: http.client.HTTPResponse = self.opener.open(f"https://{host}:{self.port}{path}", timeout=20)
        return page

    def send(self, path: str, **fields: str) -> http.client.HTTPResponse:
        """Fill in the form of a page and send it, as a browser does."""
        address = f"https://127.0.0.1:{self.port}{path}"
        seal = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(path).read().decode())
        assert seal
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": seal[1], **fields}).encode()
        headers = {"Origin": f"https://127.0.0.1:{self.port}", "Referer": address}
        page: http.client.HTTPResponse = self.opener.open(urllib.request.Request(address, data, headers), timeout=20)
        return page


@dataclass
class Started:
    """A running program: its two ports, and the certificate a tablet downloads."""

    process: subprocess.Popen[str]
    plain: int
    secure: int
    authority: Path

    def visitor(self) -> Visitor:
        return Visitor(self.authority, self.secure)


@contextmanager
def started(folder: Path) -> Iterator[Started]:
    """Start the program with https, and take its certificate over the plain address as a tablet does."""
    plain, secure = free_port(), free_port()
    with serving(folder, plain, environment={"HTTPS_PORT": str(secure)}) as process:
        eventually(lambda: answer(plain, "/trust/"))
        with urllib.request.urlopen(f"http://127.0.0.1:{plain}/trust/domino-desk.crt", timeout=20) as response:
            (folder / "domino-desk.crt").write_bytes(response.read())
        yield Started(process, plain, secure, folder / "domino-desk.crt")


@pytest.fixture
def folder(used_before: Path, tmp_path: Path) -> Path:
    shutil.copy(used_before, tmp_path / "domino.sqlite3")
    return tmp_path


def test_a_device_that_trusts_the_certificate_finds_every_address_of_the_machine_in_order(folder: Path) -> None:
    with started(folder) as program:
        for host in ("127.0.0.1", "localhost", *hall_addresses()):
            with program.visitor().get("/trust/", host) as page:
                assert page.status == 200
        with (
            pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"),
            urllib.request.urlopen(f"https://127.0.0.1:{program.secure}/", timeout=20),
        ):
            pytest.fail("a device that trusts nothing went on")


def test_signing_in_works_over_https_with_cookies_for_https_alone(folder: Path) -> None:
    with started(folder) as program:
        visitor = program.visitor()
        chosen = {"name": "Ingrid Sandell", "username": "ingrid", "password1": PASSWORD, "password2": PASSWORD}
        with visitor.send("/first-run/", **chosen) as page:
            assert page.url == f"https://127.0.0.1:{program.secure}/events/new/"
        assert {cookie.name: cookie.secure for cookie in visitor.cookies} == {
            "__Host-csrftoken": True,
            "__Host-sessionid": True,
        }
        later = program.visitor()
        with later.send("/sign-in/", username="ingrid", password=PASSWORD) as page:
            assert page.url == f"https://127.0.0.1:{program.secure}/"
            assert page.headers["Cross-Origin-Opener-Policy"] == "same-origin"
            assert page.headers["Strict-Transport-Security"] is None  # it would close the plain address of this machine
        with later.get("/events/new/") as page:
            assert page.url.endswith("/events/new/")


def test_the_plain_address_shows_pages_and_leads_to_https_where_a_password_is_typed(folder: Path) -> None:
    with started(folder) as program:
        assert answer(program.plain, "/t/") == 200
        assert answer(program.plain, "/trust/") == 200
        with closing(http.client.HTTPConnection("127.0.0.1", program.plain, timeout=20)) as plain:
            plain.request("GET", "/first-run/")
            response = plain.getresponse()
            assert response.status == 302
            assert response.headers["Location"] == f"https://127.0.0.1:{program.secure}/first-run/"


def test_a_second_start_keeps_the_authority_that_tablets_trust(folder: Path) -> None:
    with started(folder) as program:
        first = program.authority.read_bytes()
    with started(folder) as again:
        assert again.authority.read_bytes() == first
        with again.visitor().get("/trust/") as page:
            assert page.status == 200


def test_the_start_prints_each_address_and_the_fingerprint_and_its_end_ends_all(folder: Path) -> None:
    with started(folder) as program:
        with program.visitor().get("/trust/") as page:
            shown = re.search(r"<dt>SHA-256</dt><dd[^>]*>([0-9A-F ]+)</dd>", page.read().decode())
        children = children_of(program.process.pid)
        program.process.send_signal(signal.SIGINT)
        said, _ = program.process.communicate(timeout=60)
    assert shown
    assert f"Domino Desk is at https://127.0.0.1:{program.secure}/" in said
    for address in hall_addresses() or ["127.0.0.1"]:
        assert f"each device, this one too, trusts the program once: http://{address}:{program.plain}/trust/" in said
    for address in hall_addresses():
        assert f"in the hall's network: https://{address}:{program.secure}/" in said
    assert f"the certificate to trust, SHA-256: {shown[1]}" in said
    assert f"Open https://127.0.0.1:{program.secure}/first-run/ to set up the first organiser" in said
    assert said.rstrip().endswith("Stopped.")
    assert children.keys() == {"worker", "beat", "https-server"}
    assert not any(alive(pid) for pid in children.values())


def test_a_killed_server_of_https_comes_back(folder: Path) -> None:
    with started(folder) as program:
        first = eventually(lambda: children_of(program.process.pid).get("https-server"))
        program.visitor().get("/trust/").close()
        os.kill(first, signal.SIGKILL)
        eventually(lambda: children_of(program.process.pid).get("https-server") not in {None, first})
        with program.visitor().get("/trust/") as page:
            assert page.status == 200


def test_a_new_certificate_is_shown_without_a_restart(folder: Path) -> None:
    with started(folder) as program:
        assert "10.9.8.7" not in shown_addresses(program)
        assert authority.prepare(folder / "https", "hall", ["10.9.8.7"], authority.now())
        assert "10.9.8.7" in shown_addresses(program)


def shown_addresses(program: Started) -> list[str]:
    """List the addresses that the certificate of the running server is for."""
    trusted = ssl.create_default_context(cafile=program.authority)
    with (
        socket.create_connection(("127.0.0.1", program.secure), timeout=20) as plain,
        trusted.wrap_socket(plain, server_hostname="127.0.0.1") as secure,
    ):
        certificate = x509.load_der_x509_certificate(secure.getpeercert(binary_form=True) or b"")
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [str(address) for address in names.get_values_for_type(x509.IPAddress)]


def test_while_the_program_runs_it_looks_for_new_addresses_and_tells_of_trouble_once(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAR, settings.HTTPS_PORT = tmp_path, 8443
    monkeypatch.setattr(serve, "LOOK_AGAIN", 0.01)
    said = io.StringIO()
    ending = threading.Event()
    looking = threading.Thread(target=serve.Command(stdout=said).keep_certificate, args=(ending,))
    looking.start()
    eventually(lambda: (tmp_path / "https" / authority.SITE).exists())
    (tmp_path / "https" / authority.AUTHORITY).write_text("a note somebody saved here")
    eventually(lambda: "could not be renewed" in said.getvalue())
    (tmp_path / "https" / authority.AUTHORITY).unlink()
    eventually(lambda: authority.read_certificate(tmp_path / "https"))
    ending.set()
    looking.join()
    assert said.getvalue().count("The certificate could not be renewed.") == 1
    for address in hall_addresses():
        assert f"in the hall's network: https://{address}:8443/" in said.getvalue()


def test_visitors_who_connect_and_say_nothing_keep_nobody_out(folder: Path) -> None:
    with started(folder) as program:
        program.visitor().get("/trust/").close()
        silent = [socket.create_connection(("127.0.0.1", program.secure)) for _ in range(100)]
        for half in silent[:10]:
            half.sendall(b"\x16\x03\x01")  # the beginning of a handshake
        with program.visitor().get("/trust/") as page:
            assert page.status == 200
        assert all(is_waiting(each) for each in silent)  # not one of them was waited for until it was let go
        for each in silent:
            each.close()


def is_waiting(connection: socket.socket) -> bool:
    """Tell whether a connection is open and nothing was said on it."""
    connection.setblocking(False)
    try:
        connection.recv(1)
    except BlockingIOError:
        return True
    return False


def test_a_port_of_https_that_is_taken_is_told_by_its_name(folder: Path) -> None:
    with closing(socket.socket()) as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        taken = str(other.getsockname()[1])
        with serving(folder, free_port(), environment={"HTTPS_PORT": taken}) as process:
            said, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert re.search(rf"Port {taken} cannot be used .* Choose another one: HTTPS_PORT=\d+ make run\.", said)


def test_a_damaged_authority_is_told_and_nothing_is_started(folder: Path) -> None:
    (folder / "https").mkdir()
    (folder / "https" / "authority.pem").write_text("a note somebody saved here")
    with serving(folder, free_port(), environment={"HTTPS_PORT": str(free_port())}) as process:
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "authority.pem cannot be read. Put back the file that was there, or take it away" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("typed", "started_as"),
    [
        (["HTTPS=1"], "HTTPS= HTTPS_PORT=8443 .venv/bin/python manage.py serve --port 8000 --demo 1"),
        (["HTTPS=1", "PORT=8010"], "HTTPS= HTTPS_PORT=8453 .venv/bin/python manage.py serve --port 8010 --demo 1"),
        (
            ["HTTPS=1", "HTTPS_PORT=9443"],
            "HTTPS= HTTPS_PORT=9443 .venv/bin/python manage.py serve --port 8000 --demo 1",
        ),
        (["HTTPS=0"], "HTTPS= HTTPS_PORT= .venv/bin/python manage.py serve --port 8000 --demo 1"),
        ([], "HTTPS= HTTPS_PORT= .venv/bin/python manage.py serve --port 8000 --demo 1"),
    ],
)
@pytest.mark.skipif(not shutil.which("make"), reason="no make on this machine")
def test_make_run_says_which_port_speaks_https(typed: list[str], started_as: str) -> None:
    assert make("-n", "run", *typed).stdout.splitlines()[-1] == started_as


def test_a_port_that_is_no_number_is_told_in_a_sentence(folder: Path) -> None:
    with serving(folder, free_port(), environment={"HTTPS_PORT": "8443a"}) as process:
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert said == "HTTPS_PORT=8443a is no port. Give a number, such as HTTPS_PORT=8443.\n"
