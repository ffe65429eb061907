"""Runs a notebook and stores what it shows: `python -m tools.notebook examples/learning_ppo.ipynb`."""

import sys
import tempfile
from copy import deepcopy
from pathlib import Path

import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient


def read(path: Path) -> nbformat.NotebookNode:
    """A notebook."""
    found: nbformat.NotebookNode = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    return found


def execute(notebook: nbformat.NotebookNode, folder: Path) -> None:
    """Run all cells in a folder, however long that takes; raises what a cell raises."""
    with tempfile.TemporaryDirectory(prefix="hw") as sockets:  # a short path, as the names of sockets must be
        manager = AsyncKernelManager(transport="ipc", ip=f"{sockets}/s")
        client = NotebookClient(
            notebook,
            km=manager,
            timeout=None,
            startup_timeout=600,
            iopub_timeout=600,
            record_timing=False,
            coalesce_streams=True,
            resources={"metadata": {"path": str(folder)}},
        )
        client.execute()


def store(path: Path) -> None:
    """Run a notebook, and keep it with what it showed."""
    notebook = read(path)
    kept = deepcopy(notebook.metadata)  # running it adds the version of Python
    with tempfile.TemporaryDirectory() as folder:
        execute(notebook, Path(folder))
    notebook.metadata = kept
    nbformat.write(notebook, path)  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        store(Path(name))
