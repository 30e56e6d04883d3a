"""What stands in for the processes that read files: a shell's script, started in place of the interpreter."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

HALF_DONE = """echo '{"type":"share","done":0.4}'; cat > /dev/null"""
"""Says that it is at two fifths, and stays there until nobody waits any more."""


@contextmanager
def instead_of_workers(script: str) -> Iterator[Path]:
    """Every worker that is started meanwhile is this; its process's number is then a line of the file."""
    with tempfile.TemporaryDirectory() as folder:
        worker, pids = Path(folder) / "worker", Path(folder) / "pids"
        pids.touch()
        worker.write_text(f"#!/bin/sh\necho $$ >> {pids}\n{script}\n", encoding="utf-8")
        worker.chmod(0o700)
        with patch.object(sys, "executable", str(worker)):
            yield pids
