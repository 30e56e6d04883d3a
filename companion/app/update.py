"""Runs `warglass update`: another version of the installed package, and back where that does not answer."""

import os
from pathlib import Path

import click

from companion.errors import WarglassError

SCRIPT = Path("/usr/share/warglass/systemd/update.sh")


class NotAPackage(WarglassError):
    """Says that this Warglass was not installed as a package."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def update(file: Path) -> None:
    """Update to the package FILE; the old version stays until the new one has answered. Needs sudo."""
    if not SCRIPT.exists():
        raise NotAPackage(
            "This Warglass was installed from its folder: put the new folder there and run  sudo make install  in it."
        )
    os.execv(SCRIPT, [str(SCRIPT), str(file.absolute())])
