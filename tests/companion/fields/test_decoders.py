"""Structs that several threads decode for the first time, all at once."""

import re
import subprocess
import sys

from tests.house import ROOT, modules

HOME = "companion/fields/decode.py"
AT_ONCE = """
import sys, threading, msgspec
from companion.fields.decode import decoder_of, from_file

def nested(number):
    inner = msgspec.defstruct(f"Inner{number}", [(f"field{n}", int | None, 0) for n in range(30)])
    outers = [
        msgspec.defstruct(f"Outer{number}_{k}", [(f"field{n}", list[inner] | None, None) for n in range(30)])
        for k in range(3)
    ]
    return msgspec.defstruct(f"All{number}", [(f"outer{k}", outer | None, None) for k, outer in enumerate(outers)])

def decode(kind, start, by):
    start.wait()
    by(kind)

DATA = b'{"outer2": {"field29": [{"field29": 1}]}}'
WAYS = [lambda kind: decoder_of(kind).decode(DATA), lambda kind: from_file(msgspec.json.decode(DATA), kind)] * 2
sys.setswitchinterval(1e-6)
for number in range(40):
    kind, start = nested(number), threading.Barrier(len(WAYS))
    threads = [threading.Thread(target=decode, args=(kind, start, by)) for by in WAYS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("all decoded")
"""


def test_threads_that_decode_a_struct_for_the_first_time_at_once() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", AT_ONCE], check=False, capture_output=True, text=True, timeout=120, cwd=ROOT
    )
    assert (ran.returncode, ran.stdout) == (0, "all decoded\n"), ran.stderr[-2000:]


def test_nothing_else_has_msgspec_learn_a_struct() -> None:
    learns = re.compile(r"(json|msgpack)\.Decoder\(|msgspec\.convert\(|(json|msgpack)\.decode\(.*type=")
    found = {path for path in modules() if any(map(learns.search, (ROOT / path).read_text().splitlines()))}
    assert found == {HOME}
