"""One request to an address chosen by somebody else: into the public internet only, without redirects, and within a
time limit.

A name is resolved once, all of its addresses are checked, and the connection goes to a checked address: a name that
points elsewhere a moment later gains nothing.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

SILENCE = 5.0
"""Seconds that the other side may be silent."""
LONGEST = 15.0
"""Seconds that a whole exchange may take: an answer that trickles in does not block a worker."""
MOST_URL = 500
PORTS = {"http": 80, "https": 443}


class Unsendable(Exception):
    """An address to which nothing is sent; the message says why."""


class Target(NamedTuple):
    """A parsed address. `path` includes the query."""

    scheme: str
    host: str
    port: int
    path: str


def target_of(url: str) -> Target:
    """The parsed address, checked as far as possible without resolving its name. Raises: Unsendable."""
    if len(url) > MOST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise Unsendable(f"an address has at most {MOST_URL} characters, all of them ASCII and none a space")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Unsendable(f"this cannot be read: {error}") from None
    if parts.scheme not in PORTS or not parts.hostname:
        raise Unsendable("an address begins with http:// or https:// and names a host")
    if parts.username is not None or parts.password is not None or parts.fragment or port == 0:
        raise Unsendable("an address holds no user name, password, # or port 0")
    try:
        # As name resolution writes it: with an empty or overlong label there is no such name.
        parts.hostname.encode("idna")
    except UnicodeError:
        raise Unsendable(f"{parts.hostname[:60]} is no name of a machine") from None
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, parts.hostname, port or PORTS[parts.scheme], path)


def require_sendable(url: str, local: bool = False) -> None:
    """Refuse an address that can never be sent to. Names are only resolved on sending. Raises: Unsendable."""
    target = target_of(url)
    with suppress(ValueError):
        _require_public(str(ip_address(target.host)), local)


def is_public(address: str) -> bool:
    """Whether an IP address is a machine of the public internet: not this one, its network, or a tunnel into one."""
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return is_public(str(found.ipv4_mapped))
        if found.sixtofour or found.teredo or found.is_site_local:
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


class Answer(NamedTuple):
    """The answer of the other side, as far as it was read."""

    status: int
    body: bytes = b""


def post(url: str, body: bytes, headers: Mapping[str, str], *, local: bool = False) -> int:
    """Send a body and return the status of the answer; nothing else of it is read. `local` also allows machines of this
    network.

    Raises:
        Unsendable: nothing may be sent there.
        OSError, http.client.HTTPException: the exchange failed.
    """
    return exchange("POST", url, body, headers, local=local).status


def exchange(
    method: str, url: str, body: bytes = b"", headers: Mapping[str, str] | None = None, *, most: int = 0,
    local: bool = False,
) -> Answer:  # fmt: skip
    """Send a request and return the answer, of whose body up to `most` bytes are read.

    Raises:
        Unsendable: nothing may be sent there.
        OSError, http.client.HTTPException: the exchange failed, or the body of the answer is longer.
    """
    target = target_of(url)
    with closing(_connection(target)) as connection:
        connection.sock = _socket(target, addresses_of(target, local))
        late = threading.Event()
        watch = threading.Timer(LONGEST, _hang_up, [connection, late])
        watch.start()
        try:
            if target.scheme == "https":
                _secure(connection, target)
            connection.request(method, target.path, body=body or None, headers=dict(headers or {}))
            answer = connection.getresponse()
            read = answer.read(most + 1) if most else b""
        except OSError as error:
            # The line that we hung up may first be reported as reset by the other side.
            if late.is_set():
                raise TimeoutError(f"no whole answer within {LONGEST:.0f} s") from error
            raise
        finally:
            watch.cancel()
        if late.is_set():
            raise TimeoutError(f"no whole answer within {LONGEST:.0f} s")
        if len(read) > most:
            raise OSError(f"the answer has more than {most} bytes")
        return Answer(answer.status, read)


def addresses_of(target: Target, local: bool = False) -> list[str]:
    """The IP addresses of a host. Raises: Unsendable if one of them is not public; OSError if there is none."""
    found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
    for each in addresses:
        _require_public(each, local)
    return addresses


def _require_public(address: str, local: bool) -> None:
    if not local and not is_public(address):
        raise Unsendable(f"{address} is no address of the public internet")


def _connection(target: Target) -> http.client.HTTPConnection:
    kind = http.client.HTTPSConnection if target.scheme == "https" else http.client.HTTPConnection
    return kind(target.host, target.port, timeout=SILENCE)


def _socket(target: Target, addresses: Sequence[str]) -> socket.socket:
    """A connection to the first of the checked addresses that answers. Raises: the OSError of the last."""
    *others, last = addresses
    for each in others:
        with suppress(OSError):
            return socket.create_connection((each, target.port), SILENCE)
    return socket.create_connection((last, target.port), SILENCE)


def _secure(connection: http.client.HTTPConnection, target: Target) -> None:
    """TLS, with the certificate checked for the host name. Raises: ssl.SSLError."""
    context = ssl.create_default_context()
    secured = context.wrap_socket(connection.sock, server_hostname=target.host, do_handshake_on_connect=False)
    connection.sock = secured
    secured.do_handshake()


def _hang_up(connection: http.client.HTTPConnection, late: threading.Event) -> None:
    late.set()
    with suppress(OSError):
        # Not the TLS layer's own unwrap: that would drop its state while another thread still reads.
        socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)
