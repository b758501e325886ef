#!/bin/sh
# Collect, link and run small programs, and compare with what linking must find.
#
#     run_link_cases.sh BIN_DIR [--shard NUMBER/COUNT] [CASE...]
#
# A case is a directory with the sources of a program, or textual IR, and `expected`, what link-dump
# prints of the linked graph, sorted. Sources named outside_* are compiled into the program, but not
# collected; a case without `main` is a library and is not run. C++ is C++14, since later headers take
# twice as long to parse; `flags`, if there is one, holds more options of its compiler, such as -std=c++17.
# `packages`, if there is one, holds those of pkg-config that the program needs: without them the case is
# left out; `libraries` holds those that have no package. `programs`, if there is one, says that the graph
# is of several programs, kept apart: a line has the sources of one. `typed_calls`, if there is one, says
# that calls are promised to be typed. With `source_alone`, IR does not tell what the case is about:
# such cases are left out of bitcode that an optimiser made.
# $CG_LINK_COLLECT holds options of cgcollect. With $CG_LINK_BITCODE, options of the compiler, what is
# collected and run is IR that is made with them;
# $CG_LINK_LANGUAGE, c, cc or ll, takes the cases of one language alone. $CG_LINK_CHECKS names the
# checks, all without it:
#
#     expected   the graph is what `expected` says
#     cgmerge    cgmerge makes the graph; without this check link-laws does, in the same way, which is started
#                once for all cases
#     order      the same bytes come of the files in another order
#     partial    and of partial links of random parts of them ($CG_SEED)
#     run        what an instrumented run of the program did is in the graph
#     only       of C++, and in the graph that cgcollect --ir=only makes; needs `run` before it
#     bitcode    of C, and in the graph of IR that clang makes without optimising, by itself; needs
#                `run` before it
#     reach      what can be reached is, of each FROM TO ANSWER in the file `reach`, if there is one, what that
#                says. cgquery is asked where one is not a linkage name, or that of several functions
#
# Cases with assembler, which is of x86-64, are left out on other processors, and of bitcode.
#
# $CG_LINK_JOBS is how many cases are run at a time, one for each processor without it.
#
# The expected callees are those of an analysis by inclusion that distinguishes fields by type and not
# by object, and neither order, contexts nor elements of arrays (docs/pointer-facts.md).
set -u

bin=$1
shift
[ -x "$bin/cgcollect" ] || { echo "no $bin/cgcollect"; exit 2; }
shard=1/1
[ "${1:-}" = --shard ] && { shard=$2; shift 2; }
cd "$(dirname "$0")" || exit 2
here=$PWD
. ../shard.sh
[ $# -gt 0 ] || set -- $(dirname */expected | of_shard "$shard")
# What is said of a case starts as few processes as it can: there are hundreds of cases.
has() { # CASE SUFFIX
    for file in "$1"/*."$2"; do
        [ ! -f "$file" ] || return 0
    done
    return 1
}

is_c() { # CASE: whether all of it is
    ! has "$1" cc && ! has "$1" ll && ! has "$1" S
}

of_language() { # CASE...
    for case; do
        language=c
        has "$case" cc && language=cc
        has "$case" ll && language=ll
        [ "$language" != "$CG_LINK_LANGUAGE" ] || echo "$case"
    done
}

packages() { # CASE OPTION: what pkg-config says of its packages
    # shellcheck disable=SC2046 # names without blanks
    [ ! -f "$1/packages" ] || pkg-config "$2" $(cat "$1/packages")
}

libraries() { # CASE: options that link those it needs
    [ ! -f "$1/libraries" ] || sed 's/^/-l/' "$1/libraries"
}

has_libraries() { # CASE: whether the linker finds all
    [ ! -f "$1/libraries" ] || while read -r library; do
        case $(cc -print-file-name="lib$library.so") in
        /*) ;;
        *) return 1 ;;
        esac
    done <"$1/libraries"
}

with_packages() { # CASE...
    for case; do
        if packages "$case" --exists 2>/dev/null && has_libraries "$case"; then
            echo "$case"
        else
            echo "$case: left out, no $(cat "$case/packages" "$case/libraries" 2>/dev/null)" >&2
        fi
    done
}

of_processor() { # CASE...
    for case; do
        [ -z "${CG_LINK_BITCODE:-}" ] || [ ! -f "$case/source_alone" ] || continue
        ! has "$case" S || { [ "$(uname -m)" = x86_64 ] && [ -z "${CG_LINK_BITCODE:-}" ]; } || continue
        echo "$case"
    done
}

# shellcheck disable=SC2046 # names without blanks
set -- $(with_packages $(of_processor "$@"))
# shellcheck disable=SC2046 # names without blanks
[ -z "${CG_LINK_LANGUAGE:-}" ] || set -- $(of_language "$@")
checks=${CG_LINK_CHECKS:-expected cgmerge order partial run only bitcode reach}
checks() { # CHECK: whether it is made
    case " $checks " in *" $1 "*) return 0 ;; esac
    return 1
}
seed=${CG_SEED:-1}
cc=$(command -v clang-19 || command -v clang || command -v gcc)
cxx=$(command -v clang++-19 || command -v clang++ || command -v g++)
# Of GCC, if it is there, which loads no LLVM.
linker_c=$(command -v gcc || echo "$cc")
linker_cxx=$(command -v g++ || echo "$cxx")
gold= # takes a third of the page faults where there is libstdc++
! command -v ld.gold >/dev/null || gold=-fuse-ld=gold

work=$(mktemp -d)
mkdir "$work/ir"
trap 'rm -rf "$work"' EXIT
jobs=${CG_LINK_JOBS:-$(getconf _NPROCESSORS_ONLN)}

sources() { # CASE: its sources that are collected
    for file in "$1"/*.c "$1"/*.cc "$1"/*.ll "$1"/*.S; do
        [ ! -f "$file" ] || [ "${file#*/outside_}" != "$file" ] || echo "$file"
    done
}

ir_of() { # SOURCE: the file that holds its IR
    name=${1%.ll}
    echo "$work/ir/${name%%/*}_${name#*/}.ll"
}

compiler() { # SOURCE: its compiler and the options that say something of the language
    options=
    [ ! -f "${1%/*}/packages" ] || options=$(packages "${1%/*}" --cflags)
    case $1 in
        *.cc)
            [ ! -f "${1%/*}/flags" ] || options="$(cat "${1%/*}/flags") $options"
            echo "$cxx -std=c++14 -w $options"
            ;;
        *.ll) echo "$cc -Wno-override-module" ;;
        *) echo "$cc -std=gnu17 -w $options" ;;
    esac
}

runner() { # SOURCE: the compiler of the program that is run
    case $1 in
        *.c) compiler "$1" | sed "s|^$cc |$linker_c |" ;;
        *) compiler "$1" ;;
    esac
}

write_database() { # CASE...
    first=
    echo '['
    for source in $(for case; do sources "$case"; done | grep -v '\.ll$'); do
        [ -z "$first" ] || echo ','
        first=no
        printf '{"directory": "%s", "file": "%s", "command": "%s -c %s"}' \
            "$here" "$source" "$(compiler "$source")" "$source"
    done
    echo ']'
}

collect_database() { # DIRECTORY OPTION...
    directory=$1
    shift
    ! grep -q '"file"' "$work/compile_commands.json" ||
        timeout 900 "$bin/cgcollect" --clang "$cc" "$@" -p "$work" --root "$here" --output-dir "$work/$directory"
}

collect_source() { # CASE...
    write_database "$@" >"$work/compile_commands.json"
    # shellcheck disable=SC2086 # options are words
    collect_database mcg ${CG_LINK_COLLECT:-} || return 1
    ! checks only || collect_only "$@" || return 1
    for case; do
        for source in $(sources "$case"); do
            case $source in *.ll) cp "$source" "$(ir_of "$source")" ;; esac
            ! checks bitcode || ! is_c "$case" || write_bitcode "$source" -O0 || return 1
        done
    done
    collect_modules
}

# C is collected with --ir=only as it is without.
collect_only() { # CASE...
    # shellcheck disable=SC2046 # names without blanks
    write_database $(for case; do ! has "$case" cc || echo "$case"; done) >"$work/compile_commands.json"
    collect_database only --ir=only
}

# All IR files at once: starting cgcollect takes longer than collecting most of them.
collect_modules() {
    [ -n "$(find "$work/ir" -name '*.ll')" ] || return 0
    # shellcheck disable=SC2086 # options are words
    (cd "$work/ir" && "$bin/cgcollect" --clang "$cc" ${CG_LINK_COLLECT:-} -j "$jobs" --root "$here" ./*.ll)
}

write_bitcode() { # SOURCE OPTIONS
    # shellcheck disable=SC2086 # options are words
    $(compiler "$1") $2 -fno-omit-frame-pointer -fno-strict-aliasing -fno-pie -pthread \
        -g -emit-llvm -S "$1" -o "$(ir_of "$1")"
}

collect_bitcode() { # CASE...
    for case; do
        for source in $(sources "$case"); do
            write_bitcode "$source" "$CG_LINK_BITCODE" || return 1
        done
    done
    collect_modules
}

link() { # OUTPUT ARGUMENTS...
    out=$1
    shift
    # shellcheck disable=SC2086 # no word or one
    timeout 60 "$bin/cgmerge" $apart "$@" -o "$out" 2>"$dir/stderr" && return
    echo "cgmerge failed:"
    head -3 "$dir/stderr"
    return 1
}

check_expected() { # CASE
    # IR by itself has no places: of such cases all edges are expected.
    if has "$1" ll; then grep -v '^name ' "$dir/runs"; else cat "$dir/calls"; fi |
        LC_ALL=C sort -u >"$dir/actual"
    cmp -s "$1/expected" "$dir/actual" || ! diff -u "$1/expected" "$dir/actual" | tail -n +3
}

check_cgmerge() { # CASE: link_case has made it
    [ -s "$dir/whole.mcg" ]
}

check_order() { # CASE
    [ ! -s "$share/laws" ] || ! grep -x "order $dir/whole.mcg" "$share/laws"
}

check_partial() { # CASE
    [ ! -s "$share/laws" ] || ! grep -x "partial $dir/whole.mcg" "$share/laws"
}

# -Wa,-L keeps the names of the functions around awaiting.
object_of_source() { # SOURCE OBJECT
    case $1 in
        *.ll) object_of_ir "$1" "$2" ;;
        *.S) $(compiler "$1") -DRECORDED -c "$1" -o "$2" ;;
        *) $(runner "$1") -O0 -fno-omit-frame-pointer -finstrument-functions -fno-pie -pthread \
            -Wa,-L -c "$1" -o "$2" ;;
    esac
}

object_of_bitcode() { # SOURCE OBJECT
    object_of_ir "$(ir_of "$1")" "$2"
}

# Make an object of IR, with instructions that record which function is entered and left.
object_of_ir() { # IR OBJECT
    sed -e 's/^\(attributes #[0-9]* = {\)/\1 "frame-pointer"="all" "instrument-function-entry-inlined"="__cyg_profile_func_enter" "instrument-function-exit-inlined"="__cyg_profile_func_exit"/' \
        -e '/#/!s/^\(define .*)\)\( [a-z_ ]*\){/\1\2"frame-pointer"="all" "instrument-function-entry-inlined"="__cyg_profile_func_enter" "instrument-function-exit-inlined"="__cyg_profile_func_exit" {/' \
        "$1" >"$2.ll" &&
        "$cc" -O0 -fno-pie -Wno-override-module -Wa,-L -c "$2.ll" -o "$2"
}

build() { # CASE SOURCE...: make the instrumented program
    case=$1
    shift
    objects=
    linker=$linker_c
    for source; do
        case $source in *.c | *.S) ;; *) linker=$linker_cxx ;; esac
        object=$dir/run/${source##*/}.o
        "object_of_$what" "$source" "$object" || return 1
        objects="$objects $object"
    done
    outside=
    for source in "$case"/outside_*.c "$case"/outside_*.cc; do
        [ -f "$source" ] || continue
        $(runner "$source") -shared -fPIC "$source" -o "$dir/run/liboutside.so" || return 1
        outside=$dir/run/liboutside.so
    done
    # shellcheck disable=SC2086 # names without blanks
    "$linker" $gold -no-pie -rdynamic -pthread $objects "$work/recorder.o" $outside -ldl \
        $(packages "$case" --libs) $(libraries "$case") \
        -Wl,-rpath,"$dir/run" -o "$dir/run/program"
}

run_program() { # CASE SOURCE...
    build "$@" >"$dir/stderr" 2>&1 || { head -5 "$dir/stderr"; return 1; }
    (cd "$dir/run" && CG_RECORD=$dir/run/record timeout 20 ./program >/dev/null 2>&1 </dev/null)
    status=$?
    [ "$status" -eq 0 ] || { echo "the program exits with $status"; return 1; }
    ./check_run.sh "$dir/runs" "$dir/run/program" "$dir/run/record"
}

check_run() { # CASE
    # shellcheck disable=SC2046 # names without blanks
    grep -q 'main(' $(sources "$1") || return 0
    mkdir "$dir/run"
    if [ ! -f "$1/programs" ]; then
        # shellcheck disable=SC2046 # names without blanks
        run_program "$1" $(sources "$1")
        return
    fi
    while read -r program; do
        rm -f "$dir/run/record"
        # shellcheck disable=SC2046,SC2086 # names without blanks
        run_program "$1" $(printf "$1/%s " $program) || return 1
    done <"$1/programs"
}

check_only() { # CASE
    [ ! -f "$dir/run/record" ] || ! has "$1" cc || [ -f "$1/source_alone" ] ||
        ./check_run.sh "$dir/only" "$dir/run/program" "$dir/run/record"
}

check_bitcode() { # CASE
    [ ! -f "$dir/run/record" ] || [ ! -f "$dir/bitcode" ] ||
        ./check_run.sh "$dir/bitcode" "$dir/run/program" "$dir/run/record"
}

check_reach() { # CASE
    [ -f "$1/reach" ] || return 0
    grep "^$dir/whole.mcg " "$share/answers" >"$dir/answers"
    while read -r _ from to answer said; do
        [ "$said" != '?' ] || said=$("$bin/cgquery" -q reach "$dir/whole.mcg" "$from" "$to" 2>&1 | head -1)
        [ "${said%%:*}" = "$answer" ] || echo "$from $to: not $answer but $said"
    done <"$dir/answers" >"$dir/wrong"
    cat "$dir/wrong"
    [ -s "$1/reach" ] && [ ! -s "$dir/wrong" ] && [ "$(wc -l <"$1/reach")" -eq "$(wc -l <"$dir/answers")" ]
}

graphs() { # CASE DIRECTORY: the graphs of its sources
    graphs=
    for source in $(sources "$1"); do
        case $2/$source in
            */ir/* | *.ll) graphs="$graphs $(ir_of "$source").mcg" ;;
            *) graphs="$graphs $2/$source.mcg" ;;
        esac
    done
    echo "$graphs"
}

# Say what has failed in the graph of a case.
fail() { # CASE WHAT
    echo "$1: $2:"
    head -"${CG_LINK_LINES:-20}" "$dir/report" | sed 's/^/    /'
    echo "$1" >>"$share/failed"
}

link_case() { # CASE
    mkdir -p "$dir"
    graphs=$(graphs "$1" "$work/$collected")
    apart=
    [ ! -f "$1/programs" ] || apart=--separate-programs
    [ ! -f "$1/typed_calls" ] || apart=--assume=typed-calls
    # shellcheck disable=SC2086 # names without blanks
    ! checks cgmerge || link "$dir/whole.mcg" $graphs >"$dir/report" || return 1
    echo "$dir/whole.mcg $graphs" >>"$share/programs$apart"
    echo "$dir/whole.mcg $dir/calls $1/" >>"$share/dumps"
    echo "$dir/whole.mcg $dir/runs" >>"$share/dumps"
    ! checks reach || [ ! -f "$1/reach" ] || sed "s|^|$dir/whole.mcg |" "$1/reach" >>"$share/asked"
    ! checks only || ! has "$1" cc || link_later "$1" only only
    ! checks bitcode || ! is_c "$1" || link_later "$1" bitcode ir
}

# What was collected of a case in another way is linked by link-laws, which does it as cgmerge does.
link_later() { # CASE NAME DIRECTORY
    echo "$dir/$2.mcg $(graphs "$1" "$work/$3")" >>"$share/others"
    echo "$dir/$2.mcg $dir/$2" >>"$share/dumps"
}

check_case() { # CASE
    for check in $checks; do
        "check_$check" "$1" >"$dir/report" 2>&1 || fail "$1" "$check"
    done
}

laws() { # FILE WORD...: unless the file of programs is empty
    programs=$share/$1
    shift
    [ -s "$programs" ] || return 0
    "$bin/link-laws" "$seed" "$@" <"$programs" >>"$share/laws" 2>>"$share/stderr"
    [ $? -le 1 ]
}

# Every one of so many cases, with files of its own.
run_share() { # NUMBER CASE...
    share=$work/share$1
    number=$1
    shift
    mkdir "$share"
    : >"$share/dumps" >"$share/laws" >"$share/asked"
    cases=
    for case; do
        number=$(((number + 1) % jobs))
        dir=$share/${case%/}
        [ "$number" -eq 0 ] || continue
        if link_case "${case%/}"; then
            cases="$cases ${case%/}"
        else
            fail "${case%/}" link
        fi
    done
    # shellcheck disable=SC2086 # words
    laws programs $linked $checks && laws programs--separate-programs apart $linked $checks &&
        laws programs--assume=typed-calls typed $linked $checks && laws others link &&
        "$bin/link-dump" <"$share/dumps" 2>>"$share/stderr" &&
        "$bin/reach-pairs" - <"$share/asked" >"$share/answers" 2>>"$share/stderr" || {
        cat "$share/stderr"
        echo "${share##*/}" >>"$share/failed"
    }
    for case in $cases; do
        dir=$share/$case
        check_case "$case"
    done
}

LC_ALL=C
export LC_ALL
! checks run || $cc -O1 -fno-omit-frame-pointer -fno-pie -c recorder.c -o "$work/recorder.o" || exit 2
what=source collected=mcg linked=link
! checks cgmerge || linked=
[ -z "${CG_LINK_BITCODE:-}" ] || what=bitcode collected=ir
"collect_$what" "$@" 2>"$work/stderr" || {
    echo "cgcollect fails:"
    head -20 "$work/stderr"
}
share=0
while [ "$share" -lt "$jobs" ]; do
    run_share "$share" "$@" >"$work/report$share" &
    share=$((share + 1))
done
wait
cat "$work"/report*
failed=$(cat "$work"/share*/failed 2>/dev/null | sort -u | wc -l)
echo "$# cases, $failed failed"
[ "$failed" -eq 0 ] && [ $# -gt 0 ]
