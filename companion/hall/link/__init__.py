"""Connects a table to its hall: carries its desk, its view and its journal over a broker, and never holds it up."""
