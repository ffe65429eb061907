"""The address of a client, as limits and fair orders use it, also behind a proxy that is trusted."""

import asyncio
import os
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

IPV6_PREFIX = 64  # bits; a household or a rented server has all addresses with one prefix
VARIABLE = "HEADWAY_PROXIES"  # in the environment of the server's processes, separated by commas


class TrustedProxies:
    """The addresses of proxies whose header X-Forwarded-For is believed."""

    def __init__(self, addresses: Iterable[str] = ()) -> None:
        self._addresses = {_parsed(address) for address in addresses} - {None}

    @classmethod
    def from_environment(cls) -> "TrustedProxies":
        """What `headway serve` passes to the processes of the server."""
        return cls(filter(None, os.environ.get(VARIABLE, "").split(",")))

    def client(self, peer: str, forwarded_for: str) -> str:
        """The address of a client, given the other end of its connection and the value of the header."""
        hops = forwarded_for.split(",") if forwarded_for else []
        while hops and _parsed(peer) in self._addresses:
            peer = hops.pop()  # each proxy adds the address that it was reached from at the end
        return network_of(peer)


def peer_address(transport: asyncio.BaseTransport) -> str:
    """The address at the other end of a connection; empty if there is none."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""


@lru_cache(1024)
def network_of(address: str) -> str:
    """An address that stands for all that belong to one client: of IPv6 the first 64 bits; empty for other text."""
    parsed = _parsed(address)
    if isinstance(parsed, IPv6Address):
        parsed = IPv6Address(int(parsed) >> (128 - IPV6_PREFIX) << (128 - IPV6_PREFIX))
    return "" if parsed is None else str(parsed)


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(address.strip().partition("%")[0])
    except ValueError:
        return None
    return parsed.ipv4_mapped or parsed if isinstance(parsed, IPv6Address) else parsed
