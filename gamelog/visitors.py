"""Where a request comes from, as the limits count it.

`X-Forwarded-For` is a list to which each proxy appends the address that it was asked from, so only the last entries
were written by proxies of ours: as many as `GAMELOG_PROXIES` says. All before them is what the client claims. Without
a proxy the header is not read.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest

from gamelog.setup.environment import Network

NETWORK = 64
"""The bits of an IPv6 address that a provider gives to one household: addresses within it count as one."""
UNKNOWN = "unknown"


def address_of(request: HttpRequest) -> str:
    """Where a request comes from."""
    return address(request.META.get("REMOTE_ADDR"), request.META.get("HTTP_X_FORWARDED_FOR"))


def address(peer: str | None, forwarded: str | None) -> str:
    """The client's address, from that of the connection and the header `X-Forwarded-For`."""
    found = _client(peer, forwarded)
    if found is None:
        return UNKNOWN
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(ipaddress.IPv6Network((int(found), NETWORK), strict=False).network_address)


def comes_from(request: HttpRequest, networks: Iterable[Network]) -> bool:
    """Whether a request comes from one of these networks."""
    found = _client(request.META.get("REMOTE_ADDR"), request.META.get("HTTP_X_FORWARDED_FOR"))
    return found is not None and any(found in each for each in networks)


def _client(peer: str | None, forwarded: str | None) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    hops: int = settings.TRUSTED_PROXIES
    said = [part.strip() for part in (forwarded or "").split(",")] if hops else []
    return _read(said[-hops] if len(said) >= hops > 0 else peer or "") or _read(peer or "")


def _read(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address, of IPv4 as such also where it comes as one of IPv6; None for text that is none."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, ipaddress.IPv6Address) else found
