"""Runs in the guest in pip's place: lays out what pip has laid out, and the command that goes with it.

Asked for a pin library it says what pip would: that it is there now, or that there is none for this Python.
"""

import re
import shutil
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

COMMAND = """#!{python}
import sys
from companion.app.cli import main
sys.exit(main())
"""


def _in_place_of(source: str, there: str) -> None:
    """As pip does it: who runs from the old file keeps that."""
    Path(there).unlink(missing_ok=True)
    shutil.copy2(source, there)


def main() -> None:
    asked = sys.argv[-1]
    if asked == "/root/payload/checkout":
        shutil.copytree("/root/payload/site", Path(__file__).parents[1], dirs_exist_ok=True, copy_function=_in_place_of)
        warglass = Path(sys.prefix) / "bin" / "warglass"
        warglass.write_text(COMMAND.format(python=sys.executable))
        warglass.chmod(0o755)
        return
    if asked.endswith(".txt"):
        return  # the locked packages are in what is laid out
    name = re.split(r"[<>=]", asked)[0]
    if name not in ("gpiod", "lgpio") or "install" not in sys.argv:
        sys.exit(f"this is no pip: {sys.argv}")
    try:
        version(name)
    except PackageNotFoundError:
        sys.exit(f"ERROR: No matching distribution found for {asked}")


main()
