#!/usr/bin/env bash
# Whether the suite says the same every time: steady.sh [RUNS] runs all of it so often, every other time with two busy
# processes beside it, then each of the browser's files so often alone. One line a run; the first red one ends it.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-10}
log=$(mktemp)
busy=()
count=0

idle() {
    if ((${#busy[@]})); then kill "${busy[@]}" 2>/dev/null || true; fi
    busy=()
}
trap 'idle; rm -f "$log"' EXIT

crowd() {
    for _ in 1 2; do
        timeout 1h sh -c 'while :; do :; done' &
        busy+=($!)
    done
}

try() { # what it is, then what pytest is given
    local name=$1
    shift
    count=$((count + 1))
    if ! .venv/bin/pytest -q -p no:cacheprovider "$@" >"$log" 2>&1; then
        cat "$log"
        echo "$name: RED, after $((count - 1)) green runs"
        exit 1
    fi
    echo "$name: $(tail -n 1 "$log")"
}

for ((run = 1; run <= runs; run++)); do
    beside=
    if ((run % 2 == 0)); then
        crowd
        beside=', two busy processes beside it'
    fi
    try "Run $run of $runs$beside" -n 2 --dist worksteal
    idle
done
for file in tests/browser/test_*.py; do
    for ((run = 1; run <= runs; run++)); do
        try "$file, $run of $runs" "$file"
    done
done
echo "$count runs, all green"
