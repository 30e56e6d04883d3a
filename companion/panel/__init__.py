"""The panel as everything but hardware knows it: its configuration, what is wrong with that, and its port."""
