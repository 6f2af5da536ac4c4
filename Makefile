# Two commands are enough: `make demo` and `make test`. Everything lives in .venv; nothing else is touched.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CONSTRAINTS := constraints.txt

.PHONY: demo test format bench clean setup

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml $(CONSTRAINTS)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "baquara needs Python 3.11 or newer; this is $$($(PYTHON) -V)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || sh scripts/install-venv.sh $(PYTHON)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check -c $(CONSTRAINTS) -e '.[dev]'
	@touch $@

demo: setup
	$(BIN)/baquara demo demo --fresh

test: setup
	bash scripts/test.sh $(BIN)

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: setup
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) demo dist build
