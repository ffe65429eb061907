"""The notebook under examples/: it runs from top to bottom, and a notebook shows pictures of what it should."""

import tempfile
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def read(path: Path) -> nbformat.NotebookNode:
    found: nbformat.NotebookNode = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    return found


@pytest.fixture
def own_jupyter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the user's settings is read, and nothing is written to the user's folders."""
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))


@pytest.mark.usefixtures("own_jupyter")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_its_pictures(path: Path, tmp_path: Path) -> None:
    notebook = read(path)
    with tempfile.TemporaryDirectory(prefix="hw") as sockets:  # a short path, as the names of sockets must be
        manager = AsyncKernelManager(transport="ipc", ip=f"{sockets}/s")
        client = NotebookClient(
            notebook,
            km=manager,
            timeout=None,  # however busy the machine is
            startup_timeout=600,
            iopub_timeout=600,
            resources={"metadata": {"path": str(tmp_path)}},
        )
        client.execute()  # raises what a cell raises
    shown = {cell.source.splitlines()[-1]: _pictures(cell) for cell in notebook.cells if cell.cell_type == "code"}
    for name in ("game", "table", "truth", "found", "race", "tally"):
        (picture,) = shown[name]
        assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"


def _pictures(cell: nbformat.NotebookNode) -> list[str]:
    return [output.data["image/svg+xml"] for output in cell.outputs if "image/svg+xml" in output.get("data", {})]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_what_it_showed(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert notebook.metadata.kernelspec.name == "python3"
    for cell in notebook.cells:
        assert not cell.metadata
        if cell.cell_type == "code":
            assert (cell.outputs, cell.execution_count) == ([], None)


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS
