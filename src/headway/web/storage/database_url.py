"""The URL of a database, as an operator gives it."""

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from headway.errors import BadArgument


def database_url(url: str) -> URL:
    """The URL of a database with the driver that we use; refuses a database that is not supported."""
    try:
        parsed = make_url(url)
        backend = parsed.get_backend_name()
    except (ArgumentError, ValueError):
        place = url.split("@")[-1]
        raise BadArgument(f"{place} is not the URL of a database; use sqlite:///FILE or postgresql://...") from None
    drivers = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
    if backend not in drivers:
        raise BadArgument(f"A {backend} database is not supported; use sqlite:///FILE or postgresql://...")
    return parsed.set(drivername=drivers[backend])


def described(url: URL) -> str:
    """The name of a database for its operator: the file, or the address without a password."""
    is_file = url.get_backend_name() == "sqlite" and url.database
    return f"The database {url.database if is_file else url.render_as_string(hide_password=True)}"


def other_than(url: URL) -> str:
    """What an operator can do about a database that cannot be used."""
    if url.get_backend_name() == "sqlite":
        return "Move the file away, or choose another: --db sqlite:///FILE"
    return "Choose another: --db postgresql://..."
