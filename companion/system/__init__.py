"""Talks to the machine around the table: systemd, the state directory, the network."""
