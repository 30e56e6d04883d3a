"""What terminals are called in the table and on the picture."""

from hardware.wiring.header import BY_NUMBER
from hardware.wiring.wire import Terminal

_WHOLE = {
    "3v3:rail": "3.3 V rail",
    "ground:rail": "ground rail",
    "sounder:base": "sounder, transistor's base",
    "sounder:emitter": "sounder, transistor's emitter",
    "sounder:+": "sounder +",
    "light:+": "light, LED's long leg",
    "light:-": "light, LED's short leg",
}


def terminal_name(terminal: Terminal) -> str:
    """A terminal in words."""
    if terminal.part == "header":
        return f"pin {terminal.pin} ({BY_NUMBER[int(terminal.pin)].name})"
    kind, _, rest = terminal.part.partition(" ")
    if kind == "button":
        return f"button {rest}, one leg" if terminal.pin == "1" else f"button {rest}, other leg"
    if kind == "mux":
        return f"multiplexer {rest.rpartition(' ')[2]} {terminal.pin}"
    if kind == "screen":
        return f"screen {rest} {terminal.pin}"
    return _WHOLE[str(terminal)]
