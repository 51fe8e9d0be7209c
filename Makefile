# Two commands: `make demo` shows what Lek does, `make test` checks it. Both set themselves up.

PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= 2

.PHONY: demo test slow mutants lint bench clean

demo: .venv/ready
	$(BIN)/lek study run moose --scale quick

test: .venv/ready-dev lint
	$(BIN)/python -m pytest -m "not slow" -n $(WORKERS) --dist loadfile

slow: .venv/ready-dev
	$(BIN)/python -m pytest -m slow

mutants: .venv/ready-dev
	$(BIN)/python tests/mutants.py

lint: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: .venv/ready-dev
	$(BIN)/lek bench moose

.venv/ready: pyproject.toml
	@echo "setting up .venv (a minute or so) ..."
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[studies]'
	@touch $@

.venv/ready-dev: .venv/ready
	@echo "installing what the tests need ..."
	$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[dev]'
	@touch $@

clean:
	rm -rf .venv build dist *.egg-info
