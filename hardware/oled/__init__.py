"""Drivers of display chips: what is sent so that a picture is on the screen."""
