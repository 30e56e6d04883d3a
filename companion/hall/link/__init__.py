"""The table's side of the wire: what carries its desk, its view and its journal over a broker, and what must not hold
the table up."""
