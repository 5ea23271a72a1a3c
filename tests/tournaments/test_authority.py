"""The authority of a hall: made once, kept, bound to local addresses; its certificate renewed in time."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509

from tournaments.authority import AUTHORITY, SITE, AuthorityTrouble, local_name, prepare, read

NOW = datetime(2026, 11, 28, 18, 30, tzinfo=UTC)
HALL = ["192.168.1.20"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    assert prepare(tmp_path / "https", "hall", HALL, NOW)
    return tmp_path / "https"


def authority(folder: Path) -> x509.Certificate:
    return read(folder / AUTHORITY).certificate


def site(folder: Path) -> x509.Certificate:
    return read(folder / SITE).certificate


def days(certificate: x509.Certificate) -> int:
    return (certificate.not_valid_after_utc - certificate.not_valid_before_utc).days


def test_the_site_is_named_by_every_address_of_the_machine(folder: Path) -> None:
    names = site(folder).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["localhost", "hall.local"]
    assert names.get_values_for_type(x509.IPAddress) == [ip_address("127.0.0.1"), ip_address("192.168.1.20")]
    site(folder).verify_directly_issued_by(authority(folder))


def test_the_site_is_valid_for_less_than_browsers_allow_and_the_authority_for_ten_years(folder: Path) -> None:
    assert days(site(folder)) == 397
    assert days(authority(folder)) == 3651
    for certificate in (site(folder), authority(folder)):
        assert certificate.not_valid_before_utc == NOW - timedelta(days=1)  # the clock of a tablet may be late


def test_keys_are_for_the_owner_alone(folder: Path) -> None:
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {
        AUTHORITY: 0o600,
        SITE: 0o600,
    }


def test_the_authority_vouches_for_no_name_of_the_internet(folder: Path) -> None:
    bound = authority(folder).extensions.get_extension_for_class(x509.NameConstraints)
    assert bound.critical
    names = [name.value for name in bound.value.permitted_subtrees or [] if isinstance(name, x509.DNSName)]
    assert names == ["localhost", "local"]
    assert authority(folder).extensions.get_extension_for_class(x509.BasicConstraints).value.path_length == 0


def test_a_later_start_keeps_both(folder: Path) -> None:
    before = authority(folder), site(folder)
    assert not prepare(folder, "hall", HALL, NOW + timedelta(days=200))
    assert (authority(folder), site(folder)) == before


def test_the_site_is_renewed_a_month_before_its_end_by_the_same_authority(folder: Path) -> None:
    before = authority(folder), site(folder)
    assert not prepare(folder, "hall", HALL, NOW + timedelta(days=365))
    assert prepare(folder, "hall", HALL, NOW + timedelta(days=366, seconds=1))
    assert authority(folder) == before[0]
    assert site(folder).not_valid_after_utc == NOW + timedelta(days=366 + 396, seconds=1)


def test_a_new_address_makes_a_new_site_and_a_missing_one_does_not(folder: Path) -> None:
    before = authority(folder)
    assert not prepare(folder, "hall", [], NOW)  # the network is away for a moment
    assert prepare(folder, "hall", ["10.0.0.5"], NOW)
    assert authority(folder) == before
    names = site(folder).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.IPAddress) == [ip_address("127.0.0.1"), ip_address("10.0.0.5")]


def test_an_authority_that_is_about_to_end_is_followed_by_another(folder: Path) -> None:
    before = authority(folder)
    assert prepare(folder, "hall", HALL, NOW + timedelta(days=3640))
    assert authority(folder) != before
    site(folder).verify_directly_issued_by(authority(folder))


def test_no_site_outlives_its_authority(folder: Path) -> None:
    assert prepare(folder, "hall", HALL, NOW + timedelta(days=3600))
    assert site(folder).not_valid_after_utc == authority(folder).not_valid_after_utc


def test_a_clock_before_the_day_of_the_authority_is_told_and_nothing_is_made(folder: Path) -> None:
    before = (folder / AUTHORITY).read_bytes(), (folder / SITE).read_bytes()
    with pytest.raises(AuthorityTrouble, match=r"clock of this machine says 2009-01-01.*Set the clock"):
        prepare(folder, "hall", HALL, datetime(2009, 1, 1, tzinfo=UTC))
    assert ((folder / AUTHORITY).read_bytes(), (folder / SITE).read_bytes()) == before


@pytest.mark.parametrize("content", [b"", b"a note", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
def test_a_damaged_authority_is_told_and_left_as_it_is(folder: Path, content: bytes) -> None:
    (folder / AUTHORITY).write_bytes(content)
    with pytest.raises(AuthorityTrouble, match=r"authority\.pem cannot be read\. Put back the file"):
        prepare(folder, "hall", HALL, NOW)
    assert (folder / AUTHORITY).read_bytes() == content


def test_a_damaged_site_is_simply_made_again(folder: Path) -> None:
    (folder / SITE).write_bytes(b"half of a cert")
    assert prepare(folder, "hall", HALL, NOW)
    site(folder).verify_directly_issued_by(authority(folder))


def test_a_site_of_another_authority_is_made_again(folder: Path, tmp_path: Path) -> None:
    prepare(tmp_path / "other", "hall", HALL, NOW)
    os.replace(tmp_path / "other" / SITE, folder / SITE)
    assert prepare(folder, "hall", HALL, NOW)
    site(folder).verify_directly_issued_by(authority(folder))


@pytest.mark.parametrize(
    ("machine", "known_as"),
    [
        ("hall", ["hall.local"]),
        ("Desk-2.club.example", ["desk-2.local"]),
        ("зал", []),
        ("-", []),
        ("", []),
        ("a" * 64, []),
    ],
)
def test_only_a_proper_name_of_the_machine_is_vouched_for(machine: str, known_as: list[str]) -> None:
    assert local_name(machine) == known_as


def test_a_machine_with_any_name_can_have_an_authority(tmp_path: Path) -> None:
    for number, machine in enumerate(["", "зал № 3", "a" * 200, 'quote", O=Bank']):
        assert prepare(tmp_path / str(number), machine, HALL, NOW)


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed")
@pytest.mark.parametrize("name", ["127.0.0.1", "192.168.1.20"])
def test_another_program_than_ours_finds_the_certificate_in_order(folder: Path, name: str) -> None:
    for pair, file in ((AUTHORITY, "ca.crt"), (SITE, "site.crt")):
        (folder / file).write_bytes((folder / pair).read_bytes())
    when = str(int(NOW.timestamp()) + 3600)
    command = ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-verify_ip", name, "-attime", when]
    ran = subprocess.run(
        [*command, "-CAfile", "ca.crt", "site.crt"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert ran.stdout == "site.crt: OK\n", ran.stderr
