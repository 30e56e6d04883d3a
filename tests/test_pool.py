import os
import subprocess
import sys
from pathlib import Path
from random import Random

from tests.pool import Shares

ROOT = Path(__file__).parents[1]
TESTS = """
import os, pytest

def test_of_a_process_that_dies(): os.kill(os.getpid(), 9)

@pytest.mark.parametrize("number", range(20))
def test_green(number, tmp_path, capfd):
    os.system("echo said")
    assert capfd.readouterr().out == "said\\n"

def test_skipped(): pytest.skip("this once")

def test_red():
    print("what it printed")
    assert os.getpid() == 0
"""


def test_every_test_is_taken_once_by_whichever_process_asks() -> None:
    for seed in range(50):
        chance = Random(seed)
        tests, processes = chance.randrange(40), chance.randrange(1, 5)
        shares, taken, asking = Shares(tests, processes), [], [*range(processes)]
        while asking:
            process = chance.choice(asking)
            number = shares.take(process)
            if number is None:
                asking.remove(process)
            else:
                taken.append(number)
        assert sorted(taken) == [*range(tests)]


def test_a_process_that_dies_fails_its_tests_and_no_others(tmp_path: Path) -> None:
    (tmp_path / "test_these.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c", os.devnull, "--rootdir", str(tmp_path)]
    command += ["--processes", "2", "-p", "no:cacheprovider", "test_these.py"]
    run = subprocess.run(
        command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert "FAILED test_these.py::test_of_a_process_that_dies - Its process ended before" in run.stdout
    assert "what it printed" in run.stdout
    assert "Skipped 1: this once" in run.stdout
    # The process that died had taken the next test too.
    assert "3 failed, 19 passed, 1 skipped" in run.stdout
