# Two commands do everything: `make run` and `make test`. What the machine lacks, `setup` installs or names.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.set-up

CATALOGS := $(wildcard resources/locale/*/LC_MESSAGES/*.po)
TEXTS_STAMP := $(VENV)/.texts

.PHONY: run test check hooks format tour gallery keep-gallery keep-screens pictures coverage mutants bench prove texts locale-data chinese-font desktop-files terminal-files install-desktop-files install-terminal-files remove-terminal-files package setup lock clean

run: $(STAMP) $(TEXTS_STAMP)
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" != Linux ]; then \
		$(BIN)/tollhouse --demo; \
	else \
		echo "No display here: the demo's tour is written to build/tour instead, in about 4 minutes."; \
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

# The pictures of the README and of the guides.
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
	cp build/tour/*-welcome-light.png docs/pictures/welcome-light.png
	cp build/tour/*-expired-light.png docs/pictures/expired-light.png
	cp build/tour/*-sub-users-share-light.png docs/pictures/sub-users-share-light.png

# Every widget in every state.
gallery: $(STAMP) $(TEXTS_STAMP)
	cd tests && QT_QPA_PLATFORM=offscreen TOLLHOUSE_LANGUAGE=en ../$(BIN)/python -m support.gallery ../build/gallery

# After a wanted change of a widget's looks: the pictures that a test compares with.
keep-gallery: gallery
	mkdir -p tests/pictures/gallery
	cp build/gallery/*.png tests/pictures/gallery/

# After a wanted change of a screen: the whole screens that a test compares with.
keep-screens: $(STAMP) $(TEXTS_STAMP)
	cd tests && QT_QPA_PLATFORM=offscreen TOLLHOUSE_LANGUAGE=en ../$(BIN)/python -m support.kept_screens pictures/screens

# All tests, measured, which takes them longer; fails when a file is covered too little.
coverage: $(STAMP) $(TEXTS_STAMP)
	rm -rf build/coverage
	mkdir -p build/coverage
	TOLLHOUSE_LANGUAGE=en QT_QPA_PLATFORM=offscreen $(BIN)/coverage run -m pytest --timeout 360
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage html --quiet --directory build/coverage/html
	$(BIN)/coverage json --quiet -o build/coverage/report.json
	cd tests && ../$(BIN)/python -m support.coverage_floor ../build/coverage/report.json

# The rules of money and retries, each function changed in small ways: tells which changes no test notices.
# MODULES="app.rules.money.*" is a part, CONTINUE=1 goes on where the last run was.
PATTERNS = $(foreach module,$(MODULES),"$(module)")
mutants: $(VENV)/.mutants $(TEXTS_STAMP)
	$(if $(CONTINUE)$(MODULES),,rm -rf mutants)
	PYTHONPATH=tests TOLLHOUSE_LANGUAGE=en QT_QPA_PLATFORM=offscreen $(BIN)/mutmut run --max-children $(or $(JOBS),1) $(PATTERNS)
	cd tests && ../$(BIN)/python -m support.mutants ../mutants/src $(PATTERNS)

$(VENV)/.mutants: $(STAMP) requirements/mutants.txt
	$(PYTHON) -m pip --python $(BIN)/python install --quiet --disable-pip-version-check --require-hashes -r requirements/mutants.txt
	@touch $@

bench: $(STAMP) $(TEXTS_STAMP)
	$(BIN)/python tests/bench $(if $(ROWS),--rows $(ROWS)) $(if $(ROUNDS),--rounds $(ROUNDS))

# After a change of words: the translators' catalogs, and how much of them is missing.
texts: $(STAMP)
	$(BIN)/python packaging/catalogs.py update

# The campaigns of docs/proof.md, hours of them. QUICK=1 is a sample, SECONDS=60 the most for each
# campaign (0 only writes what was done), CONTINUE=1 goes on where the last run was, GOALS="G1 G2" prints those alone.
prove: $(STAMP) $(TEXTS_STAMP)
	$(BIN)/python tests/prove $(GOALS) $(if $(QUICK),--quick) $(if $(CONTINUE),--continue) $(if $(SEED),--seed $(SEED)) $(if $(SECONDS),--seconds $(SECONDS))

desktop-files: $(STAMP) $(TEXTS_STAMP)
	$(BIN)/python packaging/linux/desktop_files.py

# After an update of Babel: its data of our languages, as far as the app needs them.
locale-data: $(STAMP) $(TEXTS_STAMP)
	$(BIN)/python packaging/locale_data.py

# After a change of Chinese texts. Needs fonttools, and apt-get where Debian's fonts-noto-cjk is not installed.
chinese-font:
	$(BIN)/python packaging/chinese_font.py

# After a change of a parser: completions and man pages.
terminal-files: $(STAMP)
	$(BIN)/python packaging/terminal/terminal_files.py

# Into the user's menu: an entry that starts the app of this checkout. `tollhouse --remove-desktop-entry` removes it.
install-desktop-files: $(STAMP) $(TEXTS_STAMP)
	$(BIN)/tollhouse --install-desktop-entry

# Into $(PREFIX)/share, which `pip install --user` and system-wide installs do by themselves.
PREFIX ?= $(HOME)/.local
SHARE := $(DESTDIR)$(PREFIX)/share
COMPLETIONS := packaging/terminal/completions
install-terminal-files:
	install -Dm644 -t $(SHARE)/bash-completion/completions $(COMPLETIONS)/tollhouse $(COMPLETIONS)/tollhouse-sandbox
	install -Dm644 -t $(SHARE)/zsh/site-functions $(COMPLETIONS)/_tollhouse $(COMPLETIONS)/_tollhouse-sandbox
	install -Dm644 -t $(SHARE)/fish/vendor_completions.d $(COMPLETIONS)/tollhouse.fish $(COMPLETIONS)/tollhouse-sandbox.fish
	install -Dm644 -t $(SHARE)/man/man1 packaging/terminal/man/tollhouse.1 packaging/terminal/man/tollhouse-sandbox.1

# What `install-terminal-files` has installed.
remove-terminal-files:
	rm -f $(addprefix $(SHARE)/bash-completion/completions/,tollhouse tollhouse-sandbox)
	rm -f $(addprefix $(SHARE)/zsh/site-functions/,_tollhouse _tollhouse-sandbox)
	rm -f $(addprefix $(SHARE)/fish/vendor_completions.d/,tollhouse.fish tollhouse-sandbox.fish)
	rm -f $(addprefix $(SHARE)/man/man1/,tollhouse.1 tollhouse-sandbox.1)

# The app in a folder that needs no Python, with its bill of materials; on a Debian system also as a package, which
# runs there and on anything newer. The wheel is what is frozen, with run.txt and nothing else.
PACKAGE := build/package
FREEZER := $(PACKAGE)/venv/bin
# The same source makes the same bytes: times are those of its last commit.
FREEZE := SOURCE_DATE_EPOCH=$(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null || stat -c %Y pyproject.toml)) PYTHONHASHSEED=0
package: $(PACKAGE)/.set-up
	rm -rf $(PACKAGE)/wheel $(PACKAGE)/tollhouse $(PACKAGE)/tollhouse*.deb
	$(FREEZE) $(FREEZER)/python -m hatchling build -t wheel -d $(PACKAGE)/wheel
	$(PYTHON) -m pip --python $(FREEZER)/python install --quiet --disable-pip-version-check --no-deps --no-index --force-reinstall $(PACKAGE)/wheel/*.whl
	$(FREEZE) $(FREEZER)/python -m PyInstaller --noconfirm --clean --log-level WARN --distpath $(PACKAGE) --workpath $(PACKAGE)/parts packaging/pyinstaller/tollhouse.spec
	$(FREEZE) $(FREEZER)/python packaging/pyinstaller/components.py $(PACKAGE)/parts/tollhouse/sources.txt $(PACKAGE)/tollhouse $(PACKAGE)/tollhouse.cdx.json
	if command -v dpkg-shlibdeps >/dev/null; then $(PYTHON) packaging/linux/system_libraries.py --package && $(FREEZE) $(FREEZER)/python packaging/linux/deb.py $(PACKAGE)/tollhouse $(PACKAGE); fi
	cd $(PACKAGE) && sha256sum $$(ls | grep -E "\.(deb|json)$$") > SHA256SUMS

$(PACKAGE)/.set-up: requirements/run.txt requirements/package.txt
	rm -rf $(PACKAGE)/venv
	$(PYTHON) -m venv --without-pip $(PACKAGE)/venv
	$(PYTHON) -m pip --python $(FREEZER)/python install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt -r requirements/package.txt
	@touch $@

setup: $(STAMP) $(TEXTS_STAMP)

$(TEXTS_STAMP): $(STAMP) $(CATALOGS) packaging/catalog_hook.py
	$(BIN)/python packaging/catalog_hook.py resources/locale
	@touch $(TEXTS_STAMP)

# A venv without pip of its own also works where Debian's python3-venv is missing.
$(STAMP): requirements/dev.txt pyproject.toml packaging/linux/system_libraries.py src/ui/start/system_libraries.py
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
	$(LOCK) -c requirements/run.txt --group package -o requirements/package.txt
	$(LOCK) -c requirements/dev.txt --group mutants -o requirements/mutants.txt

clean:
	rm -rf $(VENV) build dist
