"""`headway serve`: serve the games to browsers and terminals elsewhere."""

import os
import re
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path

import click

from headway.errors import BadArgument, NotInstalled, install_hint
from headway.terminal.output import complain

HOST_NAME = re.compile(r"[A-Za-z0-9_.-]+")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at; 0.0.0.0 for all.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="The port to listen at; 0 for any free port.",
)
@click.option(
    "--db", metavar="URL", help="The database: sqlite:///FILE (by default in your data folder) or postgresql://..."
)
@click.option(
    "--key-file",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="The key of open secrets in the database; by default beside an SQLite file, or else in your data folder.",
)
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="The number of processes.")
@click.option(
    "--allowed-host",
    "allowed_hosts",
    metavar="NAME",
    multiple=True,
    help="A name under which browsers reach the server, beside localhost, this machine's own name and IP addresses.",
)
@click.option(
    "--proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    help="The IP address of a proxy in front of the server; its X-Forwarded-For tells the addresses of visitors.",
)
@click.option(
    "--browser/--no-browser",
    default=None,
    help="Open the page; by default only if the server is reachable from this machine alone.",
)
def serve(
    host: str,
    port: int,
    db: str | None,
    key_file: str | None,
    workers: int,
    allowed_hosts: tuple[str, ...],
    proxies: tuple[str, ...],
    browser: bool | None,
) -> None:
    """Serve the games to browsers and to "headway join": open the page, pick a game, send the link."""
    try:
        import uvicorn

        from headway.web import allowed_hosts as hosts
        from headway.web.limits import limits_from_environment
        from headway.web.storage import key_file as keys
        from headway.web.storage.server_lock import ServerLock
        from headway.web.storage.store import Store
        from headway.web.transport import client_address
        from headway.web.transport.server import server_config
    except ImportError:
        raise NotInstalled(f"Serving needs: {install_hint('web')}") from None
    for name in allowed_hosts:
        if not HOST_NAME.fullmatch(name):
            raise BadArgument(f"{name!r} is not a host name: write it without http:// and without a port.")
    for address in proxies:
        if not client_address.network_of(address):
            raise BadArgument(f"{address!r} is not an IP address: --proxy takes the one that the proxy connects from.")
    limits_from_environment()  # refuses what cannot be set before anything begins
    url = db or f"sqlite:///{_own_database()}"
    store = Store(url, key_file)
    if workers > 1 and not store.is_shared:
        raise BadArgument("Several processes need a database that they can share: --db postgresql://...")
    lock = ServerLock(store)
    click.get_current_context().call_on_close(lock.close)
    store.upgrade()
    store.check_key()
    if not keys.is_private(store.secrets.key_file):
        complain(f"Other users can read the key file {store.secrets.key_file}; make it yours alone: chmod 600.")
    listening = _listen(host, port)
    port = listening.getsockname()[1]
    page = _page_address(host, port)
    lock.write(page)
    click.echo(f"Headway is served at {page}")
    click.echo("Ctrl-C ends it; every game is kept.")
    os.environ["HEADWAY_DB"] = url
    os.environ[keys.VARIABLE] = str(store.secrets.key_file)
    os.environ[hosts.VARIABLE] = ",".join([host, *allowed_hosts])
    os.environ[client_address.VARIABLE] = ",".join(proxies)
    _allow_many_connections()
    sys.setswitchinterval(0.0005)  # threads that solve or write must not delay the messages of players
    if browser if browser is not None else (db is None and host == "127.0.0.1" and os.isatty(1)):
        threading.Thread(target=_open_when_ready, args=(page,), daemon=True).start()
    config = server_config("headway.web.app:create_app", factory=True, workers=workers)
    server = uvicorn.Server(config)
    if workers == 1:
        server.run([listening])
    else:
        from uvicorn.supervisors import Multiprocess

        Multiprocess(config, [listening]).run()


def _page_address(host: str, port: int) -> str:
    """The address of the page on this machine."""
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def _open_when_ready(page: str) -> None:
    """Open a browser once the server answers: a page that is asked for earlier stays blank."""
    while True:
        try:
            with urllib.request.urlopen(f"{page}healthz"):
                break
        except OSError:
            time.sleep(0.05)
    webbrowser.open(page)


def _allow_many_connections() -> None:
    """Raise the limit on open files as far as the system allows; each connection needs one."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _own_database() -> Path:
    from platformdirs import user_data_path

    return user_data_path("headway") / "tables.sqlite3"


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        complain(f"Cannot listen at {host}:{port}: {error.strerror}.")
        raise SystemExit(1) from None
    listening.set_inheritable(True)
    return listening
