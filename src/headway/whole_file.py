"""Files that are written whole or not at all."""

from pathlib import Path

from headway.errors import BadFile


def write_whole(path: Path, content: bytes) -> None:
    """Write a picture or a page to a file, whole or not at all; one that is there is replaced."""
    try:
        half = path.with_name(f".{path.name}.part")
        try:
            half.write_bytes(content)
            half.replace(path)
        finally:
            half.unlink(missing_ok=True)
    except (OSError, ValueError) as error:  # a path can be wrong in many ways
        raise BadFile(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.") from None
