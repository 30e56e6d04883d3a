"""`python -m companion` is the `warglass` command."""

from companion.app.cli import main

if __name__ == "__main__":
    main(prog_name="warglass")
