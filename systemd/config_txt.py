#!/usr/bin/env python3
"""Switches things on in a Raspberry Pi's config.txt, in a block of lines of our own that can be taken out again.

    config_txt.py add FILE LINE…     the block holds those of the lines that the rest of the file does not make true
    config_txt.py remove FILE        no block; everything else stays as it is, later edits too

Both print `changed` where they changed the file. The first change leaves a copy beside it; the removal takes the copy
away where it has nothing that the file has not. For the system's own Python: it needs only the standard library.
"""

import argparse
import os
import re
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

BEGIN = "# Warglass: begin. `make uninstall` takes these lines out again."
END = "# Warglass: end."
_BLOCK = re.compile(rf"\n?{re.escape(BEGIN)}\r?\n(.*?){re.escape(END)}(?:\r?\n|\Z)", re.DOTALL)
_SECTION = re.compile(r"\[(.+)\]")
EVERYTHING = "all"
"""The section whose lines hold for every Pi. A file begins in it."""
_ON = {"on", "true", "yes", "1", ""}
_ALIASES = {
    "i2c": "i2c_arm",
    "i2c1": "i2c_arm",
    "i2c_baudrate": "i2c_arm_baudrate",
    "i2c1_baudrate": "i2c_arm_baudrate",
}
"""Other names for the bus on the header (the firmware's overlays/README, "The base device tree")."""
_DEFAULT_MUX = "addr=0x70"


def with_block(text: str, lines: Sequence[str]) -> str:
    """The file with what it takes, at its end, for the lines to be in effect on every Pi."""
    rest = without_block(text)
    missing = [line for line in lines if not _in_effect(rest, line)]
    if missing == _block(text):
        return text
    if not missing:
        return rest
    section = [] if _section(rest) == EVERYTHING else [f"[{EVERYTHING}]"]
    return rest + "\n".join(["", BEGIN, *section, *missing, END, ""])


def without_block(text: str) -> str:
    """The file as it would be had the block never been there."""
    found = _BLOCK.search(text)
    if found is None:
        return text
    before, after = text[: found.start()], text[found.end() :]
    first = next(_plain(after), "")
    if first and _section(before) != EVERYTHING and not _SECTION.fullmatch(first):
        # It was written under the block's [all], and is to mean the same without it.
        after = f"[{EVERYTHING}]\n{after}"
    return before + ("\n" if after and before and not before.endswith("\n") else "") + after


def _block(text: str) -> list[str]:
    """The settings in the block."""
    found = _BLOCK.search(text)
    return [] if found is None else [line for line in _plain(found[1]) if not _SECTION.fullmatch(line)]


def _plain(text: str) -> Iterator[str]:
    """The lines that say something."""
    return (line for each in text.splitlines() if (line := each.strip()) and not line.startswith("#"))


def _section(text: str) -> str:
    """Whose the next line would be."""
    found = [header[1] for line in _plain(text) if (header := _SECTION.fullmatch(line))]
    return found[-1] if found else EVERYTHING


def _settings(text: str) -> Iterator[tuple[str, str]]:
    """Each line that says something, after the section it stands in."""
    section = EVERYTHING
    for line in _plain(text):
        if header := _SECTION.fullmatch(line):
            section = header[1]
        else:
            yield section, line


def _in_effect(text: str, line: str) -> bool:
    """Whether every Pi does already as the line says. A bus speed that somebody chose is theirs to choose."""
    wanted = _parameters(line)
    if not wanted:
        return any(section == EVERYTHING and _overlay(each) == _overlay(line) for section, each in _settings(text))
    found: dict[str, str] = {}
    for section, each in _settings(text):
        for key, value in _parameters(each).items():
            if section == EVERYTHING:
                found[key] = value
            elif found.get(key, value) != value and "baudrate" not in key:
                # Some Pi does otherwise from here on.
                del found[key]
    return all(key in found and (found[key] == value or "baudrate" in key) for key, value in wanted.items())


def _parameters(line: str) -> dict[str, str]:
    """What a dtparam line sets; of any other line, nothing."""
    kind, _, rest = line.partition("=")
    if kind != "dtparam" or not rest:
        return {}
    pairs = (each.partition("=") for each in rest.split(","))
    return {_ALIASES.get(key, key): "on" if value in _ON else value for key, _, value in pairs}


def _overlay(line: str) -> frozenset[str]:
    """A dtoverlay line's name and parameters, in whatever order they are in; for any other line, the line."""
    kind, _, rest = line.partition("=")
    if kind != "dtoverlay":
        return frozenset({line})
    parts = {part.strip().lower() for part in rest.split(",")}
    if "i2c-mux" in parts and not any(part.startswith("addr=") for part in parts):
        parts.add(_DEFAULT_MUX)
    # A second line for the same multiplexer would find it taken.
    return frozenset(parts - {"disconnect_on_idle"})


def _read(path: Path) -> str:
    # Any byte is a character of Latin-1, so whatever is in the file comes out of it as it went in.
    return path.read_bytes().decode("latin-1")


def _write(path: Path, text: str) -> None:
    """All or nothing: a Pi whose config.txt is cut short may not start."""
    new = path.with_name(f"{path.name}.warglass-new")
    with new.open("wb") as file:
        file.write(text.encode("latin-1"))
        os.fsync(file.fileno())
    shutil.copymode(path, new)
    new.replace(path)


def _backups(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.name}.before-warglass-*"))


def add(path: Path, lines: Sequence[str]) -> bool:
    """Whether the file had to be changed. Raises OSError."""
    text = _read(path)
    new = with_block(text, lines)
    if new == text:
        return False
    if not _backups(path):
        shutil.copy2(path, path.with_name(f"{path.name}.before-warglass-{time.strftime('%Y%m%d-%H%M%S')}"))
    _write(path, new)
    return True


def remove(path: Path) -> bool:
    """Whether there was a block to remove. Raises OSError."""
    text = _read(path)
    new = without_block(text)
    if new != text:
        _write(path, new)
    for backup in _backups(path):
        if _read(backup) == new:
            backup.unlink()
    return new != text


def main() -> None:
    parser = argparse.ArgumentParser(description="Switches things on in a Raspberry Pi's config.txt.")
    parser.add_argument("act", choices=("add", "remove"))
    parser.add_argument("file", type=Path)
    parser.add_argument("lines", nargs="*")
    asked = parser.parse_args()
    path = asked.file.resolve()
    if add(path, asked.lines) if asked.act == "add" else remove(path):
        print("changed")


if __name__ == "__main__":
    main()
