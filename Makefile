# Two commands do everything: `make run` and `make test`. What the machine lacks, `setup` installs or names.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.set-up

CATALOGS := $(wildcard resources/locale/*/LC_MESSAGES/*.po)
TEXTS_STAMP := $(VENV)/.texts

.PHONY: run test check hooks format tour gallery keep-gallery pictures coverage bench texts desktop-files terminal-files install-desktop-files install-terminal-files setup lock clean

run: $(STAMP) $(TEXTS_STAMP)
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" != Linux ]; then \
		$(BIN)/tollhouse --demo; \
	else \
		echo "No display here: the demo's tour is written to build/tour instead."; \
		$(BIN)/tollhouse --demo --tour build/tour; \
	fi

test: $(STAMP) $(TEXTS_STAMP)
	TOLLHOUSE_LANGUAGE=en QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest $(TESTS)

check: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy tests packaging
	$(BIN)/lint-imports
	$(BIN)/vulture
	$(BIN)/codespell

# Before each commit, with the tools of $(VENV): see .pre-commit-config.yaml.
hooks: $(STAMP)
	$(BIN)/pre-commit install

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

tour: $(STAMP) $(TEXTS_STAMP)
	TOLLHOUSE_LANGUAGE=en $(BIN)/tollhouse --demo --tour build/tour

# The pictures of the README.
pictures:
	rm -rf build/tour
	$(MAKE) tour
	mkdir -p docs/pictures
	cp build/tour/*-new-top-up-with-plan-light.png docs/pictures/new-top-up-light.png
	cp build/tour/*-to-pay-light.png docs/pictures/to-pay-light.png
	cp build/tour/05-verifying-dark.png docs/pictures/verifying-dark.png
	cp build/tour/*-subscription-light.png docs/pictures/subscription-light.png
	cp build/tour/*-usage-map-dark.png docs/pictures/usage-map-dark.png
	cp build/tour/*-sub-users-light.png docs/pictures/sub-users-light.png
	cp build/tour/*-locations-dark.png docs/pictures/locations-dark.png

# Every widget in every state.
gallery: $(STAMP) $(TEXTS_STAMP)
	cd tests && QT_QPA_PLATFORM=offscreen TOLLHOUSE_LANGUAGE=en ../$(BIN)/python -m support.gallery ../build/gallery

# After a wanted change of a widget's looks: the pictures that a test compares with.
keep-gallery: gallery
	mkdir -p tests/pictures
	cp build/gallery/*.png tests/pictures/

# All tests, measured; fails when a file is covered too little. Takes longer than `make test`.
coverage: $(STAMP) $(TEXTS_STAMP)
	rm -rf build/coverage
	mkdir -p build/coverage
	TOLLHOUSE_LANGUAGE=en QT_QPA_PLATFORM=offscreen $(BIN)/coverage run -m pytest
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage html --quiet --directory build/coverage/html
	$(BIN)/coverage json --quiet -o build/coverage/report.json
	cd tests && ../$(BIN)/python -m support.coverage_floor ../build/coverage/report.json

bench: $(STAMP) $(TEXTS_STAMP)
	$(BIN)/python tests/bench $(if $(ROWS),--rows $(ROWS)) $(if $(ROUNDS),--rounds $(ROUNDS))

# After a change of words: the translators' catalogs, and how much of them is missing.
texts: $(STAMP)
	$(BIN)/python packaging/catalogs.py update

desktop-files: $(STAMP) $(TEXTS_STAMP)
	$(BIN)/python packaging/linux/desktop_files.py

# After a change of a parser: completions and man pages.
terminal-files: $(STAMP)
	$(BIN)/python packaging/terminal/terminal_files.py

# Into $(PREFIX)/share, which `pip install --user` and system-wide installs do by themselves.
PREFIX ?= $(HOME)/.local
SHARE := $(DESTDIR)$(PREFIX)/share
install-desktop-files:
	install -Dm644 -t $(SHARE)/applications packaging/linux/tollhouse.desktop
	install -Dm644 -t $(SHARE)/metainfo packaging/linux/tollhouse.metainfo.xml
	mkdir -p $(SHARE)/icons/hicolor
	cp -r packaging/linux/icons/. $(SHARE)/icons/hicolor/

# The same for completions and man pages.
COMPLETIONS := packaging/terminal/completions
install-terminal-files:
	install -Dm644 -t $(SHARE)/bash-completion/completions $(COMPLETIONS)/tollhouse $(COMPLETIONS)/tollhouse-sandbox
	install -Dm644 -t $(SHARE)/zsh/site-functions $(COMPLETIONS)/_tollhouse $(COMPLETIONS)/_tollhouse-sandbox
	install -Dm644 -t $(SHARE)/fish/vendor_completions.d $(COMPLETIONS)/tollhouse.fish $(COMPLETIONS)/tollhouse-sandbox.fish
	install -Dm644 -t $(SHARE)/man/man1 packaging/terminal/man/tollhouse.1 packaging/terminal/man/tollhouse-sandbox.1

setup: $(STAMP) $(TEXTS_STAMP)

$(TEXTS_STAMP): $(STAMP) $(CATALOGS) packaging/catalog_hook.py
	$(BIN)/python packaging/catalog_hook.py resources/locale
	@touch $(TEXTS_STAMP)

# A venv without pip of its own also works where Debian's python3-venv is missing.
$(STAMP): requirements/dev.txt pyproject.toml packaging/linux/system_libraries.py
	$(PYTHON) -c 'import sys; sys.exit("Tollhouse needs Python 3.11 or newer." if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv --without-pip $(VENV)
	$(PYTHON) -m pip --python $(BIN)/python install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(PYTHON) -m pip --python $(BIN)/python install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/python packaging/linux/system_libraries.py
	@touch $(STAMP)

# Needs uv. The files name no index, so that any mirror serves.
LOCK := uv pip compile --quiet --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-annotate --no-header
lock:
	$(LOCK) pyproject.toml -o requirements/run.txt
	$(LOCK) -c requirements/run.txt pyproject.toml --group dev -o requirements/dev.txt

clean:
	rm -rf $(VENV) build dist
