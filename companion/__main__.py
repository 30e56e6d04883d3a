"""Runs the `warglass` command for `python -m companion`."""

from companion.app.cli import main

if __name__ == "__main__":
    main(prog_name="warglass")
