"""Certificates made for a test, by an authority of its own; needs `cryptography`, as Linux keyrings do."""

from __future__ import annotations

import ipaddress
import ssl
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

if TYPE_CHECKING:
    from pathlib import Path

THIS_COMPUTER: Final = ("localhost", "127.0.0.1")
_PEM: Final = serialization.Encoding.PEM


class Authority:
    """Issues certificates; `file` is its own, for a trust store."""

    def __init__(self, folder: Path, name: str = "authority") -> None:
        self._folder, self._key = folder, ec.generate_private_key(ec.SECP256R1())
        self._name = _name(name)
        own = x509.BasicConstraints(ca=True, path_length=None)
        self.file = folder / f"{name}.pem"
        self.file.write_bytes(self._issue(self._name, self._key, own, (-1, 1)).public_bytes(_PEM))

    def server(
        self, hosts: tuple[str, ...] = THIS_COMPUTER, days: tuple[int, int] = (-1, 1)
    ) -> ssl.SSLContext:
        """Returns the TLS of a server; its certificate is valid between two days, counted from today."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.renew(context, hosts, days)
        return context

    def renew(
        self,
        context: ssl.SSLContext,
        hosts: tuple[str, ...] = THIS_COMPUTER,
        days: tuple[int, int] = (-1, 1),
    ) -> None:
        """Gives a server another certificate, for its next connections."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = x509.SubjectAlternativeName([_host(host) for host in hosts])
        certificate = self._issue(_name("server"), key, names, days)
        file = self._folder / "server.pem"
        private = key.private_bytes(_PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        file.write_bytes(certificate.public_bytes(_PEM) + private)
        context.load_cert_chain(file)

    def _issue(
        self,
        subject: x509.Name,
        key: ec.EllipticCurvePrivateKey,
        extension: x509.ExtensionType,
        days: tuple[int, int],
    ) -> x509.Certificate:
        first, last = (datetime.now(UTC) + timedelta(days=day) for day in days)
        made = x509.CertificateBuilder(self._name, subject, key.public_key(), x509.random_serial_number())
        made = made.not_valid_before(first).not_valid_after(last)
        return made.add_extension(extension, critical=True).sign(self._key, hashes.SHA256())


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _host(host: str) -> x509.GeneralName:
    if host[0].isdigit():
        return x509.IPAddress(ipaddress.ip_address(host))
    return x509.DNSName(host)
