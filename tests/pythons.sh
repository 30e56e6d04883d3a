#!/usr/bin/env bash
# The suite on the other CPythons that Warglass is for, and with the oldest packages that pyproject.toml allows.
# Interpreters are those installed here, pyenv's among them, else what uv can fetch. One that cannot be had is named;
# the exit status is 1 only where a test was red, or where nothing could be run at all.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
bin=$PWD/.venv/bin
said=()
ran=0 red=0

suite() { # name, version of Python, uv's resolution
    local venv=.venv/$1 note
    # pyenv's own commands only explain themselves where no folder has chosen a version: its versions come first.
    if ! PATH="$(printf '%s:' "$HOME"/.pyenv/versions/*/bin)$PATH" "$bin/uv" venv --quiet --clear --python "$2" "$venv"; then
        said+=("$1: not run, there is no CPython $2 here and uv cannot fetch it")
        return
    fi
    if ! "$bin/uv" pip install --quiet --python "$venv/bin/python" --resolution "$3" --editable '.[dev]'; then
        said+=("$1: not run, its packages cannot be installed")
        red=1
        return
    fi
    echo "== $1: $("$venv/bin/python" --version)"
    ran=1
    if "$venv/bin/python" -m pytest -q -n 2 --dist worksteal -p no:cacheprovider; then note=green; else note=RED red=1; fi
    said+=("$1: $note, $("$venv/bin/python" --version)")
}

suite python-3.12 3.12 highest
suite python-3.13 3.13 highest
suite python-3.14 3.14 highest
suite lowest 3.11 lowest-direct
printf '%s\n' "${said[@]}"
((ran && !red))
