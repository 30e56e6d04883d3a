"""Seeds faults into the code and counts those that the tests catch: python -m tests.faults [map|list|run|compare].

    make faults                                     # 200 faults, each in a scratch copy of the checkout
    make faults ARGS='run --faults BEFORE --out AFTER'  # the faults of earlier results, on the tests of today
    make faults ARGS='compare BEFORE AFTER'

The first run traces the whole suite once and writes the map of which tests run which lines; `map` writes it again. A
run that was stopped resumes with the next fault. Faulty code can do whatever its user may: run it where that is safe.
"""

import argparse
import json
import os
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from queue import SimpleQueue
from threading import Lock

from tests.faults.covered import Covered, write_map
from tests.faults.draw import Fault, draw_faults
from tests.faults.trial import Bench, Plan, Trials, Verdict

ROOT = Path(__file__).parents[2]
SEED = 20261126
COUNT = 200
MOST_MEMORY = 8 << 30
"""For each process: a fault can ask for any amount."""
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
GONE = Verdict("gone", changed=True)
Results = list[tuple[Fault, Verdict | None]]


def main() -> int:
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__, formatter_class=layout)
    parser.add_argument("what", nargs="?", choices=["map", "list", "run", "compare"], default="run")
    parser.add_argument("results", nargs="*", type=Path, help="the two to compare, the earlier one first")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout, if not this one")
    parser.add_argument("--map", type=Path, default=ROOT / ".faults" / "map")
    parser.add_argument("--out", type=Path, default=ROOT / ".faults" / "results.json")
    parser.add_argument("--faults", type=Path, help="earlier results, whose faults are tried again")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    if given.what == "compare":
        if len(given.results) != 2:
            parser.error("compare takes two files of results")
        return compare(read_results(given.results[0]), read_results(given.results[1]))
    root = given.root.resolve()
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    if given.what == "map" or (given.what == "run" and not given.map.exists()):
        given.map.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="f", dir=MEMORY) as folder:
            write_map(Bench(root, Path(folder), {}).checkout, given.map.resolve(), given.workers)
    if given.what == "map":
        return 0
    if given.faults:
        faults = [fault for fault, _ in read_results(given.faults)]
    else:
        faults = draw_faults(root, given.seed, given.count)
    if given.what == "run":
        report(run(root, faults, Covered(given.map, root), given.out, given.workers))
    else:
        print(*faults, sep="\n")
    return 0


def run(root: Path, faults: Sequence[Fault], covered: Covered, out: Path, workers: int) -> Results:
    """Tries each fault that has no verdict in `out` yet, and writes the verdicts there."""
    known = dict(read_results(out)) if out.exists() else {}
    print(f"{sum(1 for each in known.values() if each)} verdicts are in {out} already")
    verdicts = {fault: known.get(fault) for fault in faults}
    trials, lock = Trials(covered), Lock()
    free: SimpleQueue[Bench] = SimpleQueue()

    def settle(fault: Fault, verdict: Verdict) -> None:
        with lock:
            verdicts[fault] = verdict
            out.write_text(
                json.dumps([[asdict(each), had and asdict(had)] for each, had in verdicts.items()], indent=1)
            )
            done = sum(1 for each in verdicts.values() if each)
            by = f" by {verdict.by}{' (it hung)' if verdict.hung else ''}" if verdict.by else ""
            cost = f"{verdict.tests} tests, {verdict.seconds:.0f} s"
            print(f"{done}/{len(verdicts)} {verdict.outcome}{by}, {cost}: {fault}", flush=True)

    def work(fault: Fault, here: Fault, plan: Plan) -> None:
        bench = free.get()
        try:
            settle(fault, replace(trials.try_out(bench, here, plan), changed=here.digest != fault.digest))
        finally:
            free.put(bench)

    with tempfile.TemporaryDirectory(prefix="f", dir=MEMORY) as folder, ThreadPoolExecutor(workers) as pool:
        for number in range(workers):
            (Path(folder) / str(number)).mkdir()
            free.put(Bench(root, Path(folder) / str(number), covered.seconds))
        working = []
        for fault in (each for each, verdict in verdicts.items() if verdict is None):
            file = root / fault.path
            if file.exists() and (here := fault.find_again(file.read_bytes())):
                working.append(pool.submit(work, fault, here, trials.plan(here)))
            else:
                settle(fault, GONE)
        for each in working:
            each.result()
    return list(verdicts.items())


def read_results(file: Path) -> Results:
    return [
        (Fault(**fault), Verdict(**verdict) if verdict else None) for fault, verdict in json.loads(file.read_bytes())
    ]


def report(results: Results) -> None:
    """Prints the faults that no test caught, then the counts, apart for files that have changed."""
    for fault, verdict in results:
        if verdict and verdict.outcome != "caught":
            print(f"{verdict.outcome}: {fault}")
    for changed in (False, True):
        counts = Counter(verdict.outcome for _, verdict in results if verdict and verdict.changed is changed)
        if counts:
            print(f"Files {'that have changed' if changed else 'as they were'}: {_count(counts)}")


def compare(before: Results, after: Results) -> int:
    """Prints each fault whose verdict differs, then both counts. Returns 1 if the later tests caught fewer."""
    later = dict(after)
    both = [(fault, had, later[fault]) for fault, had in before if had and later.get(fault)]
    for fault, had, has in both:
        if had.outcome != has.outcome:
            print(f"{had.outcome} -> {has.outcome}{' (the file has changed)' if has.changed else ''}: {fault}")
    earlier, now = (
        Counter(each.outcome for each in verdicts)
        for verdicts in ([had for _, had, _ in both], [has for _, _, has in both])
    )
    print(f"before: {_count(earlier)}\nafter:  {_count(now)}")
    return int(now["caught"] < earlier["caught"])


def _count(counts: Counter[str]) -> str:
    return ", ".join(f"{number} {outcome}" for outcome, number in counts.most_common())


if __name__ == "__main__":
    sys.exit(main())
