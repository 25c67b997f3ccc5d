# `make demo` shows Proctor at work, `make test` proves it; both set up what they need first.

.PHONY: help setup setup-tests demo test lint format ratchet bench lock clean
.DEFAULT_GOAL := help

help: ## say what there is to make
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

setup: ## .venv with both packages, and the programs that grading needs
	@scripts/setup

setup-tests:
	@scripts/setup --tests

demo: setup ## grade the real sqlite3, Litestone and a submission that does nothing; write the HTML report
	@scripts/demo

test: setup-tests ## all tests
	@scripts/run-tests

lint: setup ## ruff and mypy --strict
	.venv/bin/ruff check .
	.venv/bin/ruff format --check proctor benchmarks
	.venv/bin/mypy

format: setup ## lay the code out
	.venv/bin/ruff format proctor benchmarks

ratchet: setup ## fail if Litestone passes fewer cases than it once did
	.venv/bin/python benchmarks/ratchet.py

bench: setup-tests ## what grading costs; figures for docs/performance.md
	.venv/bin/python benchmarks/grading.py

lock: ## pin the newest packages that fit (needs uv)
	uv pip compile -q proctor/pyproject.toml requirements/dev.in --extra dask --extra inspect --extra languages \
	    --extra archerfish --extra swe --extra apsw --generate-hashes --python-version 3.11 \
	    --universal --no-emit-index-url --custom-compile-command "make lock" -o requirements/dev.lock
	uv pip compile -q proctor/pyproject.toml --generate-hashes --python-version 3.11 \
	    --universal --no-emit-index-url --custom-compile-command "make lock" -o requirements/base.lock
	uv pip compile -q --no-deps requirements/multi-swe-bench.in --generate-hashes --python-version 3.11 \
	    --universal --no-emit-index-url --custom-compile-command "make lock" -o requirements/multi-swe-bench.lock

clean: ## remove what was built
	rm -rf .venv .cache runs .ruff_cache .mypy_cache .pytest_cache .hypothesis
