"""The panel's screens as pages may show them."""

from companion.panel.port import PanelPort


def visible(panel: PanelPort, screen: str, *, joined: bool) -> bytes:
    """The display RAM of a screen; dark, while the join code is on it, for who has not joined.

    The code is for whoever sits at the table, not for whoever is on its Wi-Fi. Raises NotHere.
    """
    before = panel.shows_code(screen)
    ram = panel.ram(screen)
    secret = before or panel.shows_code(screen)
    return bytes(len(ram)) if secret and not joined else ram
