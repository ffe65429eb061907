"""The notebooks under examples/: they run from top to bottom, and show what they should."""

from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest

from tools.notebook import execute, read

EXAMPLES = Path(__file__).parents[2] / "examples"
STORED = {"learning_ppo"}
"""Notebooks that take minutes: they are kept with what they showed, and `make tutorial` runs them."""
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
RUN = [path for path in NOTEBOOKS if path.stem not in STORED]


@pytest.fixture
def own_jupyter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the user's settings is read, and nothing is written to the user's folders."""
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))


@pytest.mark.usefixtures("own_jupyter")
def test_the_tour_runs_and_shows_its_pictures(tmp_path: Path) -> None:
    notebook = read(EXAMPLES / "tour.ipynb")
    execute(notebook, tmp_path)
    shown = {cell.source.splitlines()[-1]: _pictures(cell) for cell in notebook.cells if cell.cell_type == "code"}
    for name in ("game", "table", "truth", "found", "race", "tally"):
        (picture,) = shown[name]
        assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"


def _pictures(cell: nbformat.NotebookNode) -> list[str]:
    return [output.data["image/svg+xml"] for output in cell.outputs if "image/svg+xml" in output.get("data", {})]


@pytest.mark.usefixtures("own_jupyter")
def test_a_table_of_values_learns_until_its_exploitability_is_zero(tmp_path: Path) -> None:
    """The notebook asserts it; here it is read from what it shows."""
    notebook = read(EXAMPLES / "learning.ipynb")
    execute(notebook, tmp_path)
    curve = next(_text(cell) for cell in notebook.cells if "while curve" in cell.source).splitlines()[1:]
    shares = [tuple(line.split()[:3]) for line in curve]
    assert shares[0][1:] == ("1/2", "66")
    assert shares[-1][1:] == ("0", "0")
    assert "<Exploitability of the learner in cross-over: 0 %>" in "".join(map(_text, notebook.cells))
    (figure,) = [cell for cell in notebook.cells if "axes.plot" in cell.source]
    assert [output for output in figure.outputs if "image/png" in output.get("data", {})]


def test_the_stored_training_of_maskable_ppo_ended_at_zero() -> None:
    notebook = read(EXAMPLES / "learning_ppo.ipynb")
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == [*range(1, len(cells) + 1)]  # from top to bottom, once
    assert not [output for cell in cells for output in cell.outputs if output.output_type == "error"]
    proved = [cell for cell in cells if "assert found.value() == 0" in cell.source]
    assert len(proved) == 3
    for cell in proved:
        assert "<Exploitability of MaskablePPO in cross-over" in _text(cell)
        assert ": 0 %>" in _text(cell)


def _text(cell: nbformat.NotebookNode) -> str:
    """What a cell has printed, and what it shows as text."""
    shown = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell.get("outputs", [])]
    return "".join(shown)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_tidy_and_without_what_the_tests_make_it_show(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert notebook.metadata.kernelspec.name == "python3"
    for cell in notebook.cells:
        assert not cell.metadata
        if cell.cell_type == "code" and path in RUN:
            assert (cell.outputs, cell.execution_count) == ([], None)


def test_there_are_notebooks_that_run_and_one_that_is_stored() -> None:
    assert {path.stem for path in RUN} == {"learning", "tour"}
    assert {path.stem for path in NOTEBOOKS} - {path.stem for path in RUN} == STORED
