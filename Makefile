# Domino Desk. `make` lists what can be made.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
PORT ?= 8000
DEMO ?= 1
HTTPS_PORT ?= $(shell expr $(PORT) + 443)
SPEAK_HTTPS := $(filter 1 yes true on,$(HTTPS))
# HTTPS itself says that a proxy in front speaks it: here there is none.
SERVE = HTTPS= HTTPS_PORT=$(if $(SPEAK_HTTPS),$(HTTPS_PORT)) $(IN_VENV) manage.py serve --port $(PORT)
IN_VENV := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help run resume test lint messages bench pictures soak

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 18

run: .venv/ready ## start everything: PORT=8000, DEMO=0 to start empty, HTTPS=1 for tablets that stay awake
	@$(SERVE) --demo $(DEMO)

resume: .venv/ready ## carry on from a copy of the database: FILE=copy.sqlite3
	@test -n "$(FILE)" || { echo "Say which copy: make resume FILE=/media/stick/domino.sqlite3" >&2; exit 2; }
	@$(SERVE) --demo 0 --resume "$(FILE)"

test: .venv/ready-for-tests ## run the tests, on every database that answers
	@$(IN_VENV) -m tests.everywhere

lint: .venv/ready-for-tests ## check style, types and migrations
	$(IN_VENV) -m ruff check .
	$(IN_VENV) -m ruff format --check .
	$(IN_VENV) -m mypy .
	$(IN_VENV) manage.py makemigrations --check --dry-run

messages: .venv/ready-for-tests ## collect the sentences to translate, compile the translations (needs gettext)
	$(IN_VENV) manage.py makemessages -l ru --no-location --no-wrap --ignore '.venv/*' --ignore 'var/*' --ignore 'tests/*'
	$(IN_VENV) manage.py makemessages -l ru -d djangojs --no-location --no-wrap --ignore '.venv/*' --ignore 'var/*' --ignore 'tests/*'
	$(IN_VENV) manage.py compilemessages -l ru --ignore '.venv/*'

bench: .venv/ready-for-tests ## measure: figures and ratios
	@$(IN_VENV) -m benchmarks

pictures: .venv/ready-for-tests ## take the pictures of the docs anew (needs Chromium)
	@$(IN_VENV) -m pytest -q tests/browser/pictures.py

soak: .venv/ready-for-tests ## new examples against the rules, and the tests that take minutes, on PostgreSQL
	@$(IN_VENV) -m tests.everywhere --soak

.venv/ready: requirements.txt
	@echo "Setting up the program's own Python environment: once, about a minute ..."
	@$(call make_venv)
	@$(IN_VENV) -m pip install -qq --disable-pip-version-check -r requirements.txt
	@touch $@

.venv/ready-for-tests: requirements.txt requirements-dev.txt
	@$(call make_venv)
	@$(IN_VENV) -m pip install -qq --disable-pip-version-check -r requirements-dev.txt
	@touch .venv/ready $@

define make_venv
{ test -n "$(PYTHON)" && "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; } \
  || { echo "Domino Desk needs Python 3.11 or later: PYTHON=/path/to/python3.11 make $(MAKECMDGOALS)" >&2; exit 1; }; \
test -x $(IN_VENV) && $(IN_VENV) -m pip --version >/dev/null 2>&1 || "$(PYTHON)" -m venv --clear .venv \
  || { echo "Python cannot make a virtual environment here; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
endef
