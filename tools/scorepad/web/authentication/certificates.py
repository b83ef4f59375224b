"""Certificates for HTTPS in the club's network, made on this machine.

Phones may trust an authority. Its key signs one certificate, that of the issuer, and is then
forgotten. The issuer can vouch only for private names and addresses: a thief of its key can
pretend to be a machine in the club's network, but not a bank.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from functools import partial
from ipaddress import ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from scorepad.errors import UserError
from scorepad.files import beside, replace_file

AUTHORITY_DAYS = 3650
SERVER_DAYS = 397  # as public authorities give; iOS takes 825 at most
RENEWED_DAYS = 90  # before its end
_NETWORKS = (  # RFC 1918, 3927, 5737, 6598, 4193 and 4291
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
    *("192.0.2.0/24", "100.64.0.0/10"),
    *("::1/128", "fc00::/7", "fe80::/10"),
)
PRIVATE = [
    *(x509.IPAddress(ip_network(each)) for each in _NETWORKS),
    *(x509.DNSName(each) for each in ("localhost", "local")),  # RFC 6762
]
_SIGNS = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
_SERVES = x509.KeyUsage(True, False, False, False, False, False, False, False, False)
_FOR_SERVERS = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
_PEM = serialization.Encoding.PEM
_KEY = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
Key = ec.EllipticCurvePrivateKey
_now = partial(datetime.now, UTC)


class Certificates:
    """The certificates in a folder. clock: returns the time, in UTC."""

    def __init__(self, folder: Path, clock: Callable[[], datetime] = _now):
        self._folder, self._clock = folder, clock
        self._issuer, self._server = folder / "issuer.pem", folder / "server.pem"

    def authority(self) -> bytes:
        """Return the certificate that phones may trust, as DER."""
        certificates = x509.load_pem_x509_certificates(self._issuer.read_bytes())
        return certificates[1].public_bytes(serialization.Encoding.DER)

    def chain(self, names: Iterable[str]) -> Path:
        """Return the file with the server's key and certificates; make or renew it if need be.

        names: private names and addresses of this machine. Raise UserError for an address that is
        public, and if the folder cannot be read or written.
        """
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            return self._renew(self._clock(), [_alternative(name) for name in names])
        except (OSError, ValueError) as error:
            raise UserError(
                f"{self._folder}: the certificates cannot be used ({error}); if they are damaged, "
                "remove this folder, and let the phones trust the new ones"
            ) from error

    def _renew(self, now: datetime, names: list[x509.GeneralName]) -> Path:
        if not self._issuer.exists():
            self._make_authority(now)
        raw = self._issuer.read_bytes()
        issuer = x509.load_pem_x509_certificates(raw)[0]
        # Not if it begins later: a clock that is wrong once must not end the phones' trust.
        if now > issuer.not_valid_after_utc - timedelta(days=SERVER_DAYS):
            self._issuer.unlink()
            return self._renew(now, names)
        if not (self._server.exists() and _suits(self._server.read_bytes(), issuer, names, now)):
            signing, key = serialization.load_pem_private_key(raw, None), _new_key()
            assert isinstance(signing, Key)
            sign = partial(_sign, now, SERVER_DAYS, issuer.subject, signing)
            made = sign("Scorepad", key, _SERVES, _FOR_SERVERS, x509.SubjectAlternativeName(names))
            _write(self._server, key, made, issuer)
        return self._server

    def _make_authority(self, now: datetime) -> None:
        name, forgotten, key = f"Scorepad {now:%Y-%m-%d}", _new_key(), _new_key()
        sign = partial(_sign, now, AUTHORITY_DAYS, _subject(name), forgotten)
        root = sign(name, forgotten, _SIGNS, x509.BasicConstraints(True, 1))
        limits = x509.BasicConstraints(True, 0), x509.NameConstraints(PRIVATE, None), _FOR_SERVERS
        _write(self._issuer, key, sign(f"{name}, private", key, _SIGNS, *limits), root)


def _new_key() -> Key:
    return ec.generate_private_key(ec.SECP256R1())


def _subject(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _alternative(name: str) -> x509.GeneralName:
    try:
        address = ip_address(name)
    except ValueError:
        return x509.DNSName(name)
    if not any(address in ip_network(each) for each in _NETWORKS):
        raise UserError(f"--https is for private addresses, and {address} is public: use --url")
    return x509.IPAddress(address)


def _sign(
    now: datetime,
    days: int,
    issuer: x509.Name,
    signing: Key,
    subject: str,
    key: Key,
    *extensions: x509.ExtensionType,
) -> x509.Certificate:
    since = now - timedelta(days=1)  # for phones whose clock is slow
    own = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    by = x509.AuthorityKeyIdentifier.from_issuer_public_key(signing.public_key())
    draft = x509.CertificateBuilder(issuer, _subject(subject), key.public_key())
    draft = draft.serial_number(x509.random_serial_number())
    draft = draft.not_valid_before(since).not_valid_after(since + timedelta(days=days))
    critical = (x509.KeyUsage, x509.BasicConstraints, x509.NameConstraints)  # RFC 5280, 4.2.1
    for each in (own, by, *extensions):
        draft = draft.add_extension(each, isinstance(each, critical))
    return draft.sign(signing, hashes.SHA256())


def _suits(
    raw: bytes, issuer: x509.Certificate, names: list[x509.GeneralName], now: datetime
) -> bool:
    """Return True if the server's certificate is of this issuer, for these names, and lasts."""
    try:
        certificate = x509.load_pem_x509_certificates(raw)[0]
        certificate.verify_directly_issued_by(issuer)
        key = serialization.load_pem_private_key(raw, None)
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    except (ValueError, InvalidSignature, x509.ExtensionNotFound):
        return False
    until = certificate.not_valid_after_utc - timedelta(days=RENEWED_DAYS)
    lasts = certificate.not_valid_before_utc <= now <= until
    ours = key.public_key() == certificate.public_key()
    return lasts and ours and set(found.value) == set(names)


def _write(file: Path, key: Key, *certificates: x509.Certificate) -> None:
    parts = [key.private_bytes(_PEM, *_KEY), *(each.public_bytes(_PEM) for each in certificates)]
    with beside(file) as draft:
        draft.touch(0o600)
        draft.write_bytes(b"".join(parts))
        replace_file(draft, file)
