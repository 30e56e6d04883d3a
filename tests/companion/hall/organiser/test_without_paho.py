"""Only who speaks to a broker imports what does."""

import subprocess
import sys

SAID = """
import sys
import companion.hall.organiser.hall
print(sorted({name.partition(".")[0] for name in sys.modules} & {"paho", "cryptography", "networkx", "flask"}))
"""


def test_the_hall_itself_imports_no_client_of_a_broker() -> None:
    done = subprocess.run([sys.executable, "-c", SAID], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
