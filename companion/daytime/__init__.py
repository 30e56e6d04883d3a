"""What time of day it is, where a machine may not know: without battery and network a Pi goes on where it stopped."""
