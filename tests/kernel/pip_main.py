"""Runs in the guest in pip's place: lays out what pip has laid out, and the command that goes with it."""

import shutil
import sys
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


assert "install" in sys.argv
if sys.argv[-1] != "/root/payload/checkout":
    sys.exit()  # the locked packages are in what was laid out
shutil.copytree("/root/payload/site", Path(__file__).parents[1], dirs_exist_ok=True, copy_function=_in_place_of)
warglass = Path(sys.prefix) / "bin" / "warglass"
warglass.write_text(COMMAND.format(python=sys.executable))
warglass.chmod(0o755)
