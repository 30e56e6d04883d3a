"""What is looked over: a machine, and what it is to be for Warglass."""

from pathlib import Path

import msgspec

from companion.config import Config, ConfigError, FileTrouble, load_config
from companion.panel.config import PanelConfig
from hardware.doctor.machine import Machine

SERVICE_STATE = "/var/lib/warglass"
"""The service's own state directory (`StateDirectory=` of its unit)."""
UNIT = "/etc/systemd/system/warglass.service"


class Installation(msgspec.Struct, frozen=True, kw_only=True):
    """`source` is the file of the configuration, None where the one that comes with Warglass is used. `config` is None,
    and `trouble` says why, where it cannot be used, `advice` what to do, `command` what to type."""

    machine: Machine
    source: Path | None
    config: Config | None
    trouble: str
    advice: str = ""
    command: str = ""
    state: Path

    @property
    def panel(self) -> PanelConfig | None:
        return None if self.config is None else self.config.panel

    def without(self, parts: str) -> str:
        """Why there are no such parts of the panel to look at."""
        return "the configuration cannot be read" if self.config is None else f"the panel has no {parts}"

    @property
    def file(self) -> str:
        """The file in which to change the configuration."""
        return "/etc/warglass.toml" if self.source is None else str(self.source)

    @property
    def installed(self) -> bool:
        """Whether systemd knows the service."""
        return bool(self.machine.glob(UNIT))


def installation(*, machine: Machine, source: Path | None, state: Path) -> Installation:
    """Reads the configuration. Whatever is wrong with it is a finding, so nothing is raised."""
    config, trouble, advice, command = None, "", "", ""
    try:
        config = load_config(source)
    except FileTrouble as error:
        trouble, advice, command = error.what, error.advice, error.command
    except ConfigError as error:
        trouble, advice, command = str(error), "Put that line right.", f"sudo nano {_at_line(error)}"
    return Installation(
        machine=machine, source=source, config=config, trouble=trouble, advice=advice, command=command, state=state
    )


def _at_line(error: ConfigError) -> str:
    return f"+{error.line} {error.file}" if error.line else error.file
