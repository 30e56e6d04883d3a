"""Leads from the kernel's GPIO chip to gpiozero: which library, and the factory on libgpiod."""
