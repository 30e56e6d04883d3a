"""Everything that a stranger, a power cut or a bad card can do, done: python -m tests.attack [part ...].

Run it from the repository's root; `make attack` does. Prints a line a part and all of them as a table at the end; the
exit status is 1 where anything fell. The seed is printed first: give it as --seed to do the same again.
"""

import argparse
import logging
import math
import secrets
import sys
import time

from tests.attack.parts import PARTS


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    asked.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}; all, if none is named")
    asked.add_argument("--seed", type=int, help="what chance begins with; a fresh one, if none is given")
    asked.add_argument("--share", type=float, default=1.0, help="how much of it: 0.1 for a tenth")
    said = asked.parse_args()
    if strange := set(said.parts) - set(PARTS):
        asked.error(f"there is no part {', '.join(sorted(strange))}")
    seed = secrets.randbelow(10**8) if said.seed is None else said.seed
    print(f"Seed {seed}", flush=True)
    logging.basicConfig(level=logging.CRITICAL)
    fallen = 0
    rows = []
    for name in said.parts or PARTS:
        part, begun = PARTS[name], time.monotonic()
        found = part.run(math.ceil(part.full * said.share), seed)
        took = time.monotonic() - begun
        print(f"{name}: {found} ({took:.0f} s)", flush=True)
        for defect in found.defects:
            print(f"  FELL: {defect}", flush=True)
        fallen += len(found.defects)
        rows.append(f"| `{name}`: {part.what} | {found} | {len(found.defects) or 'nothing'} |")
    print("\n| Part | Done | Fell |\n|---|---|---|", *rows, sep="\n")
    return 1 if fallen else 0


if __name__ == "__main__":
    sys.exit(main())
