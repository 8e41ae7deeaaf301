# Every command makes or updates .venv first, so that each works on a fresh machine.
#
#   make book           build the site in both languages and say how to open it
#   make test           every test, the built site in a browser included
#   make lab            JupyterLab, in which a double click opens a chapter as a notebook
#   make notebooks      every page as a plain notebook, in _build/notebooks
#   make zip            the site in one file that works from disk, in _build
#   make pdf            the whole book as a PDF for each language, in _build
#   make quick          the tests that need neither the site nor a browser: for each commit
#   make release-check  what is too long for every day
#   make bench          speed and accuracy, as tables
#   make lock           resolve the packages anew and write constraints.txt
#   make clean          remove what was built, .venv included

# The first Python of a supported version; name another with: make book PYTHON=python3.12
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
  $$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null \
  && echo $$p && break; done || echo python3)
RUN = .venv/bin/python -m
NAME = positional-encoding-hands-on
TWO_AT_A_TIME = -n 2 --dist loadfile --no-loadscope-reorder

.PHONY: environment book test quick release-check lab notebooks zip pdf bench lock clean

environment:
	@$(PYTHON) scripts/environment.py test

book:
	@$(PYTHON) scripts/environment.py
	@.venv/bin/python scripts/build_book.py --all
	@echo
	@echo "The book is built. Open this file in a browser, the second one for Chinese:"
	@echo "    file://$(CURDIR)/_build/html/index.html"
	@echo "    file://$(CURDIR)/_build/html/zh/index.html"

test:
	@$(PYTHON) scripts/environment.py test
	@$(RUN) ruff check .
	@$(RUN) pytest $(TWO_AT_A_TIME)

quick:
	@$(PYTHON) scripts/environment.py test
	@$(RUN) ruff check .
	@$(RUN) pytest $(TWO_AT_A_TIME) -m "not site and not browser and not build and not release"

release-check:
	@$(PYTHON) scripts/environment.py test
	@$(RUN) pytest $(TWO_AT_A_TIME) -m release

lab:
	@$(PYTHON) scripts/environment.py
	@$(RUN) jupyter lab

notebooks:
	@$(PYTHON) scripts/environment.py
	@.venv/bin/python scripts/make_notebooks.py

zip: book
	@.venv/bin/python scripts/make_zip.py _build/html _build/$(NAME).zip

pdf: environment book
	@.venv/bin/python scripts/make_pdf.py _build/html _build/$(NAME).pdf
	@.venv/bin/python scripts/make_pdf.py _build/html/zh _build/$(NAME)-zh.pdf

bench: environment book
	@.venv/bin/python scripts/bench_table.py
	@.venv/bin/python scripts/bench_figures.py
	@.venv/bin/python scripts/bench_pages.py _build/html

lock:
	@$(PYTHON) scripts/environment.py test
	@.venv/bin/python -m pip install --quiet uv
	@.venv/bin/python -m uv pip compile --universal --python-version 3.11 --upgrade \
	  --all-extras --no-annotate --no-header --no-emit-package pe-core \
	  requirements.txt pyproject.toml -o constraints.txt

clean:
	rm -rf .venv _build
