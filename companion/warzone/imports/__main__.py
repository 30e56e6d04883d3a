"""Runs the process in which files are read."""

from companion.system.sandbox import Limits, do
from companion.warzone.imports.files import read

LIMITS = Limits(cpu_s=20, memory=256 * 1024 * 1024)
"""Allows a hundred times what the files of the whole game take: a Pi is slower than what they were measured on."""

if __name__ == "__main__":
    do(read, limits=LIMITS)
