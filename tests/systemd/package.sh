#!/usr/bin/env bash
# Installs a package in a Debian root, updates it, breaks it on purpose, and takes it away again. As root:
#
#   debootstrap --variant=minbase --include=systemd,udev,python3,python3-venv,dbus trixie /tmp/trixie
#   tests/systemd/package.sh /tmp/trixie dist/warglass_*_all.deb
set -euo pipefail
root=$(realpath "$1") deb=$(realpath "$2")
work=$(mktemp -d)
mount --bind /proc "$root/proc"
trap 'umount "$root/proc"; rm -rf "$work"' EXIT
inside() { chroot "$root" env -i DEBIAN_FRONTEND=noninteractive PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
holds() { if inside bash -c "$2"; then echo "ok: $1"; else echo "NOT: $1" && exit 1; fi; }

# The same package as another version; with a second argument one that does not start.
variant() {
    dpkg-deb -R "$deb" "$work/x"
    sed -i "s/^Version: .*/Version: $1/" "$work/x/DEBIAN/control"
    if [[ -n ${2:-} ]]; then
        python3 - "$work"/x/usr/share/warglass/wheels/warglass-*.whl <<'END'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    files = {each.filename: wheel.read(each) for each in wheel.infolist()}
files["companion/app/service.py"] = b"raise SystemExit('broken on purpose')\n"
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    for name, body in files.items():
        wheel.writestr(name, body)
END
    fi
    dpkg-deb --root-owner-group -Znone --build "$work/x" "$root/root/$1.deb" >/dev/null
    rm -r "$work/x"
}

cp "$deb" "$root/root/warglass.deb"
inside apt-get install -y -qq /root/warglass.deb >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
holds "it is installed, and says so" "warglass --version"
holds "its pins are read by gpiod" "/opt/warglass/bin/python -c 'import gpiod; gpiod.LineSettings'"
holds "its units are enabled" "test -e /etc/systemd/system/multi-user.target.wants/warglass.service"
mkdir -p "$root/var/lib/warglass"
echo "a game" >"$root/var/lib/warglass/table.sqlite"

variant 99.1
inside warglass update /root/99.1.deb >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
holds "it is updated" "dpkg-query -W -f '\${Version}' warglass | grep -qx 99.1"

variant 99.2 broken
if inside warglass update /root/99.2.deb >"$work/log" 2>&1; then echo "NOT: a broken one is refused" && exit 1; fi
grep -q "old version is at work again" "$work/log" || { cat "$work/log"; exit 1; }
holds "it went back by itself" "dpkg-query -W -f '\${Version}' warglass | grep -qx 99.1"
holds "and works" "/opt/warglass/bin/python -c 'import companion.app.service, web.app'"
holds "no game is lost" "grep -qx 'a game' /var/lib/warglass/table.sqlite"
holds "nothing is left of it" "! test -e /var/cache/warglass"

inside apt-get remove -y -qq warglass >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
holds "it is gone, and the games stay" "! test -e /opt/warglass && ! command -v warglass && test -e /var/lib/warglass/table.sqlite"
inside apt-get purge -y -qq warglass >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
holds "purged, the games are gone too" "! test -e /var/lib/warglass && ! test -e /etc/warglass.toml && ! getent passwd warglass"
