# Where the parts of an installed Warglass are. Sourced by install.sh, install-hall.sh and uninstall.sh. DESTDIR stands
# before every path, so that tests can install into a folder.
# shellcheck shell=bash disable=SC2034
root=${DESTDIR:-}
app=$root/opt/warglass
python=$app/bin/python
link=$root/usr/local/bin/warglass
settings=$root/etc/warglass.toml
unit=$root/etc/systemd/system/warglass.service
socket=$root/etc/systemd/system/warglass.socket
users=$root/etc/sysusers.d/warglass.conf
rules=$root/etc/udev/rules.d/60-warglass.rules
modules=$root/etc/modules-load.d/warglass.conf
announced=$root/etc/avahi/services/warglass.service
dispatcher=$root/etc/NetworkManager/dispatcher.d/60-warglass
beside=(warglass-hotspot.service warglass-hotspot.timer warglass-clock.service warglass-clock.path)
state=$root/var/lib/warglass
in_hall=$root/etc/systemd/system/warglass.service.d/hall.conf
hall_units=(warglass-hall.service warglass-broker.service)
hall_users=$root/etc/sysusers.d/warglass-hall.conf
hall_state=$root/var/lib/warglass-hall
# Gone after a reboot, like the need for one.
reboot=$root/run/warglass-reboot

# Since Bookworm the firmware's files are in a folder of their own, and /boot/config.txt only says so.
boot=
for each in "$root/boot/firmware/config.txt" "$root/boot/config.txt"; do
    if [[ -z $boot && -f $each ]]; then boot=$each; fi
done

# The system's own Python and that of the installed Warglass. Neither looks for modules in the folder it is started in, nor
# leaves byte code there: that is the checkout, and its owner's.
system_python() { python3 -I -B "$@"; }
our_python() { "$python" -I -B "$@"; }

# Where no systemd runs, as in a folder that is to become a card, what is switched on starts with the machine.
now=()
if [[ -n $root || -d /run/systemd/system ]]; then now=(--now); fi
reload() { if ((${#now[@]})); then systemctl daemon-reload; fi; }

say() { printf "%s\n" "$@"; }
fail() {
    printf 'Warglass: %s\n' "$@" >&2
    exit 1
}
as_root() {
    if [[ -z $root && $EUID -ne 0 ]]; then fail "this changes the system, so it takes sudo: run it as  sudo ${2:-make} $1"; fi
}
