# The Python environment of an installed Warglass. Sourced by install.sh and install-hall.sh, after places.sh.
# shellcheck shell=bash disable=SC2154

# What reads the pins, within the versions that Warglass knows: as in pyproject.toml. What only these versions have tells
# them from others: gpiod 1.5.4 is another library, which an index offers where 2 has no wheel, and lgpio 0.0.0.2 is empty.
# shellcheck disable=SC2034
declare -A wanted=([gpiod]='gpiod>=2.3,<3' [lgpio]='lgpio>=0.2.2,<0.3')
# shellcheck disable=SC2034
declare -A pins=([gpiod]=LineSettings [lgpio]=gpio_claim_alert)

check_machine() {
    command -v systemctl >/dev/null || fail "there is no systemd here, which runs the service"
    command -v python3 >/dev/null || fail "there is no Python here:  sudo apt install python3 python3-venv"
    system_python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' ||
        fail "$(python3 --version) is not one that Warglass runs on (3.11 to 3.14)." \
            "Raspberry Pi OS has one since Bookworm."
    system_python -c 'import ensurepip, venv' 2>/dev/null || fail "Python's venv is missing:  sudo apt install python3-venv"
}

# An environment of its own, made anew only when the system's Python has become another: what Debian installed stays
# untouched, and what is installed here works until the new one has been fetched.
make_environment() {
    local version='import sys; print(sys.version_info[:2])'
    if [[ $(our_python -c "$version" 2>/dev/null) != "$(system_python -c "$version")" ]]; then
        system_python -m venv --clear "$app"
    fi
}

pip_install() {
    local from=()
    if [[ -n ${WHEELS:-} ]]; then from=(--no-index --find-links "$WHEELS"); fi
    our_python -m pip --quiet --disable-pip-version-check --no-cache-dir install "${from[@]}" "$@"
}

# What Warglass stands on, as the lock file has it (`make lock`): these versions, and only files with these sums. A 32-bit
# Pi takes its wheels from piwheels, which builds them itself, so there only the versions hold.
install_locked() {
    local lock=$here/locked${1:-}.txt
    if our_python -c 'import struct, sys; sys.exit(struct.calcsize("P") != 8)'; then
        pip_install --upgrade --require-hashes --requirement "$lock"
    else
        sed -nE 's/^([^ #]+==[^\\]*) \\\\$/\1/p' "$lock" >"$app/locked.txt"
        pip_install --upgrade --requirement "$app/locked.txt"
    fi
}

# With what halls need, where it is given -hall.
install_python() {
    say "Installing into $app"
    local from=("$(dirname "$here")")
    # A package has no checkout, but a wheel of Warglass beside the others; the same version may be another build.
    if [[ ! -e ${from[0]}/pyproject.toml ]]; then from=(--force-reinstall warglass); fi
    { install_locked "${1:-}" && pip_install --no-deps --no-build-isolation "${from[@]}"; } ||
        fail "what Warglass needs could not be installed; what pip says is above." \
            "Is this Pi online? If it cannot be: run  make wheels  on one that is, and carry that folder here, then" \
            "sudo make install WHEELS=/path/to/wheels"
}

# The service may write nothing here, so what is not compiled now is compiled at every start, which takes a small Pi seconds.
# pip has done most of it already, unless somebody's pip.conf says otherwise. A module that is none, as some packages bring
# for their templates, is nobody's fault.
compile_python() {
    "$python" -I -m compileall -q "$app/lib" || true
}

link_command() {
    if [[ -L $link || ! -e $link ]]; then ln -sfn "$app/bin/warglass" "$link"; fi
}
