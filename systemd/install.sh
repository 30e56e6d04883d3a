#!/usr/bin/env bash
# Installs this checkout on a Raspberry Pi, or brings what is installed up to it: `sudo make install`. Run it as often as you
# like; docs/installing.md says what it does to the machine.
#
#   WHEELS=DIR   take everything from the wheels in this folder (`make wheels` fills one) and nothing from the network
#   HALL=1       this table may stand in a hall (docs/hall.md); it stays so until HALL=0
set -euo pipefail
umask 022
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=places.sh
source "$here/places.sh"
# shellcheck source=python.sh
source "$here/python.sh"

# Whether that pin library is there and is the one that is meant: an index may answer with another of the same name.
pins_answer() {
    local scratch status
    # lgpio makes a FIFO where it is imported.
    scratch=$(mktemp -d)
    if LG_WD=$scratch our_python -c "import $1; $1.${pins[$1]}" 2>/dev/null; then status=0; else status=1; fi
    rm -rf "$scratch"
    return "$status"
}

pip_pins() {
    if pip_install --only-binary :all: "${wanted[$1]}" 2>/dev/null && pins_answer "$1"; then return; fi
    our_python -m pip --quiet --disable-pip-version-check uninstall --yes "$1" 2>/dev/null || true
    return 1
}

# gpiod has wheels for 64-bit systems, and is read while it sleeps. Where it has none it is lgpio, which takes a C library
# and SWIG to build. Where that has none either, the system's own serves, and the environment is opened to its packages;
# those installed in it still come first.
install_pins() {
    local each
    for each in gpiod lgpio; do
        if pip_pins "$each"; then return; fi
    done
    system_python -m venv --system-site-packages "$app"
    for each in gpiod lgpio; do
        if pins_answer "$each"; then
            say "The buttons are read through the system's python3-$each"
            return
        fi
    done
    fail "there is no pin library for this Python. Install the system's, then run this once more:" \
        "  sudo apt install python3-lgpio        on Raspberry Pi OS, whose own package it is" \
        "  sudo apt install python3-libgpiod     on Debian, from Trixie on"
}

# The groups that are missing are written down, so that sysusers makes them and uninstall.sh knows them.
make_user() {
    local made=() group
    for group in gpio i2c spi; do
        if ! getent group "$group" >/dev/null || grep -qs "^g $group " "$users"; then made+=("g $group - - -"); fi
    done
    install -D -m 644 "$here/warglass.sysusers.conf" "$users"
    if ((${#made[@]})); then printf '%s\n' "${made[@]}" >>"$users"; fi
    systemd-sysusers
}

open_devices() {
    install -D -m 644 "$here/warglass.rules" "$rules"
    install -D -m 644 "$here/warglass.modules.conf" "$modules"
    modprobe i2c-dev 2>/dev/null || true
    # Where no udev runs yet, it reads them when it starts.
    udevadm control --reload 2>/dev/null || return 0
    udevadm trigger --subsystem-match=gpio --subsystem-match=i2c-dev --subsystem-match=spidev
}

# Asks the Warglass that is now installed what its configuration wants: `port`, `place` (the same with its host, as systemd
# takes them), `named` (its address by the name that avahi gives this machine), `address` (by number; nothing where no phone
# finds it) and the array `boot_lines`.
read_settings() {
    if [[ ! -e $settings ]]; then install -D -m 644 "$here/warglass.toml" "$settings"; fi
    local answer
    answer=$(
        our_python - "$settings" <<'END'
import socket
import sys
from pathlib import Path

from companion.config import ConfigError, load_config
from companion.panel.notes import boot_lines
from companion.system.addresses import typed_address, url
from companion.system.listening import place

try:
    config = load_config(Path(sys.argv[1]))
except ConfigError as error:
    sys.exit(str(error))
host, port = config.web.host, config.web.port
if port == 0:
    sys.exit(f"{sys.argv[1]}: web.port: phones need one that stays, such as 80")
try:
    listened = place(host, port)
except OSError:
    sys.exit(f"{sys.argv[1]}: web.host: nobody knows {host!r}; without that line phones come in by every address")
typed = typed_address(host, port)
named = url(f"{socket.gethostname()}.local", port)
print(port, listened, named, typed and f"http://{typed}/" or "", *boot_lines(config.panel), sep="\n")
END
    ) || fail "correct the line above, then run this once more"
    mapfile -t boot_lines <<<"$answer"
    port=${boot_lines[0]} place=${boot_lines[1]} named=${boot_lines[2]} address=${boot_lines[3]}
    boot_lines=("${boot_lines[@]:4}")
}

switch_on() {
    if [[ -z $boot ]]; then
        say "There is no config.txt of a Raspberry Pi here: switch I2C on as this machine has it."
    elif [[ $(system_python "$here/config_txt.py" add "$boot" "${boot_lines[@]}") == changed ]]; then
        say "Switched on in $boot: ${boot_lines[*]:-nothing any more}"
        touch "$reboot"
    fi
}

announce() {
    if [[ -d $(dirname "$announced") ]]; then
        sed "s|<port>80</port>|<port>$port</port>|" "$here/warglass.avahi.xml" >"$announced"
    else
        named=
        say "Without avahi-daemon phones find this Pi by its address only:  sudo apt install avahi-daemon"
    fi
}

# Units that wait until `warglass hotspot` or a phone has use for them.
install_beside() {
    local each
    for each in "${beside[@]}"; do install -D -m 644 "$here/$each" "$(dirname "$unit")/$each"; done
    if [[ -d $(dirname "$dispatcher") ]]; then install -m 755 "$here/warglass.dispatcher" "$dispatcher"; fi
}

# Into a hall it needs more libraries, and a way out of its fence, which no page can open: whoever installs says so.
in_a_hall() {
    [[ ${HALL:-} == 1 || -z ${HALL:-} && -e $in_hall ]]
}

install_hall() {
    if in_a_hall; then
        install -D -m 644 "$here/warglass.service.hall.conf" "$in_hall"
    else
        rm -f "$in_hall"
        if [[ -d $(dirname "$in_hall") ]]; then rmdir --ignore-fail-on-non-empty "$(dirname "$in_hall")"; fi
    fi
}

install_units() {
    install -D -m 644 "$here/warglass.service" "$unit"
    sed "s|^ListenStream=.*|ListenStream=$place|" "$here/warglass.socket" >"$socket"
    chmod 644 "$socket"
    reload
    systemctl --quiet enable warglass
    systemctl --quiet enable "${now[@]}" warglass-clock.path
}

# Who pulls the plug as soon as this has said that it is done finds all of it there.
bring_to_the_disk() {
    sync --file-system "$app" "$unit" "$(dirname "$link")" "$(dirname "${boot:-$unit}")"
}

say_where() {
    if [[ -n $address ]]; then
        say "Warglass is at  ${named:+$named or }$address"
        return
    fi
    say "Warglass is at  ${named:-the address that its screens show}  as soon as phones can reach this Pi, which is on no network." \
        "Connect it to the Wi-Fi that they are on:  sudo nmtui" \
        "Or let it make one of its own:             sudo warglass hotspot auto"
}

start() {
    if [[ -e $reboot ]]; then
        say "" "REBOOT NOW, for the Pi reads config.txt only when it starts:  sudo reboot" "Warglass comes up with it."
        say_where
        return
    fi
    if ((!${#now[@]})); then
        say "Warglass starts with this machine, whose systemd is not running now."
        return
    fi
    systemctl restart warglass ||
        fail "it is installed but does not start. What it says:  journalctl -u 'warglass*' -n 20"
    say ""
    say_where
    say "Join code       $(runuser -u warglass -- "$app/bin/warglass" join-code --state "$state")"
}

as_root install
check_machine
make_environment
if in_a_hall; then install_python -hall; else install_python; fi
install_pins
compile_python
link_command
make_user
open_devices
read_settings
switch_on
announce
install_beside
install_hall
install_units
bring_to_the_disk
start
