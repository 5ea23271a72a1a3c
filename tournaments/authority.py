"""The certificate authority of one hall: made once, kept in a folder, trusted by its tablets; and what it vouches for.

Each file holds a key and its certificate, so that the two can never be of different days.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from django.conf import settings

AUTHORITY, SITE = "authority.pem", "site.pem"
AUTHORITY_LIFE = timedelta(days=3650)  # tablets are made to trust it by hand: seldom is best
SITE_LIFE = timedelta(days=397)  # browsers refuse what is valid for more than 398 days
BEFORE_THE_END = timedelta(days=30)
A_DAY = timedelta(days=1)  # clocks of tablets may be late by that much
THIS_MACHINE = ("localhost", "127.0.0.1")


class AuthorityTrouble(Exception):
    """Say in a sentence why the kept authority cannot be used."""


@dataclass(frozen=True)
class Pair:
    """A certificate and the private key that belongs to it."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate


def folder_of_hall() -> Path:
    """Give the folder in which this machine keeps its authority."""
    folder: Path = settings.VAR / "https"
    return folder


def prepare(folder: Path, machine: str, addresses: Sequence[str], now: datetime) -> bool:
    """See that the site has a good certificate for these addresses; tell whether it needed a new one."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    authority = kept_authority(folder, now) or new_authority(folder, machine, now)
    names = [*THIS_MACHINE, *addresses, *local_name(machine)]
    if is_good(folder / SITE, authority, names, now):
        return False
    write(folder / SITE, new_site(authority, names, now))
    return True


def kept_authority(folder: Path, now: datetime) -> Pair | None:
    """Read the authority that tablets may trust already; None where there is none, or it is about to end."""
    if not (folder / AUTHORITY).exists():
        return None
    authority = read(folder / AUTHORITY)
    if now < authority.certificate.not_valid_before_utc:
        raise AuthorityTrouble(
            f"The clock of this machine says {now:%Y-%m-%d}, which is before its certificate authority was made: "
            "tablets would refuse the secure address. Set the clock, or start without HTTPS=1."
        )
    return authority if now < authority.certificate.not_valid_after_utc - BEFORE_THE_END else None


def read(file: Path) -> Pair:
    """Read a key and its certificate."""
    try:
        pem = file.read_bytes()
        key, certificate = load_pem_private_key(pem, None), x509.load_pem_x509_certificate(pem)
    except (OSError, ValueError, TypeError) as error:
        raise AuthorityTrouble(unreadable(file)) from error
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise AuthorityTrouble(unreadable(file))
    return Pair(key, certificate)


def read_certificate(folder: Path) -> x509.Certificate | None:
    """Read the certificate of the authority alone, for those who are to trust it."""
    try:
        return read(folder / AUTHORITY).certificate
    except AuthorityTrouble:
        return None


def unreadable(file: Path) -> str:
    return (
        f"{file} cannot be read. Put back the file that was there, or take it away: then a new authority is made, "
        "and every tablet has to trust that one."
    )


def is_good(file: Path, authority: Pair, names: Sequence[str], now: datetime) -> bool:
    """Tell whether a kept certificate is of this authority, good for a while yet, and for all of these names."""
    try:
        site = read(file).certificate
        site.verify_directly_issued_by(authority.certificate)
    except (AuthorityTrouble, ValueError, TypeError, InvalidSignature):
        return False
    known = site.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    lives = site.not_valid_before_utc <= now < site.not_valid_after_utc - BEFORE_THE_END
    return lives and all(general_name(name) in known for name in names)


def new_authority(folder: Path, machine: str, now: datetime) -> Pair:
    """Make an authority of this hall's own and keep it."""
    key = ec.generate_private_key(ec.SECP256R1())
    # The day tells an authority from an older one in the list of a tablet.
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Domino Desk"),
            x509.NameAttribute(NameOID.COMMON_NAME, f"Domino Desk {machine[:30]} {now:%Y-%m-%d}"),
        ]
    )
    certificate = (
        begin(name, name, key, now - A_DAY, now + AUTHORITY_LIFE)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(key_usage(signs_certificates=True), critical=True)
        .add_extension(vouches_for(), critical=True)
        .sign(key, hashes.SHA256())
    )
    authority = Pair(key, certificate)
    write(folder / AUTHORITY, authority)
    return authority


def vouches_for() -> x509.NameConstraints:
    """Bind the authority to bare addresses and names of a local network: stolen, it can be no site of the internet."""
    names = [x509.DNSName("localhost"), x509.DNSName("local")]
    every_address = [x509.IPAddress(ip_network("0.0.0.0/0")), x509.IPAddress(ip_network("::/0"))]
    return x509.NameConstraints(permitted_subtrees=[*names, *every_address], excluded_subtrees=None)


def new_site(authority: Pair, names: Sequence[str], now: datetime) -> Pair:
    """Make the certificate that the web server shows."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Domino Desk")])
    issuer = authority.certificate
    end = min(now - A_DAY + SITE_LIFE, issuer.not_valid_after_utc)
    certificate = (
        begin(name, issuer.subject, key, now - A_DAY, end)
        .add_extension(x509.SubjectAlternativeName([general_name(each) for each in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(key_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    return Pair(key, certificate)


def begin(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, start: datetime, end: datetime
) -> x509.CertificateBuilder:
    """Begin a certificate with what every one has."""
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(end)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def general_name(name: str) -> x509.GeneralName:
    """Write an address or a name the way a certificate has it."""
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def local_name(machine: str) -> list[str]:
    """Give the name by which a hall's network finds this machine without an address, if it is one."""
    label = machine.partition(".")[0].lower()
    return [f"{label}.local"] if re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", label) else []


def name_of(certificate: x509.Certificate) -> str:
    """Give the name under which a device lists a certificate."""
    return str(certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)


def fingerprint(certificate: x509.Certificate, kind: hashes.HashAlgorithm | None = None) -> str:
    """Write a fingerprint the way systems show it: pairs of figures, to be compared by eye."""
    return certificate.fingerprint(kind or hashes.SHA256()).hex(" ").upper()


def pem(certificate: x509.Certificate) -> bytes:
    """Write a certificate as the file that every system takes."""
    return certificate.public_bytes(Encoding.PEM)


def write(file: Path, pair: Pair) -> None:
    """Keep a key and its certificate, for the owner alone, whole or not at all."""
    coming = file.with_name(f"{file.name}.coming")
    coming.unlink(missing_ok=True)
    handle = os.open(coming, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as stream:
        stream.write(pair.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        stream.write(pem(pair.certificate))
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(coming, file)


def now() -> datetime:
    """Give the time of this machine, to the second as certificates have it."""
    return datetime.now(UTC).replace(microsecond=0)
