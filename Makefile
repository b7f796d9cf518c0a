# Everything that is done with this project is a target here; CI calls the same ones.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help demo test check lint types layers format benchmarks papers clean

help: ## List the targets.
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# The environment is made once, and again when what it is made of changes.
$(VENV)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[databases,distributed,formats]' --group dev
	@touch $@

demo: $(VENV)/.ready ## Release a protected table from real data into demo-output/.
	$(BIN)/vicinage demo --output demo-output

test: $(VENV)/.ready ## Run the checks and all tests.
	$(MAKE) --no-print-directory check
	$(BIN)/python -m pytest

check: lint types layers ## Run the checks without the tests.

lint: $(VENV)/.ready ## Check style and layout.
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/.ready ## Check types.
	$(BIN)/mypy

layers: $(VENV)/.ready ## Check who imports whom.
	$(BIN)/lint-imports

format: $(VENV)/.ready ## Lay the code out anew.
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

papers: $(VENV)/.ready ## Rebuild the papers' comparisons.
	$(BIN)/python benchmarks/papers/rwn_bodyfat.py
	$(BIN)/python benchmarks/papers/rwn_pef.py

benchmarks: $(VENV)/.ready ## Measure speed and memory against other programs.
	$(BIN)/python benchmarks/neighbors_speed.py
	$(BIN)/python benchmarks/masking_speed.py

clean: ## Remove what was made here.
	rm -rf $(VENV) demo-output dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
