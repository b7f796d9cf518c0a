# Everything that is done with this project is a target here; CI calls the same ones.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help demo test check lint types layers format docs benchmarks papers nightly clean

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

check: lint types layers docs ## Run the checks without the tests.

lint: $(VENV)/.ready ## Check style and layout.
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/.ready ## Check types.
	$(BIN)/mypy

layers: $(VENV)/.ready ## Check who imports whom.
	$(BIN)/lint-imports

docs: $(VENV)/.ready ## Build the site into build/docs; a warning is an error.
	$(BIN)/sphinx-build --quiet --fresh-env --fail-on-warning --keep-going -c docs . build/docs

format: $(VENV)/.ready ## Lay the code out anew.
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

papers: $(VENV)/.ready ## Rebuild the papers' comparisons.
	$(BIN)/python benchmarks/papers/rwn_curves.py
	$(BIN)/python benchmarks/papers/rwn_pef.py
	$(BIN)/python benchmarks/papers/outliers.py
	$(BIN)/python benchmarks/papers/integral.py
	$(BIN)/python benchmarks/papers/dilca.py

benchmarks: $(VENV)/.ready ## Measure speed and memory against other programs.
	$(BIN)/python benchmarks/neighbors_speed.py
	$(BIN)/python benchmarks/masking_speed.py

nightly: ## Run the tests with the oldest and with the newest versions of what is depended on.
	mkdir -p dist
	$(PYTHON) .ci/bounds.py > dist/oldest.txt
	: > dist/newest.txt
	for versions in oldest newest; do \
	  $(PYTHON) -m venv --clear dist/$$versions && \
	  dist/$$versions/bin/python -m pip install --quiet --upgrade 'pip>=25.1' && \
	  dist/$$versions/bin/python -m pip install --quiet --constraint dist/$$versions.txt --editable '.[databases,distributed,formats]' --group dev && \
	  dist/$$versions/bin/python -m pytest || exit 1; \
	done

clean: ## Remove what was made here.
	rm -rf $(VENV) demo-output dist build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
