"""The names that this server answers to, by the Host header of a request.

A page elsewhere can give its own name the address of this server (DNS rebinding) and would then count as a page of
ours. It cannot take an IP address for its name, nor the name of the machine.
"""

import os
import socket
from collections.abc import Iterable, Mapping
from functools import lru_cache
from ipaddress import ip_address

VARIABLE = "HEADWAY_ALLOWED_HOSTS"  # in the environment of the server's processes, separated by commas
LOCAL_SUFFIXES = ("", ".local", ".lan", ".home.arpa")  # under which a home network knows a machine


class AllowedHosts:
    """Allows IP addresses, localhost, the name of this machine, and the names it is given."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        machine = _normal(socket.gethostname())
        own = {"localhost", machine, *(machine.partition(".")[0] + suffix for suffix in LOCAL_SUFFIXES)}
        self._names = own.union(map(_normal, names))

    @classmethod
    def from_environment(cls) -> "AllowedHosts":
        """What `headway serve` passes to the processes of the server."""
        return cls(filter(None, os.environ.get(VARIABLE, "").split(",")))

    def allows(self, headers: Mapping[str, str]) -> bool:
        """Is a request to one of the names? A program may send none, with HTTP 1.0; a browser always does."""
        host = headers.get("host")
        if host is None:
            return True
        name = _normal(host_name(host))
        return name in self._names or name.endswith(".localhost") or _is_address(name)


def host_name(host: str) -> str:
    """The name or address in a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _normal(name: str) -> str:
    return name.lower().rstrip(".")


@lru_cache(1024)
def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
