# Courtyard. Two commands matter: `make play` and `make test`.
PYTHON ?= python3
ENV := .venv/bin/python
.DEFAULT_GOAL := help
.PHONY: help python env play test bench faults series screenshots lock sbom clean

help:
	@echo "make play          start the site with everything it needs; PORT=8000 HOST=127.0.0.1"
	@echo "                   WEB=2 runs two web processes behind the one port"
	@echo "                   HOST=0.0.0.0 lets phones on the same network in"
	@echo "make test          lint, types, scripts, import rules, migrations, all tests"
	@echo "                   ARGS=\"tests/games -k forty\" runs only these tests"
	@echo "make bench         measure it all, under ten minutes; ARGS=\"...\""
	@echo "make faults        play under kills, stops and losses, about 15 minutes, then check; ARGS=\"--short\""
	@echo "make series        64 programs play a Swiss and an arena while processes are killed, some six minutes; ARGS=\"...\""
	@echo "make screenshots   take the pictures of the README and of every game; ARGS=\"readme forty\""
	@echo "make env           make the environment in .venv (the others do it by themselves)"
	@echo "make lock          choose the versions of all packages anew"
	@echo "make sbom          write the software bill of materials, and ask for known vulnerabilities"
	@echo "make clean         remove .venv and var, the database with it; asks first"

env: python
	@$(PYTHON) -m ops.env

python:
	@command -v $(PYTHON) >/dev/null || { echo "Courtyard needs Python 3.11 or newer, and there is no $(PYTHON): install it, or name another with PYTHON=..." >&2; exit 1; }

play: python
	@$(PYTHON) -m ops.env desk
	@$(ENV) -m ops.desk.play

test: env
	@$(ENV) -m ops.check $(ARGS)

bench: env
	@$(ENV) -m ops.bench $(ARGS)

faults: env
	@$(ENV) -m ops.faults $(ARGS)
	@$(if $(ARGS),,$(ENV) -m pytest -q tests/stress/test_state_machine.py tests/games/live/test_hub.py --sequences 2000 --moves 2000 -o faulthandler_timeout=0)

series: env
	@$(ENV) -m ops.series $(or $(ARGS),--swiss thirtyone:hands=5 --arena forty)

screenshots: env
	@$(ENV) -m ops.art.screenshots $(ARGS)

lock: env
	@$(ENV) -m ops.lock

sbom: env
	@$(ENV) -m ops.sbom
	@$(ENV) -m ops.vulnerabilities

clean:
	@$(PYTHON) -m ops.clean
