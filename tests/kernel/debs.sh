#!/usr/bin/env bash
# Fetches Debian's packages, and what they need, for the virtual machine, which has no network:
#   debs.sh DISK TAR PACKAGE...
# DISK is the guest's, TAR becomes a tree to lay over its root. With MODULES=1 the kernel modules that a shared, encrypted
# Wi-Fi takes are in it, which the guest's own selection leaves out. As root, once; needs apt, debugfs and 200 MB meanwhile.
set -euo pipefail
disk=$1 tar=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
mkdir -p "$(dirname "$tar")"
tar=$(realpath "$tar")
cd "$work"
debugfs -R "cat /var/lib/dpkg/status" "$disk" >status 2>/dev/null
apt-get update -qq
wanted=$(apt-get -o Dir::State::status="$work/status" -o APT::Install-Recommends=0 -s -y install "$@" |
    awk '/^Inst/ {print $2}')
mkdir debs tree image
# A guest may have all of them already.
# shellcheck disable=SC2086
[[ -z $wanted ]] || (cd debs && apt-get download -qq $wanted)
find debs -name '*.deb' -exec dpkg-deb -x {} tree \;
if [[ -n ${MODULES:-} ]]; then
    kernel=$(debugfs -R "ls -p /lib/modules" "$disk" 2>/dev/null | cut -d/ -f6 | grep -E '^[0-9]')
    apt-get download -qq "linux-image-$kernel"
    dpkg-deb -x linux-image-*.deb image
    for each in crypto net/netfilter net/ipv4/netfilter net/ipv6/netfilter lib; do
        mkdir -p "tree/lib/modules/$kernel/kernel/$each"
        find "image/lib/modules/$kernel/kernel/$each" -maxdepth 1 -name '*.ko*' \
            -exec cp {} "tree/lib/modules/$kernel/kernel/$each/" \;
    done
fi
rm -rf tree/usr/share/{doc,man,locale,bash-completion}
tar -C tree -cf "$tar.part" .
mv "$tar.part" "$tar"
