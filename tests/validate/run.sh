#!/bin/sh
# Validate a small program's graph against its runs.
#
#     run.sh BIN_DIR [--update]
#
# program/ has calls of every kind: virtual, through pointers, of constructors, templates, callbacks of
# qsort, atexit and threads, inlined and tail calls. recorded/ has what callgrind saw of it without and
# with optimisation. The graph must have all these calls; edges removed from the graph must be
# reported (mutilate.py). Where valgrind and clang are installed the program is also recorded anew,
# which --update leaves in recorded/. Skips (77) without cgcollect or python3.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
bin=$1
[ -x "$bin/cgcollect" ] || exit 77
command -v python3 >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$here/program"

for source in steps.c main.cc; do
    "$bin/cgcollect" "$source" -o "$work/$source.mcg" 2>"$work/log" || { cat "$work/log"; exit 1; }
done
"$bin/cgmerge" "$work"/*.mcg -o "$work/whole.mcg"

failed=0
hold() { # WHAT PROFILE
    "$bin/cgvalidate" "$work/whole.mcg" "$2" >"$work/answer" 2>&1 || {
        echo "$1: exit status $?"
        head -30 "$work/answer"
        failed=1
    }
    grep -q '^recall  *100 %' "$work/answer" || { echo "$1: recall is not 100 %"; failed=1; }
    calls=$(sed -n 's/^calls checked *//p' "$work/answer")
    [ "${calls:-0}" -gt 20 ] || { echo "$1: $calls calls checked"; failed=1; }
}

record() { # LEVEL: no names of this machine are kept
    clang-19 -gdwarf-4 -"$1" -c steps.c -o "$work/steps.o"
    clang++-19 -gdwarf-4 -"$1" -c main.cc -o "$work/main.o"
    clang++-19 "$work/steps.o" "$work/main.o" -o "$work/program" -lpthread
    valgrind -q --tool=callgrind --demangle=no --callgrind-out-file="$work/$1.raw" \
        "$work/program" >/dev/null
    sed -e "s|$work/||" -e "s|$here/program/||" -e '/^desc: /d' -e 's/^pid: .*/pid: 1/' \
        "$work/$1.raw" >"$work/callgrind.out.$1"
}

for level in O0 O2; do
    if command -v valgrind >/dev/null && command -v clang++-19 >/dev/null; then
        record $level
        [ "${2:-}" != --update ] || gzip -9nc "$work/callgrind.out.$level" \
            >"$here/recorded/callgrind.out.$level.gz"
        hold "recorded now, $level" "$work/callgrind.out.$level"
    fi
    hold "recorded, $level" "$here/recorded/callgrind.out.$level.gz"
done
python3 "$here/mutilate.py" "$bin" "$work/whole.mcg" "$work/cut" 5 \
    "$here/recorded/callgrind.out.O0.gz" || failed=1
exit $failed
