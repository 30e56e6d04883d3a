PYTHON ?= python3
BIN := .venv/bin
# In the versions that the suite has passed with: `make lock` renews them.
INSTALL := $(BIN)/uv pip install --python $(BIN)/python --constraint tests/locked.txt
ARGS ?=
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)
# 13 needs Node 22.
LIGHTHOUSE := 12.8.2
# Scripts and styles are linted where npm can fetch this.
BIOME := 2.6.8
# Where a machine says so, each of the suite's processes would compile the house anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run hall test test-fast lint words house bench test-deep test-screens test-pythons test-steady test-kernel bench-kernel attack faults rulings pictures lighthouse wheels deb install install-hall uninstall audit lock clean

run: .venv/run  ## the table on a simulated panel
	$(BIN)/warglass run --simulate $(ARGS)

hall: .venv/hall  ## many tables on this machine: a broker, four simulated ones and the organiser's page; needs Mosquitto
	$(BIN)/warglass hall try --folder .hall $(ARGS)

# Three processes on two cores: one of them mostly waits for a browser or a broker. The lint runs beside them, and says at
# once what it finds.
test: .venv/dev  ## everything that must hold, in about eight minutes
	@$(MAKE) --silent lint >.lint 2>&1 || { cat .lint; false; } & \
	$(BIN)/pytest -n 3 --dist worksteal --durations=10; tests=$$?; \
	wait $$!; lint=$$?; cat .lint; rm .lint; \
	exit $$((tests | lint))

test-fast: .venv/dev  ## what to run while typing, in less than 40 seconds: no browser, no broker; or ARGS='tests/web ...'
	$(BIN)/pytest --fast --hypothesis-profile=few -n 2 --dist worksteal --durations=10 $(ARGS)

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tests.words
	@if ! command -v npm >/dev/null; then echo "Skipped the lint of scripts and styles: there is no npm."; \
	elif ! $(MAKE) --silent .biome/$(BIOME); then echo "Skipped the lint of scripts and styles: npm could not fetch Biome."; \
	else .biome/node_modules/.bin/biome lint --config-path=tests/biome.jsonc --error-on-warnings web; fi

words: .venv/dev  ## words and sentences that readers stumble over; ARGS='[--all] [--write] [part of a path ...]'
	$(BIN)/python -m tests.words $(ARGS)

house: .venv/dev  ## how many files and lines each room has, beside the bounds that a test holds
	$(BIN)/python -m tests.house

test-deep: .venv/dev  ## the same properties on new examples, and more of every page, for the better part of an hour
	$(BIN)/pytest -m "deep or not deep" --hypothesis-profile=deep tests/companion tests/hardware tests/recipes tests/systemd tests/wire tests/web/site/test_every_way.py

test-screens: .venv/dev  ## every page in every state, on a slow phone: for everyone, on every screen, and still; about ten minutes
	$(BIN)/pytest -n 2 --dist worksteal -m screens tests/browser

test-pythons: .venv/dev  ## the suite on the other CPythons, and with the oldest packages that are allowed
	tests/pythons.sh

test-steady: .venv/dev  ## tests that change their answer when something is late: ARGS='PATH... --late KIND... --rounds NUMBER'
	$(BIN)/python -m tests.steady $(ARGS)

# With ARCH=arm64 the guest is a Pi's Trixie, and what it needs of packages is fetched for it.
ARM_GUEST := $(HOME)/.cache/warglass-hil-arm64
test-kernel: .venv/dev  ## the service on a real kernel: WARGLASS_HIL=directory of the virtual machine's bench.py [ARCH=arm64] [ARGS=tests/kernel/...]
	$(if $(filter arm64,$(ARCH)),ARCH=arm64 HIL=$(ARM_GUEST) PYTHONPATH=$(WARGLASS_HIL):. APT_CONFIG=$(ARM_GUEST)/apt/apt.conf) \
		$(BIN)/pytest $(if $(filter arm64,$(ARCH)),-p arm_guest) $(or $(ARGS),tests/kernel)

bench-kernel: .venv/dev  ## what each pin library costs on that kernel; some ten minutes
	$(BIN)/python -m pytest -p tests.kernel.conftest benchmarks/kernel/bench_pins.py

attack: .venv/dev  ## strangers, kills, failing disks and long nights, in full; about half an hour, or ARGS='part ...'
	$(BIN)/python -m tests.attack $(ARGS)

faults: .venv/dev  ## how many of 200 seeded faults in the code the tests catch; an hour or two, or ARGS='run --count 20 ...'
	$(BIN)/python -m tests.faults $(ARGS)

bench: .venv/dev  ## the figures of docs/measured.md beside those published; ARGS='[--short] [--write] [name ...]'
	$(BIN)/python -m benchmarks.all $(ARGS)

rulings: .venv/dev  ## how well players' questions find their rulings, and which do not
	$(BIN)/python -m companion.rulings.evaluate $(patsubst %,tests/companion/rulings/%/*.toml,questions phones strangers newcomers forum club evening impossible)
	$(BIN)/python -m tests.companion.rulings.paraphrases

pictures: .venv/dev  ## the pictures of the README and the docs, and every page and state in docs/pictures/all
	$(BIN)/python docs/pictures/make_faces.py
	$(BIN)/python docs/pictures/make_pages.py
	$(BIN)/python docs/pictures/make_moving.py
	$(BIN)/python docs/pictures/make_states.py
	for panel in full full-8-channels full-2-multiplexers starter; do \
		$(BIN)/warglass wiring --panel $$panel --svg docs/pictures/wiring-$$panel.svg || exit 1; \
	done

lighthouse: .venv/dev .lighthouse/$(LIGHTHOUSE)  ## what Lighthouse says of the pages that a game is played with; needs npm and Node 18 or newer
	$(BIN)/python tests/lighthouse/run.py

install:  ## on a Raspberry Pi, or bring what is there up to this checkout: sudo make install [WHEELS=directory] [HALL=1]
	WHEELS='$(WHEELS)' HALL='$(HALL)' bash systemd/install.sh

install-hall:  ## a hall's broker and organiser, for many tables: sudo make install-hall [WHEELS=directory]
	WHEELS='$(WHEELS)' bash systemd/install-hall.sh

uninstall:  ## take all of it away again but the games: sudo make uninstall
	bash systemd/uninstall.sh

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --custom-compile-command "make lock"
lock: .venv/bin/uv  ## the newest versions of all that Warglass stands on, with their sums, for the installer and the tests
	echo hatchling | $(LOCK) --upgrade pyproject.toml - --output-file systemd/locked.txt
	echo hatchling | $(LOCK) --upgrade pyproject.toml - --extra hall --output-file systemd/locked-hall.txt
	$(LOCK) --upgrade pyproject.toml --extra dev --output-file tests/locked.txt

audit: .venv/dev  ## known flaws of the locked versions; says so where advisories cannot be had
	@said=$$($(BIN)/pip-audit --progress-spinner off --require-hashes --disable-pip --requirement systemd/locked-hall.txt 2>&1); \
	case "$$said" in \
	*"Found "*" known vulnerabilit"*) echo "$$said"; exit 1 ;; \
	*"could not be audited"*|*rror*) echo "Skipped the audit: this machine reaches no advisories." ;; \
	*) echo "$$said" ;; \
	esac

wheels: .venv/bin/python  ## what a Pi without a network installs from, for machines like this one; HALL=1 for halls too
	$(BIN)/python -m pip wheel --quiet --wheel-dir wheels --require-hashes --requirement systemd/locked$(if $(HALL),-hall).txt
	$(BIN)/python -m pip wheel --quiet --wheel-dir wheels --only-binary :all: 'gpiod>=2.3,<3' || \
		$(BIN)/python -m pip wheel --quiet --wheel-dir wheels --only-binary :all: 'lgpio>=0.2.2,<0.3' || \
		echo "There is no pin library for this Python as a wheel: install the system's on the Pi, as docs/installing.md says."

deb: .venv/bin/python  ## one file to install from, with what it needs inside: dist/warglass_VERSION_all.deb
	bash systemd/deb/build.sh $(BIN)/python

.venv/bin/python:
	@echo "Making an environment of its own in .venv, once."
	@$(PYTHON) -m venv .venv

.venv/bin/uv: | .venv/bin/python
	@echo "Fetching uv, which installs the rest."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv

.venv/run: pyproject.toml | .venv/bin/uv
	@echo "Installing what Warglass stands on:"
	@$(INSTALL) --editable .
	@touch $@

.venv/hall: pyproject.toml | .venv/bin/uv
	@PATH=$$PATH:/usr/sbin command -v mosquitto >/dev/null || { echo "Installing Mosquitto, the broker:"; $(SUDO) apt-get install -y -qq --no-install-recommends mosquitto; }
	@$(INSTALL) --editable '.[hall]'
	@touch $@ .venv/run

.venv/dev: pyproject.toml | .venv/bin/uv
	@echo "Installing what Warglass stands on, and what its tests use:"
	@$(INSTALL) --editable '.[dev]'
	@touch $@ .venv/run

.lighthouse/$(LIGHTHOUSE):
	npm install --silent --no-audit --no-fund --prefix .lighthouse lighthouse@$(LIGHTHOUSE)
	touch $@

.biome/$(BIOME):
	npm install --silent --no-audit --no-fund --prefix .biome @biomejs/biome@$(BIOME)
	touch $@

clean:
	rm -rf .venv .hall .lint .lighthouse .biome .faults build dist wheels .mypy_cache .pytest_cache .ruff_cache .hypothesis
