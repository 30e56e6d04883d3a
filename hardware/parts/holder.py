"""Who has a pin, by the kernel's own account."""

from hardware.parts.words import DEV


def holder_of(gpio: int) -> str | None:
    """Whoever has the pin, as it calls itself; None where it is free or nobody can tell."""
    # Not at the top: see `words`.
    from hardware.doctor.gpio_chip import chip_at, header_of, user_of_line  # noqa: PLC0415

    chips = []
    for path in sorted(DEV.glob("gpiochip*")):
        try:
            chips.append(chip_at(str(path)))
        except OSError:
            continue
    header = header_of(chips)
    try:
        user = None if header is None else user_of_line(header.path, gpio)
    except OSError:
        return None
    return None if user is None else user.name or "the kernel"
