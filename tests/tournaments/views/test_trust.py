"""The page on which a tablet comes to trust the machine in the hall, and the doors a plain address leads away from."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA1, SHA256
from django.test import Client, RequestFactory

from referees.models import TableLink
from tests import builders
from tournaments import authority
from tournaments.addresses import address_in_hall
from tournaments.running import hall_addresses

pytestmark = pytest.mark.django_db
CERTIFICATE = "/trust/domino-desk.crt"


@pytest.fixture
def secure(settings: Any, tmp_path: Path) -> Path:
    """Let the program speak https at port 8443, with an authority of its own."""
    settings.VAR, settings.HTTPS_PORT = tmp_path, 8443
    authority.prepare(authority.folder_of_hall(), "hall", ["192.0.2.7"], authority.now())
    return authority.folder_of_hall()


def page(client: Client | None = None, **options: Any) -> str:
    return (client or Client()).get("/trust/", **options).content.decode()


def test_without_https_the_page_says_so_and_how_to_start_it() -> None:
    seen = page()
    assert "This server does not speak https." in seen
    assert "make run HTTPS=1" in seen
    assert CERTIFICATE not in seen
    assert Client().get(CERTIFICATE).status_code == 404


def test_behind_a_proxy_that_speaks_https_there_is_nothing_to_do() -> None:
    seen = page(secure=True)
    assert "devices trust it by themselves" in seen
    assert CERTIFICATE not in seen


def test_the_certificate_is_handed_out_and_its_key_is_not(secure: Path) -> None:
    response = Client().get(CERTIFICATE)
    assert response["Content-Type"] == "application/x-x509-ca-cert"
    assert "Content-Disposition" not in response
    assert b"PRIVATE KEY" not in response.content
    handed_out = x509.load_pem_x509_certificate(response.content)
    assert handed_out == authority.read(secure / authority.AUTHORITY).certificate


def test_the_page_shows_the_fingerprints_the_name_and_the_secure_address_of_the_same_machine(secure: Path) -> None:
    found = authority.read(secure / authority.AUTHORITY).certificate
    seen = page(headers={"host": "192.0.2.7:8000"})
    assert found.fingerprint(SHA256()).hex(" ").upper() in seen
    assert found.fingerprint(SHA1()).hex(" ").upper() in seen
    assert f"Domino Desk hall {authority.now():%Y-%m-%d}" in seen
    assert 'href="https://192.0.2.7:8443/"' in seen


@pytest.mark.parametrize("system", ["Android", "iPad, iPhone", "Windows", "macOS", "Linux", "Firefox"])
def test_every_kind_of_device_has_its_steps(secure: Path, system: str) -> None:
    assert f"<summary>{system}" in page()


def test_a_tablet_is_told_the_plain_address_of_this_page(secure: Path) -> None:
    (secure.parent / "running").write_text("8000")
    hall = hall_addresses()
    shown = f"Open this page on the tablet itself: http://{hall[0]}:8000/trust/" if hall else "on the tablet itself."
    assert shown in page(secure=True, headers={"host": "127.0.0.1:8443"})


def test_an_authority_that_cannot_be_read_is_said_to_be_so(secure: Path) -> None:
    (secure / authority.AUTHORITY).write_text("a note somebody saved here")
    assert "The certificate of this machine cannot be read." in page()
    assert Client().get(CERTIFICATE).status_code == 404


@pytest.mark.parametrize("door", ["/sign-in/", "/sign-in/?next=/desk/", "/first-run/", "/password/", "/admin/login/"])
def test_a_password_is_typed_at_the_secure_address(secure: Path, door: str) -> None:
    client = Client(headers={"host": "192.0.2.7:8000"})
    assert client.get(door)["Location"] == f"https://192.0.2.7:8443{door}"


def test_a_pin_is_typed_at_the_secure_address_and_a_view_is_open_at_both(secure: Path) -> None:
    link = TableLink.objects.create(tournament=builders.event(pairs=4).tournament, table=1, code="Y3DS5F")
    client = Client(headers={"host": "192.0.2.7:8000"})
    assert client.get(f"/t/{link.token}/pen/")["Location"] == f"https://192.0.2.7:8443/t/{link.token}/pen/"
    assert client.get(f"/t/{link.token}/").status_code == 200
    assert client.get(f"/t/{link.token}/pen/", secure=True).status_code == 200


def test_a_password_sent_to_the_plain_address_signs_nobody_in(secure: Path) -> None:
    builders.administrator()
    client = Client()
    client.post("/sign-in/", {"username": "administrator", "password": builders.PASSWORD})
    assert "_auth_user_id" not in client.session


def test_without_https_the_doors_stay_where_they_are() -> None:
    builders.administrator()
    assert Client().get("/sign-in/").status_code == 200


def test_codes_of_tables_lead_to_the_secure_address_whatever_the_desk_was_opened_at(secure: Path) -> None:
    request = RequestFactory().get("/", headers={"host": "localhost:8000"})
    assert address_in_hall(request, ["192.0.2.7"]) == "https://192.0.2.7:8443"


def test_without_https_they_lead_to_the_plain_one() -> None:
    def home(host: str) -> str:
        return address_in_hall(RequestFactory().get("/", headers={"host": host}), ["192.0.2.7"])

    assert home("localhost:8000") == "http://192.0.2.7:8000"
    assert home("desk.example") == "http://desk.example"
    assert home("[2001:db8::7]:8000") == "http://[2001:db8::7]:8000"


def test_the_tables_page_links_to_this_one() -> None:
    event = builders.event(pairs=4)
    client = Client()
    client.force_login(event.account("organiser"))
    TableLink.objects.create(tournament=event.tournament, table=1, code="Y3DS5F")
    assert 'href="/trust/"' in client.get(f"/desk/{event.tournament.slug}/tables/").content.decode()


def test_a_tablet_that_trusted_an_old_authority_can_tell_it_from_the_new_one(tmp_path: Path) -> None:
    now = authority.now()
    authority.prepare(tmp_path / "old", "hall", [], now - timedelta(days=1))
    authority.prepare(tmp_path / "new", "hall", [], now)
    names = {
        authority.name_of(authority.read(tmp_path / each / "authority.pem").certificate) for each in ("old", "new")
    }
    assert len(names) == 2
