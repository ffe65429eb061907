"""The address of a client: its own, or the one that a trusted proxy tells."""

import json
import urllib.error
import urllib.request

import pytest
from websockets.sync.client import connect

from headway.web.limits import Limits
from headway.web.transport.client_address import VARIABLE, TrustedProxies, network_of
from tests.conftest import Headway
from tests.patience import PATIENCE
from tests.served import Served, serving


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("unix", ""),
    ],
)
def test_an_address_stands_for_all_of_one_client(address: str, expected: str) -> None:
    assert network_of(address) == expected


def test_only_a_trusted_proxy_is_believed() -> None:
    proxies = TrustedProxies(["127.0.0.1", "::1"])
    assert proxies.client("127.0.0.1", "192.0.2.7") == "192.0.2.7"
    assert proxies.client("127.0.0.1", "made up, 192.0.2.7") == "192.0.2.7"  # a client may send the header too
    assert proxies.client("127.0.0.1", "192.0.2.9, 192.0.2.7, ::1") == "192.0.2.7"  # through two proxies
    assert proxies.client("127.0.0.1", "") == "127.0.0.1"
    assert proxies.client("192.0.2.1", "192.0.2.7") == "192.0.2.1"
    assert TrustedProxies().client("127.0.0.1", "192.0.2.7") == "127.0.0.1"


def makes_over_http(served: Served, address: str) -> str:
    headers = {"content-type": "application/json", "X-Forwarded-For": address}
    request = urllib.request.Request(f"{served.url}/api/tables", b'{"game": "cross-over"}', headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return str(answer.status)
    except urllib.error.HTTPError as error:
        return str(json.loads(error.read())["error"])


def makes_over_a_websocket(served: Served, address: str) -> str:
    with connect(f"ws://127.0.0.1:{served.port}/ws/new", additional_headers={"X-Forwarded-For": address}) as socket:
        socket.send('{"game": "cross-over"}')
        answer = json.loads(socket.recv(timeout=PATIENCE))
        return str(answer.get("error", answer["type"]))


def test_visitors_behind_a_proxy_have_limits_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "127.0.0.1")
    with serving(Limits(address_table_rate=0.001, address_table_burst=2)) as served:
        assert makes_over_http(served, "192.0.2.7") == "201"
        assert makes_over_a_websocket(served, "192.0.2.7") == "welcome"
        assert makes_over_http(served, "192.0.2.7") == "too-many-tables"
        assert makes_over_a_websocket(served, "192.0.2.7") == "too-many-tables"
        assert makes_over_a_websocket(served, "192.0.2.8") == "welcome"
        assert makes_over_http(served, "192.0.2.8") == "201"


def test_a_visitor_cannot_claim_another_address() -> None:
    with serving(Limits(address_table_rate=0.001, address_table_burst=1)) as served:
        assert makes_over_http(served, "192.0.2.7") == "201"
        assert makes_over_http(served, "192.0.2.8") == "too-many-tables"
        assert makes_over_a_websocket(served, "192.0.2.9") == "too-many-tables"


def test_an_invalid_address_is_refused(headway: Headway) -> None:
    refused = headway("serve", "--proxy", "nginx.example")
    assert refused.status == 2
    assert "'nginx.example' is not an IP address" in refused.err
