"""Why this user may not open a device, and what to do about it."""

from hardware.doctor.finding import Finding, fail
from hardware.doctor.installation import Installation

_NOBODYS = ("root", None)


def barred(at: Installation, check: str, device: str, group: str, *, subject: str = "") -> Finding:
    """`group` is the one to which such devices belong on Raspberry Pi OS."""
    user, owner = at.machine.user, at.machine.group(device)
    if owner in _NOBODYS:
        return fail(
            check,
            f"{user} may not open {device}: it is root's alone, and not of the group {group}",
            "The rules that give it to the group are missing: install them again and restart.",
            command="sudo apt install --reinstall raspberrypi-sys-mods && sudo reboot",
            subject=subject,
        )
    if user in _members(at, str(owner)):
        return fail(
            check,
            f"{user} may not open {device} yet: this login is older than its place in the group {owner}",
            "Log out and in again, or restart: a group counts from the next login.",
            command="sudo reboot",
            subject=subject,
        )
    return fail(
        check,
        f"{user} may not open {device}: {user} is not in the group {owner}",
        f"Join the {owner} group, then log out and in again.",
        command=f"sudo usermod -aG {owner} $USER",
        subject=subject,
    )


def _members(at: Installation, group: str) -> list[str]:
    """From group(5): its name, a password, its number, its members."""
    try:
        lines = at.machine.read("/etc/group").decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    return next((line.rpartition(":")[2].split(",") for line in lines if line.startswith(f"{group}:")), [])
