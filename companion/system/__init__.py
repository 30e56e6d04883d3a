"""The machine around the table: systemd, the state directory, the network."""
