#!/bin/bash
# Real builds, as people type them: with cgcollect in place of the compiler, or from a compilation
# database; one graph per program; what is dead held against what the linker left out.
#
#     builds.sh DIR BIN [NAME...]      NAME: a recipe in builds/, all without one
#
# For each NAME DIR/NAME gets src (unpacked, kept), plain, cg and gc, the three builds, and logs. A row
# of a Markdown table goes to standard output (builds.md has the columns), what is wrong to
# standard error: files collected in part, functions called dead that are in the program although
# not even their address is taken. Any such fails it. Recipes whose tools are missing are skipped.
# Needs network for what is not yet in DIR, gcc, python3 and nm; times are CPU seconds.
#
# A recipe sets `needs` (commands), `programs` (paths below the build), perhaps `database` (a directory
# with a compilation database: cgcollect -p runs after the build), `touched` (a source to save again),
# and defines `fetch` (fill $src), `configure` and `build`, which run in the build with $CC and $CXX.
set -u
[ $# -ge 2 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mkdir -p "$1" && cd "$1" && pwd)
bin=$(cd "$2" && pwd)
shift 2
if [ $# -eq 0 ]; then
    set -- "$here"/builds/*.sh
    set -- "${@##*/}"
    set -- "${@%.sh}"
fi
TIMEFORMAT='%U %S'
failed=0

report() {
    echo "$name: $*" >&2
    failed=1
}

cpu() { # LOG COMMAND...: its CPU seconds
    log=$1
    shift
    { time "$@" >"$log" 2>&1; } 2>&1 | awk '{ printf "%.1f", $1 + $2 }'
}

# A compiler that leaves the linker every function by itself, and keeps what it says of each program.
keep_apart() { # COMPILER: the path of one
    cat >"$work/apart-$1" <<END
#!/bin/bash
out=a.out
for ((i = 1; i <= \$#; i++)); do [ "\${!i}" != -o ] || { next=\$((i + 1)); out=\${!next}; }; done
case " \$* " in *" -c "*|*" -E "*|*" -S "*) exec $1 "\$@" -O0 -w -U_FORTIFY_SOURCE -fno-lto -ffunction-sections ;; esac
exec $1 "\$@" -O0 -w -U_FORTIFY_SOURCE -fno-lto -ffunction-sections -Wl,--gc-sections
END
    chmod +x "$work/apart-$1"
    echo "$work/apart-$1"
}

in_tree() { # KIND: a fresh copy of the sources
    rm -rf "${work:?}/$1"
    cp -r "$src" "$work/$1"
    cd "$work/$1" || exit 2
}

build_plain() {
    in_tree plain
    CC=$cc CXX=$cxx configure >"$work/plain-configure.log" 2>&1 || report "configuring failed"
    plain=$(CC=$cc CXX=$cxx cpu "$work/plain.log" build)
}

build_collected() {
    in_tree cg
    collect="$bin/cgcollect --root $work/cg --cc"
    if [ -n "$database" ]; then
        CC=$cc CXX=$cxx configure >"$work/cg-configure.log" 2>&1
        building=$(CC=$cc CXX=$cxx cpu "$work/cg.log" build)
        more=$(cpu "$work/collect.log" "$bin/cgcollect" --trust-compiler --root "$work/cg" -p "$database")
        collected=$(echo "$building $more" | awk '{ printf "%.1f", $1 + $2 }')
    else
        export CC="$collect $cc --" CXX="$collect $cxx --"
        configure >"$work/cg-configure.log" 2>&1
        collected=$(cpu "$work/cg.log" build)
    fi
}

merge() { # PROGRAM OUTPUT
    if [ -n "$database" ]; then
        "$bin/cgmerge" -p "$database" --program "$1" -o "$2"
    else
        "$bin/cgmerge" "./$1" -o "$2"
    fi
}

again() { # PROGRAM: what a saved file costs until the graph is there
    touch "$touched"
    build
    [ -z "$database" ] || "$bin/cgcollect" --trust-compiler --root "$work/cg" -p "$database"
    merge "$1" "$work/again.mcg"
}

one_program() { # PROGRAM
    program=$1
    graph=$work/$(basename "$program").mcg
    cd "$work/cg" || exit 2
    merging=$(cpu "$graph.log" merge "$program" "$graph")
    [ -s "$graph" ] || { report "no graph of $program: $(tail -n 1 "$graph.log")"; return; }
    grep -h 'collected only in part\|not collected' "$graph.log" | sed "s|^|$program: |" >&2
    second=$(cpu "$work/again.log" again "$program")
    "$bin/cgquery" stats --json "$graph" >"$graph.stats"
    "$bin/cgquery" dead --max 0 --json "$graph" >"$graph.dead" 2>/dev/null
    echo "$name" "$(basename "$program")" "$plain" "$collected" "$merging" "$second" |
        python3 "$here/builds_row.py" "$graph" "$(find "$work/gc" -path "*/$program" | head -n 1)" || failed=1
}

one() { # NAME
    name=$1
    work=$dir/$name
    src=$work/src
    cc=gcc cxx=g++ database='' touched='' programs='' needs=''
    # shellcheck source=/dev/null
    . "$here/builds/$name.sh"
    for need in $needs; do
        command -v "$need" >/dev/null || { echo "$name: skipped, there is no $need" >&2; return; }
    done
    mkdir -p "$src"
    if [ ! -e "$src/.done" ] && ! fetch >"$work/fetch.log" 2>&1; then
        echo "$name: skipped, its sources cannot be had: $(tail -n 1 "$work/fetch.log")" >&2
        return
    fi
    touch "$src/.done"
    build_plain
    (in_tree gc; CC=$(keep_apart "$cc") CXX=$(keep_apart "$cxx"); export CC CXX
        configure && build) >"$work/gc.log" 2>&1
    build_collected
    for program in $programs; do
        one_program "$program"
    done
}

for recipe; do
    [ -f "$here/builds/$recipe.sh" ] || { echo "$0: no recipe $recipe in $here/builds" >&2; exit 2; }
done
for recipe; do
    (one "$recipe"; exit "$failed") || failed=1
done
exit "$failed"
