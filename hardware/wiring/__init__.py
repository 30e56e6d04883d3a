"""Turns a panel's configuration into its wires: a plan, a table, a parts list and a picture. It is pure: it opens
no pin.
"""
