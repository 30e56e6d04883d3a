#!/usr/bin/env bash
# Makes warglass_VERSION_all.deb, with the wheels that it installs from: `make deb`. Needs pip, dpkg-deb and a network.
#
#   PYTHONS="3.11 3.13"   Raspberry Pi OS Bookworm's and Trixie's; more make it larger
#   MACHINES="aarch64 x86_64"
#   DEST=dist                where it is put
set -euo pipefail
umask 022
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
checkout=$(dirname "$(dirname "$here")")
python=${1:?the Python that has pip}
# shellcheck source=../python.sh
source "$here/../python.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pip() { "$python" -m pip --quiet --disable-pip-version-check "$@"; }

root=$work/root
dest=${DEST:-$checkout/dist}
share=$root/usr/share/warglass
doc=$root/usr/share/doc/warglass
mkdir -p "$share/wheels" "$doc" "$root/DEBIAN" "$dest"
cp -R "$checkout/systemd" "$share/systemd"
rm -r "$share/systemd/deb"
pip wheel --no-deps --wheel-dir "$share/wheels" "$checkout"
for python_version in ${PYTHONS:-3.11 3.13}; do
    for machine in ${MACHINES:-aarch64 x86_64}; do
        platforms=()
        for glibc in manylinux2014 manylinux_2_17 manylinux_2_28 manylinux_2_34; do
            platforms+=(--platform "${glibc}_$machine")
        done
        for_it=(--only-binary :all: "${platforms[@]}" --implementation cp --python-version "$python_version")
        pip download "${for_it[@]}" --dest "$share/wheels" --require-hashes --requirement "$here/../locked-hall.txt"
        # shellcheck disable=SC2154
        pip download "${for_it[@]}" --dest "$share/wheels" --no-deps "${wanted[gpiod]}"
    done
done
chmod -R u=rwX,go=rX "$share"
chmod 644 "$share"/wheels/*

version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' "$checkout/companion/__init__.py")
maintainer="${DEBFULLNAME:-$(git -C "$checkout" config user.name || echo Warglass)} <${DEBEMAIL:-$(git -C "$checkout" config user.email || echo root@localhost)}>"
{
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\n'
    sed -n 's/^Copyright (c) /Copyright: /p' "$checkout/LICENSE"
    printf 'License: Expat\n'
    sed '1,/^Copyright/d; s/^$/./; s/^/ /' "$checkout/LICENSE" | sed '1{/^ \.$/d}'
} >"$doc/copyright"
printf 'warglass (%s) stable; urgency=medium\n\n  * See /usr/share/warglass/wheels, or Help on its pages.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$(date -R -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}")" | gzip -9n >"$doc/changelog.gz"
install -m 755 "$here/postinst" "$here/prerm" "$here/postrm" "$root/DEBIAN/"
cat >"$root/DEBIAN/control" <<END
Package: warglass
Version: $version
Architecture: all
Section: games
Priority: optional
Maintainer: $maintainer
Installed-Size: $(du -sk "$root" | cut -f1)
Depends: python3 (>= 3.11), python3 (<< 3.14), python3-venv, systemd, udev
Recommends: avahi-daemon
Description: companion beside the table for tabletop games
 Sand timers on real buttons and OLED screens, sums, claims and rulings on
 every phone on the LAN, for WarTime, Warzone Eternal and Battle Line. It is
 made for a Raspberry Pi with a 64-bit system, and installs its libraries
 from wheels inside this package into an environment of their own.
END
dpkg-deb --root-owner-group -Zgzip -z1 --build "$root" "$dest/warglass_${version}_all.deb"
