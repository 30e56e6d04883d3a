"""`make uninstall`, last of all: what is left is the machine as it was, and the games."""

from tests.kernel.box import Box


def test_it_leaves_the_machine_as_it_was_and_the_games(machine: Box) -> None:
    said = machine.uninstall()
    assert machine.machine() == machine.before
    assert machine.tried("test -e /etc/warglass.toml")[0] != 0, "nobody has changed it"
    assert "The games stay in /var/lib/warglass" in said
    assert machine.run("stat -c '%U %a' /var/lib/warglass /var/lib/warglass/table.sqlite").split("\n")[0] == "root 700"
    assert machine.tried("systemctl cat warglass")[0] != 0
