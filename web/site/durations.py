"""How long something took, as pages write it."""


def minutes(ms: int) -> str:
    """Minutes and whole seconds, "12:05"."""
    seconds = ms // 1000
    return f"{seconds // 60}:{seconds % 60:02}"
