"""The air around a box in a virtual machine: a phone and a router, each with a radio and a network of its own."""

import re
import shlex
import time

from companion.fields.numbers import whole
from tests.kernel.box import Box

PACKAGES = (
    *("network-manager", "wpasupplicant", "dnsmasq-base", "polkitd", "iw"),
    *("iproute2", "wireless-regdb", "nftables", "rfkill", "isc-dhcp-client"),
)
NEIGHBOURS = ("phone", "router")
HOME = "192.168.77"
_RADIO = """
network={{
    ssid="{name}"
    key_mgmt=WPA-PSK
    psk="{passphrase}"
    {more}
}}
"""

_LEASED = """#!/bin/sh
test -z "$new_ip_address" || ip addr replace "$new_ip_address/24" dev "$interface"
"""
"""In place of the distribution's, which would write the box's own resolv.conf."""


class Air:
    """What is in the air, by the guest's own tools."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def install(self) -> None:
        """NetworkManager, as on Raspberry Pi OS but for what it leaves to its packages' scripts."""
        run = self.box.run
        self.box.lay_out("network")
        run("depmod")
        run("groupadd -rf netdev; useradd -r dnsmasq; systemd-sysusers; systemctl daemon-reload")
        run("systemctl reload dbus; systemctl enable NetworkManager NetworkManager-dispatcher wpa_supplicant")
        run("echo 'options mac80211_hwsim radios=3' > /etc/modprobe.d/air.conf")

    def begin(self) -> None:
        """The radios, those of the others out of the box's sight, and then who keeps the box's own."""
        self.box.run("modprobe mac80211_hwsim && udevadm settle")
        for number, name in enumerate(NEIGHBOURS, start=1):
            self.box.run(f"ip netns add {name}; iw phy phy{number} set netns name {name}")
            self.box.run(f"ip -n {name} link set lo up; ip -n {name} link set wlan{number} name {name}")
        self.box.run(f"printf %s {shlex.quote(_LEASED)} > /root/leased && chmod +x /root/leased")
        self.box.run("systemctl start polkit wpa_supplicant NetworkManager")

    def nmcli(self, *arguments: str) -> str:
        return self.box.run(shlex.join(["nmcli", *arguments])).strip()

    def joined(self) -> str:
        """What NetworkManager has the box's radio on."""
        return self.nmcli("-g", "GENERAL.CONNECTION", "device", "show", "wlan0")

    def looks(self) -> int:
        """How often it was looked for a known network since the machine started."""
        counted = self.box.run("journalctl -b -u warglass-hotspot.service -o cat --no-pager | grep -c ^Finished; true")
        return whole(counted.strip()) or 0

    def forgets_the_time(self, *, late_s: int) -> None:
        """A machine without a battery, that was without power for so long."""
        rtc = "/sys/class/rtc/rtc0/device"
        self.box.run(f"test ! -e {rtc} || basename $(readlink {rtc}) > {rtc}/driver/unbind")
        self.box.run(f"date -s @{round(time.time()) - late_s}")

    def clock_s(self) -> int:
        return whole(self.box.run("date +%s").strip(), most=10**11) or 0

    # The router of a known network

    def router_on(self, name: str, passphrase: str) -> None:
        more = "mode=2\n    frequency=2412\n    proto=RSN\n    pairwise=CCMP"
        self._supplicant("router", _RADIO.format(name=name, passphrase=passphrase, more=more))
        self.box.run(f"ip -n router addr replace {HOME}.1/24 dev router")
        self.box.run(
            "ip netns exec router dnsmasq --conf-file=/dev/null --port=0 --interface=router --bind-interfaces "
            f"--dhcp-range={HOME}.10,{HOME}.90,1h --pid-file=/run/router-dhcp.pid --dhcp-leasefile=/run/router-leases"
        )

    def router_off(self) -> None:
        self._end("router", "router-dhcp")

    # A phone

    def phone_joins(self, name: str, passphrase: str) -> None:
        self._supplicant("phone", _RADIO.format(name=name, passphrase=passphrase, more="scan_ssid=1"))
        self.box.until(lambda: "Connected" in self.box.run("ip netns exec phone iw dev phone link"), within=120)
        self.box.run("rm -f /run/phone-leases")
        files = "-sf /root/leased -pf /run/phone-dhcp.pid -lf /run/phone-leases"
        self.box.run(f"ip netns exec phone timeout 60 dhclient -1 {files} phone")

    def phone_leaves(self) -> None:
        self._end("phone", "phone-dhcp")
        self.box.run("ip -n phone addr flush dev phone")

    def phone_address(self) -> str:
        found = re.search(r"inet ([0-9.]+)/", self.box.run("ip -n phone addr show phone"))
        return found[1] if found else ""

    def phone_opens(self, url: str, *options: str) -> tuple[int, str]:
        """Status and body, from the phone's own network."""
        asked = ["curl", "-sS", "-m", "30", "-b", "/root/jar", "-c", "/root/jar", "-w", "\n%{http_code}", *options, url]
        body, _, status = self.box.run(shlex.join(["ip", "netns", "exec", "phone", *asked])).rpartition("\n")
        return int(status), body

    def phone_posts(self, path: str, body: str = "{}") -> tuple[int, str]:
        headers = ("Origin: http://10.42.0.1", "X-Warglass: 1", "Content-Type: application/json")
        return self.phone_opens(
            f"http://10.42.0.1{path}", *(part for each in headers for part in ("-H", each)), "-d", body
        )

    def _supplicant(self, name: str, network: str) -> None:
        self.box.run(f"printf %s {shlex.quote(network)} > /root/{name}.conf")
        files = f"-c /root/{name}.conf -P /run/{name}.pid -f /root/{name}.log"
        self.box.run(f"ip netns exec {name} wpa_supplicant -B -i {name} {files}")

    def _end(self, *names: str) -> None:
        for name in names:
            self.box.run(f"test ! -e /run/{name}.pid || kill $(cat /run/{name}.pid); rm -f /run/{name}.pid")
