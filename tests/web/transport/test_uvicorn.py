"""What our HTTP connections use of uvicorn's inner classes, which may change with any version.

Therefore pyproject.toml has an upper bound for uvicorn: raise it when these tests and the others of this folder pass
with the next version. Used are the methods of `HttpToolsProtocol` that ours call or override, its state (`cycle`,
`flow`, `headers`, `parser`, `scope`, `url`, ...), and of the `cycle` whether it is complete.
"""

import ast
import inspect
import re
import tomllib
from pathlib import Path
from types import FunctionType

import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from headway.web.transport import http_connection
from headway.web.transport.http_connection import HttpConnection

TREE = ast.parse(inspect.getsource(http_connection))
PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"


def used_of(*owners: str) -> set[str]:
    """The attributes that our connections read or write of something, by the code that stands before the dot."""
    found = [node for node in ast.walk(TREE) if isinstance(node, ast.Attribute)]
    return {node.attr for node in found if ast.unparse(node.value) in owners}


def names_in(kind: type) -> set[str]:
    """The members of a class, and the attributes that its methods use."""
    functions = [member for member in vars(kind).values() if isinstance(member, FunctionType)]
    return {*dir(kind), *(name for function in functions for name in function.__code__.co_names)}


def test_uvicorn_has_what_our_connections_use() -> None:
    own = {name for name in vars(HttpConnection) if not hasattr(HttpToolsProtocol, name)}
    inherited = used_of("self", "super()") - own - {"_host"}
    assert {"cycle", "flow", "headers", "parser", "scope", "transport"} <= inherited
    assert {"_should_upgrade", "handle_websocket_upgrade"} <= names_in(HttpToolsProtocol)  # ours replace them
    assert inherited <= names_in(HttpToolsProtocol)
    of_cycle = used_of("self.cycle")
    assert {"keep_alive", "more_body", "response_complete"} <= of_cycle <= names_in(RequestResponseCycle)
    assert used_of("self.flow") <= names_in(FlowControl)
    assert used_of("self.config") <= names_in(uvicorn.Config)


def test_uvicorn_is_bounded_and_this_version_is_allowed() -> None:
    [wanted] = [
        entry
        for entry in tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["optional-dependencies"]["web"]
        if entry.startswith("uvicorn")
    ]
    bounds = re.fullmatch(r"uvicorn\[standard\]>=0\.(\d+),<0\.(\d+)", wanted)
    assert bounds is not None
    assert int(bounds[1]) <= int(uvicorn.__version__.split(".")[1]) < int(bounds[2])
