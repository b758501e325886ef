#!/bin/sh
# What is kept loaded runs as what is started: test.sh ASK KEEP
set -u

bin=${1%/*}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "${0%/*}/loaded.sh"
failed=0
shell=$(readlink -f "$(command -v bash)")
keep_loaded "$work" "$shell" || exit 1
kept=$work/${shell##*/}

mkdir "$work/here"
echo input >"$work/input"
echo seven >"$work/seven"
compare() { # WHAT SCRIPT
    for program in "$shell" "$kept"; do
        (cd "$work/here" && umask 027 && ulimit -n 99 && trap '' USR1 &&
            NAME=value exec "$program" -c "$2" zero 'a b' '') \
            <"$work/input" 7<"$work/seven" >"$work/out" 2>&1
        echo "exit $?" >>"$work/out"
        [ "$program" = "$kept" ] || mv "$work/out" "$work/expected"
    done
    cmp -s "$work/expected" "$work/out" && return
    echo "$1: not as when it is started:"
    diff "$work/expected" "$work/out"
    failed=1
}

compare arguments 'echo $# "$0" "$1" "$2"; exit 3'
compare environment 'echo $NAME $PATH; env | grep -c LOADED'
compare directory 'pwd; umask; ulimit -n'
compare descriptors 'read -r a; read -r b <&7; echo "$a $b" >&2; ls /proc/self/fd | wc -l'
compare "ignored signals" 'grep SigIgn /proc/$$/status'
compare "the end by a signal" 'ulimit -c 0; kill -SEGV $$'

# Signals reach it, and what nobody waits for ends.
"$kept" -c 'trap "exit 5" TERM; echo ready; while :; do sleep 0.01; done' >"$work/ready" &
while [ ! -s "$work/ready" ]; do sleep 0.01; done
kill -TERM $!
wait $!
[ $? -eq 5 ] || { echo "a signal is not handed on"; failed=1; }
"$kept" -c 'echo $$; exec sleep 50' >"$work/number" &
while [ ! -s "$work/number" ]; do sleep 0.01; done
kill -KILL $!
read -r number <"$work/number"
tries=0
while kill -0 "$number" 2>/dev/null; do
    tries=$((tries + 1))
    [ $tries -lt 500 ] || { echo "a process stays that nobody waits for"; failed=1; break; }
    sleep 0.01
done
exit $failed
