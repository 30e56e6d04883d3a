#!/usr/bin/env bash
# Installs a hall's organiser and its broker on this machine, or brings what is there up to this checkout:
# `sudo make install-hall`. docs/hall.md says what for. A table on the same machine is installed as ever.
#
#   WHEELS=DIR   as install.sh
set -euo pipefail
umask 022
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=places.sh
source "$here/places.sh"
# shellcheck source=python.sh
source "$here/python.sh"

check_broker() {
    if [[ ! -x $root/usr/sbin/mosquitto ]]; then fail "Mosquitto, the broker, is not here:  sudo apt install mosquitto"; fi
}

make_user() {
    install -D -m 644 "$here/warglass-hall.sysusers.conf" "$hall_users"
    systemd-sysusers
    if [[ ! -d $hall_state ]]; then mkdir -m 700 "$hall_state"; fi
    # uninstall.sh leaves a hall to root. The organiser's service would hand it over, but the broker reads there first.
    if [[ $(stat -c %U "$hall_state") != warglass-hall ]]; then
        chown -R warglass-hall:warglass-hall "$hall_state"
    fi
}

install_units() {
    local each
    for each in "${hall_units[@]}"; do install -D -m 644 "$here/$each" "$(dirname "$unit")/$each"; done
    systemctl daemon-reload
    systemctl --quiet enable "${hall_units[@]}"
}

start() {
    if [[ ! -e $hall_state/hall.json ]]; then
        say "Now make the hall, with a name of your own, and start it:" \
            "  sudo -u warglass-hall warglass hall new club-night --folder $hall_state" \
            "  sudo systemctl start warglass-broker warglass-hall" \
            "Then its pages are at http://${HOSTNAME%%.*}.local:8090/, and this is the organiser's code:" \
            "  sudo -u warglass-hall warglass join-code --state $hall_state"
        return
    fi
    systemctl restart "${hall_units[@]}" ||
        fail "it is installed but does not start. What it says:  journalctl -u 'warglass-*' -n 20"
    say "The hall is up, its pages at http://${HOSTNAME%%.*}.local:8090/. The organiser's code, and cards:" \
        "  sudo -u warglass-hall warglass join-code --state $hall_state" \
        "  sudo -u warglass-hall warglass hall enrol table-1 --folder $hall_state"
}

as_root install-hall
check_machine
check_broker
make_environment
install_python -hall
compile_python
link_command
make_user
install_units
start
