# make demo        show what govern does
# make test        run everything that CI checks
# make format      format the code
# make docs        write the generated docs and our own lock
# make bench       measure (docs/benchmarks.md)
# make rule ID=…   start a new rule (docs/writing-a-rule.md)
#
# Each target sets up .venv itself (about a minute, the first time), and needs only Python 3.11 or later.

ifndef PYTHON
PYTHON := $(shell for python in python3.13 python3.12 python3.11 python3 python; do \
	$$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
	&& { echo $$python; break; }; done)
endif
IN_VENV := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
RUN := $(IN_VENV)/python
AUDIT := --offline --no-config --persona auditor --min-severity low --strict-collection --collect all --no-progress --quiet
WORKFLOWS := action.yml .github .pre-commit-hooks.yaml examples/ci/pre-commit/.pre-commit-config.yaml $(wildcard examples/ci/github/*.yml examples/fleet/github/*.yml)

.PHONY: demo test format docs bench rule setup

demo: setup
	@$(RUN) examples/demo.py

test: setup
	@echo "── lint";          $(RUN) -m ruff check --quiet
	@echo "── format";        $(RUN) -m ruff format --check --quiet
	@echo "── types";         $(RUN) -m mypy --no-error-summary --num-workers 2
	@echo "── for Windows";   $(RUN) -m mypy --no-error-summary --num-workers 2 --platform win32 --cache-dir .mypy_cache/win32 govern
	@echo "── layers";        $(IN_VENV)/lint-imports --no-logo
	@echo "── workflows";     $(IN_VENV)/zizmor $(AUDIT) $(WORKFLOWS)
	@echo "── docs in sync";  $(RUN) .ci/docs.py --check
	@echo "── our own lock";  PATH="$$PWD/$(IN_VENV):$$PATH" govern lock --check --quiet
	@echo "── tests";         PYTHONDONTWRITEBYTECODE= $(RUN) -m pytest --numprocesses auto --dist worksteal

format: setup
	@$(RUN) -m ruff check --fix
	@$(RUN) -m ruff format

docs: setup
	@$(RUN) .ci/docs.py
	@PATH="$$PWD/$(IN_VENV):$$PATH" govern lock

bench: setup
	@$(RUN) -m tests.bench

rule: setup
	@$(RUN) -m tests.rules.new $(ID)

setup:
	@test -n "$(PYTHON)" || { echo "no Python 3.11 or later with the venv module found; name one: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) .ci/setup.py
