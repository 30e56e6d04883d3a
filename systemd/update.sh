#!/usr/bin/env bash
# Updates an installed package, and goes back to the old one where the new one does not answer: `sudo warglass update FILE`.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=places.sh
source "$here/places.sh"
kept=${root:-}/var/cache/warglass

check_file() {
    [[ -r $file ]] || fail "$file is not there or cannot be read"
    [[ $(dpkg-deb --field "$file" Package 2>/dev/null) == warglass ]] || fail "$file is not a package of Warglass"
    [[ $(dpkg-query -W -f '${db:Status-Status}' warglass 2>/dev/null) == installed ]] ||
        fail "Warglass was not installed as a package. Remove it first (sudo make uninstall; the games stay), then:" \
            "  sudo apt install ./$(basename "$file")"
}

# The package as it is installed now, made anew from its files: nobody has kept the one it came in.
keep_package() {
    local each
    mkdir -p "$kept/root/DEBIAN"
    while read -r each; do
        if [[ -f $each ]]; then install -D -p "$each" "$kept/root$each"; fi
    done < <(dpkg-query -L warglass)
    for each in postinst prerm postrm; do
        install -m 755 "/var/lib/dpkg/info/warglass.$each" "$kept/root/DEBIAN/$each"
    done
    dpkg-query --status warglass | sed '/^Status:/d; /^Conffiles:/d' >"$kept/root/DEBIAN/control"
    dpkg-deb --root-owner-group -Zgzip -z1 --build "$kept/root" "$kept/before.deb" >/dev/null
    rm -r "$kept/root"
}

# A new version may write the games in a way that the old one does not read.
keep_games() {
    stop_table
    if [[ -e $state ]]; then cp -a "$state" "$kept/state"; fi
}

stop_table() { if ((${#now[@]})); then systemctl stop warglass; fi; }

# Whether the new version is at work: its pages answer, or where no systemd runs, it can be imported whole.
answers() {
    if [[ -e $reboot ]]; then return; fi
    if ((!${#now[@]})); then
        our_python -c 'import companion.app.service, companion.app.site, hardware.backend, web.app'
        return
    fi
    systemctl --quiet is-active warglass && our_python - "$settings" <<'END'
import sys
from pathlib import Path
from urllib.request import urlopen

from companion.config import load_config

port = load_config(Path(sys.argv[1])).web.port
with urlopen(f"http://127.0.0.1:{port}/", timeout=30) as answer:
    sys.exit(answer.status != 200)
END
}

go_back() {
    say "The new version does not answer. Going back to the one before."
    stop_table || true
    if [[ -e $kept/state ]]; then
        rm -rf "$state"
        mv "$kept/state" "$state"
    fi
    if ! dpkg --install "$kept/before.deb" || ! answers; then
        fail "going back has failed too: the package of before is $kept/before.deb"
    fi
    rm -r "$kept"
    fail "not updated: the old version is at work again, and no game is lost"
}

file=${1:?the package}
as_root update warglass
check_file
rm -rf "$kept"
keep_package
keep_games
if ! dpkg --install "$file" || ! answers; then go_back; fi
rm -r "$kept"
say "Updated to $(dpkg-query -W -f '${Version}' warglass)."
