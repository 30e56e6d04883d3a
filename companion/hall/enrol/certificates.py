"""Makes the hall's own authority, and the broker's certificate that it signs. All are PEM, but on hall cards DER."""

from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

SINCE = datetime(2024, 1, 1, tzinfo=UTC)
"""All certificates hold since then: a Pi without a network's time believes in some day of the past."""
AUTHORITY_UNTIL = datetime(2049, 12, 31, tzinfo=UTC)
LASTS = timedelta(days=2 * 365)
SOON = timedelta(days=90)
"""A broker's certificate is renewed this long before its end."""
NEARBY = ("localhost", "127.0.0.1")
"""The organiser itself finds the broker here."""
_LANS = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8")
_LOCAL = ("local", "localhost")
_ID_BYTES = 8


class Pair(msgspec.Struct, frozen=True):
    """Holds a certificate and the key to it."""

    certificate: bytes
    key: bytes


def authority(hall: str, hosts: tuple[str, ...]) -> Pair:
    """Makes an authority that signs for brokers on a LAN, by address or by a name in .local, and at `hosts`.

    Its certificate allows no other place in the world, even for a thief of its key.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, hall)])
    builder = (
        _begun(name, name, key, AUTHORITY_UNTIL)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier(_id(key)), critical=False)
        .add_extension(x509.NameConstraints(_allowed(hosts), None), critical=True)
    )
    return _pair(builder.sign(key, hashes.SHA256()), key)


def brokers(by: Pair, hosts: tuple[str, ...], *, now: datetime) -> Pair:
    """Makes the certificate of a broker at `hosts` and on this machine."""
    signer = x509.load_pem_x509_certificate(by.certificate)
    signing = load_pem_private_key(by.key, None)
    assert isinstance(signing, ec.EllipticCurvePrivateKey)
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, hosts[0])])
    names = [_general(host) for host in dict.fromkeys((*hosts, *NEARBY))]
    builder = (
        _begun(name, signer.subject, key, min(now + LASTS, AUTHORITY_UNTIL))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.SubjectKeyIdentifier(_id(key)), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier(_id(signing), None, None), critical=False)
    )
    return _pair(builder.sign(signing, hashes.SHA256()), key)


def due(certificate: bytes, hosts: tuple[str, ...], *, now: datetime) -> bool:
    """Returns True where a broker's certificate is near its end, or lacks one of its names and addresses."""
    read = x509.load_pem_x509_certificate(certificate)
    found = read.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    missing = [host for host in (*hosts, *NEARBY) if _general(host) not in found]
    return bool(missing) or read.not_valid_after_utc - now < SOON


def der(certificate: bytes) -> bytes:
    return x509.load_pem_x509_certificate(certificate).public_bytes(Encoding.DER)


def covers(certificate: bytes, host: str) -> bool:
    """Returns True where an authority may sign for a broker there."""
    read = x509.load_pem_x509_certificate(certificate)
    allowed = read.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    address = _address(host)
    for each in allowed:
        if address is not None and isinstance(each, x509.IPAddress) and address in _network(each.value):
            return True
        if address is None and isinstance(each, x509.DNSName) and f".{host.lower()}".endswith(f".{each.value}"):
            return True
    return False


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, until: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(SINCE)
        .not_valid_after(until)
    )


def _allowed(hosts: tuple[str, ...]) -> list[x509.GeneralName]:
    lans = [ip_network(each) for each in _LANS]
    addresses = [address for host in hosts if (address := _address(host)) is not None]
    own = [ip_network(address) for address in addresses if not any(address in lan for lan in lans)]
    names = [host.lower() for host in hosts if _address(host) is None and not host.lower().endswith(".local")]
    return [
        *(x509.DNSName(name) for name in dict.fromkeys((*_LOCAL, *names))),
        *(x509.IPAddress(network) for network in dict.fromkeys((*lans, *own))),
    ]


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _network(value: object) -> IPv4Network | IPv6Network:
    assert isinstance(value, IPv4Network | IPv6Network)
    return value


def _general(host: str) -> x509.GeneralName:
    address = _address(host)
    return x509.DNSName(host.lower()) if address is None else x509.IPAddress(address)


def _id(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Returns an id shorter than usual, because it is on every card. No proof rests on it."""
    return x509.SubjectKeyIdentifier.from_public_key(key.public_key()).digest[:_ID_BYTES]


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )


def _pair(certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> Pair:
    return Pair(
        certificate.public_bytes(Encoding.PEM), key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    )
