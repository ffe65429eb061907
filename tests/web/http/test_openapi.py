"""Schemathesis reads the description of the HTTP interface and tries to make the server break it."""

from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import settings
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import Failure

from tests.served import Served

REFUSED = [400, 404, 405, 413, 422, 429, 503]
"""How wrong data is refused; 413 is not among the statuses that Schemathesis expects by itself."""


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    server = Served(f"sqlite:///{tmp_path_factory.mktemp('openapi')}/tables.sqlite3")
    config = SchemathesisConfig.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": REFUSED}}})
    yield schemathesis.openapi.from_url(f"{server.url}/openapi.json", config=config)
    server.stop()


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    """One connection for all requests. It does not look up proxies and passwords for each of them."""
    with requests.Session() as it:
        it.trust_env = False
        yield it


schema = schemathesis.pytest.from_fixture("described")


@schema.parametrize()
@settings(max_examples=10, deadline=None)
def test_the_server_keeps_what_its_description_says(case: schemathesis.Case[Any], session: requests.Session) -> None:
    try:
        case.call_and_validate(session=session)
    except* Failure as failures:
        raise AssertionError("\n".join(str(failure) for failure in failures.exceptions)) from None
