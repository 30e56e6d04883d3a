"""Reads input from outside as typed structs: errors name the field at fault, in players' words."""
