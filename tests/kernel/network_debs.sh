#!/usr/bin/env bash
# Fetches NetworkManager and what it needs for the virtual machine, which has no network:  network_debs.sh DISK FOLDER
# DISK is the guest's, FOLDER gets network.tar: a tree to lay over its root, with the kernel modules that a shared,
# encrypted Wi-Fi takes and the guest's own selection leaves out. As root, once; needs apt, debugfs and 200 MB meanwhile.
set -euo pipefail
disk=$1 folder=$2
packages=(network-manager wpasupplicant dnsmasq-base polkitd iw iproute2 wireless-regdb nftables rfkill isc-dhcp-client)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work"
debugfs -R "cat /var/lib/dpkg/status" "$disk" >status 2>/dev/null
kernel=$(debugfs -R "ls -p /lib/modules" "$disk" 2>/dev/null | cut -d/ -f6 | grep -E '^[0-9]')
apt-get update -qq
wanted=$(apt-get -o Dir::State::status="$work/status" -o APT::Install-Recommends=0 -s -y install "${packages[@]}" |
    awk '/^Inst/ {print $2}')
mkdir debs tree image
# shellcheck disable=SC2086
(cd debs && apt-get download -qq $wanted)
for each in debs/*.deb; do dpkg-deb -x "$each" tree; done
apt-get download -qq "linux-image-$kernel"
dpkg-deb -x linux-image-*.deb image
for each in crypto net/netfilter net/ipv4/netfilter net/ipv6/netfilter lib; do
    mkdir -p "tree/lib/modules/$kernel/kernel/$each"
    find "image/lib/modules/$kernel/kernel/$each" -maxdepth 1 -name '*.ko*' \
        -exec cp {} "tree/lib/modules/$kernel/kernel/$each/" \;
done
rm -rf tree/usr/share/{doc,man,locale,bash-completion}
mkdir -p "$folder"
tar -C tree -cf "$folder/network.tar.part" .
mv "$folder/network.tar.part" "$folder/network.tar"
