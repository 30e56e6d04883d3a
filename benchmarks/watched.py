"""`warglass` whose simulated chips write down when each is first lit: `python -m benchmarks.watched FILE ARGUMENTS`.

A line a chip, in monotonic seconds. A driver lights a chip once its RAM has all of the first picture.
"""

import sys
import time
from pathlib import Path

# What the panel imports first of all anyway.
from hardware.simulated.module import Module

_receive = Module.receive
_lit: set[Module] = set()
_lines = Path(sys.argv.pop(1)).open("w", buffering=1, encoding="ascii")  # noqa: SIM115 - open for as long as it runs


def _watched(module: Module, payload: bytes) -> None:
    _receive(module, payload)
    if module.on and module not in _lit:
        _lit.add(module)
        print(time.monotonic(), file=_lines)


if __name__ == "__main__":
    Module.receive = _watched  # type: ignore[method-assign]
    from companion.app.cli import main

    main(prog_name="warglass")
