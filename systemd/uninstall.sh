#!/usr/bin/env bash
# Takes away what install.sh has brought: `sudo make uninstall`. The games stay.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=places.sh
source "$here/places.sh"

stop() {
    # What waits for the state would wake when that gets another owner, and find no Python any more.
    systemctl --quiet disable "${now[@]}" warglass-clock.path 2>/dev/null || true
    if [[ -e $unit ]]; then
        systemctl --quiet disable "${now[@]}" warglass
        rm -f "$unit" "$socket" "$in_hall"
        if [[ -d $(dirname "$in_hall") ]]; then rmdir --ignore-fail-on-non-empty "$(dirname "$in_hall")"; fi
        reload
    fi
}

stop_hall() {
    if [[ ! -e $hall_users ]]; then return; fi
    systemctl --quiet disable "${now[@]}" "${hall_units[@]}" 2>/dev/null || true
    rm -f "${hall_units[@]/#/$(dirname "$unit")/}"
    # As the table's below.
    if [[ -e $hall_state ]]; then chown -R root:root "$hall_state"; fi
    if getent passwd warglass-hall >/dev/null; then userdel warglass-hall; fi
    rm "$hall_users"
    rmdir --ignore-fail-on-non-empty "$(dirname "$hall_users")"
}

# Last of all the network, over which somebody may be here.
close_hotspot() {
    systemctl --quiet disable "${now[@]}" "${beside[@]}" 2>/dev/null || true
    rm -f "$dispatcher" "${beside[@]/#/$(dirname "$unit")/}"
    # The passphrase is in there, for a group whose number may become another's.
    rm -rf "$root"/run/{warglass-hotspot,warglass-clock,private/warglass-clock}
    reload
    if command -v nmcli >/dev/null; then nmcli connection delete id warglass-hotspot >/dev/null 2>&1 || true; fi
}

switch_off() {
    if [[ -n $boot && $(system_python "$here/config_txt.py" remove "$boot") == changed ]]; then
        say "$boot is without our lines again; the Pi heeds that when it next starts."
    fi
    rm -f "$reboot"
}

close_devices() {
    rm -f "$rules" "$modules" "$announced"
    udevadm control --reload 2>/dev/null || true
}

# The state is root's from here on: the number of a user that is gone may become another's. The service's next start hands
# it to its user again.
remove_user() {
    if [[ -e $state ]]; then chown -R root:root "$state"; fi
    if getent passwd warglass >/dev/null; then userdel warglass; fi
    local kind group
    if [[ ! -e $users ]]; then return; fi
    while read -r kind group _; do
        # Somebody who has joined a group since is using it.
        if [[ $kind == g && $(getent group "$group") == *: ]]; then groupdel "$group"; fi
    done <"$users"
    rm "$users"
    # Debian has no such folder of its own accord.
    rmdir --ignore-fail-on-non-empty "$(dirname "$users")"
}

remove_files() {
    if [[ $(readlink "$link") == "$app/bin/warglass" ]]; then rm "$link"; fi
    rm -rf "$app"
    if cmp -s "$settings" "$here/warglass.toml"; then
        rm "$settings"
    elif [[ -e $settings ]]; then
        say "$settings is yours and stays."
    fi
}

as_root uninstall
stop
stop_hall
switch_off
close_devices
remove_user
remove_files
if [[ -e $state ]]; then say "The games stay in $state (to be rid of them:  sudo rm -r $state)."; fi
if [[ -e $hall_state ]]; then say "The hall stays in $hall_state."; fi
close_hotspot
