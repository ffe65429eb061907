"""The address of a client, as limits and fair orders use it."""

import asyncio
from ipaddress import IPv6Address, ip_address

IPV6_PREFIX = 64  # bits; a household or a rented server has all addresses with one prefix


def client_address(transport: asyncio.BaseTransport) -> str:
    """The address at the other end of a connection; empty if there is none."""
    peer = transport.get_extra_info("peername")
    return network_of(peer[0]) if isinstance(peer, tuple) else ""


def network_of(address: str) -> str:
    """An address that stands for all that belong to one client: of IPv6 the first 64 bits; empty for other text."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(IPv6Address(int(parsed) >> (128 - IPV6_PREFIX) << (128 - IPV6_PREFIX)))
    return str(parsed)
