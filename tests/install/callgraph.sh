#!/bin/sh
# cg_callgraph makes graphs of targets as they are built, with every generator there is:
#
#     callgraph.sh PROJECT PREFIX CC CXX
set -eu
example=$(cd "$1" && pwd)
prefix=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
PATH=$prefix/bin:$PATH
export CC="$3" CXX="$4"

fail() {
    echo "callgraph.sh: $1"
    exit 1
}

quietly() {
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "failed: $*"; }
}

# refused TEXT COMMAND...: the command fails with this message
refused() {
    text=$1
    shift
    ! "$@" >"$work/log" 2>&1 || fail "did not fail: $*"
    # CMake breaks lines as it likes.
    tr -s '\n ' '  ' <"$work/log" | grep -qF -- "$text" || { cat "$work/log"; fail "does not say: $text"; }
}

# answer STATUS GRAPH FROM TO
answer() {
    status=0
    cgquery reach "$2" "$3" "$4" >"$work/log" 2>&1 || status=$?
    [ "$status" -eq "$1" ] || { cat "$work/log"; fail "reach $3 $4: $status, not $1"; }
}

# collected FILE...: these graphs, and no others, are younger than the mark
collected() {
    found=$(find . -name '*.mcg' -newer mark | sort)
    wanted=$([ $# -eq 0 ] || printf '%s\n' "$@" | sort)
    [ "$found" = "$wanted" ] || fail "$generator: made again: $found, not: $wanted"
    touch mark
    sleep 0.02
}

build() {
    quietly cmake --build . -j2 "$@"
}

objects=CMakeFiles
try() {
    rm -rf "$work/source files" "$work/build it"
    cp -R "$example" "$work/source files"
    mkdir "$work/build it"
    cd "$work/build it"
    touch mark
    quietly cmake -G "$generator" -DCMAKE_PREFIX_PATH="$prefix" "../source files" "$@"
    build
    ! grep -q warning "$work/log" || { cat "$work/log"; fail "$generator warns"; }
    collected ./app.mcg ./$objects/app.dir/draw.cc.o.mcg ./$objects/app.dir/main.c.o.mcg \
        ./engine/$objects/engine.dir/engine.c.o.mcg ./engine/$objects/parts.dir/parts.c.o.mcg \
        ./$objects/tool.dir/tool.c.o.mcg ./late/$objects/late.dir/late.c.o.mcg ./late/late.mcg
    # Definitions and directories as in the build, destructors, libraries of all sorts
    answer 0 app.mcg main puts
    answer 0 app.mcg engine_run late_close
    answer 1 app.mcg engine_part late_close
    cgquery show app.mcg engine_run | grep -qF 'defined in: engine/engine.c' || fail "not relative"

    build
    collected
    build --target tool-callgraph
    collected "./graphs of tools/tool.mcg"
    answer 0 "graphs of tools/tool.mcg" main engine_part
    answer 1 "graphs of tools/tool.mcg" engine_part main

    # What a header changes, and nothing else, is collected again.
    echo '#define STEPS' >"../source files/engine/steps.in"
    build
    collected ./app.mcg ./engine/$objects/engine.dir/engine.c.o.mcg
    answer 1 app.mcg main engine_part

    # A file less
    sed -i 's/ \$<TARGET_OBJECTS:parts>//' "../source files/engine/CMakeLists.txt"
    build
    collected ./app.mcg
    ! cgquery show app.mcg engine_part >/dev/null 2>&1 || fail "knows what is no longer linked"

    # What does not compile makes no graph, and what does is taken up from there.
    echo 'int' >>"../source files/main.c"
    ! cmake --build . >"$work/log" 2>&1 || fail "built what does not compile"
    collected
    echo 'more(void) { return 0; }' >>"../source files/main.c"
    build
    collected ./app.mcg ./$objects/app.dir/main.c.o.mcg
    cgquery show app.mcg more >/dev/null || fail "does not know what is new"
}

for generator in Ninja "Unix Makefiles"; do
    case $generator in
    Ninja) command -v ninja >/dev/null || continue ;;
    *) command -v make >/dev/null || continue ;;
    esac
    try
done

# What cannot be
config() {
    mkdir -p "$work/wrong"
    rm -rf "$work/wrong/build"
    cp "$example/bystander.c" "$work/wrong"
    { printf 'cmake_minimum_required(VERSION 3.22)\nproject(wrong LANGUAGES C)\nfind_package(libcg)\n'
        cat; } >"$work/wrong/CMakeLists.txt"
}
configure() { # what compilers can do was found out before
    cmake -DCMAKE_C_COMPILER_FORCED=ON -S "$work/wrong" -B "$work/wrong/build" -DCMAKE_PREFIX_PATH="$prefix" "$@"
}
config <<'CMAKE'
cg_callgraph(nothing)
CMAKE
refused "there is no target nothing" configure
config <<'CMAKE'
add_executable(app bystander.c)
cg_callgraph(app WORLD)
CMAKE
refused "does not understand: WORLD" configure
config <<'CMAKE'
add_executable(app bystander.c)
cg_callgraph(app)
add_executable(other bystander.c)
target_link_libraries(other PRIVATE app)
set_target_properties(app PROPERTIES ENABLE_EXPORTS ON)
cg_callgraph(other COLLECT --metadata=none)
CMAKE
refused "collected with different options" configure

config <<'CMAKE'
add_library(app INTERFACE)
cg_callgraph(app)
CMAKE
refused "nothing of app is compiled" configure

config <<'CMAKE'
add_executable(app bystander.c)
cg_callgraph(app OUTPUT ROOT /)
CMAKE
refused "OUTPUT needs a value" configure
config <<'CMAKE'
add_executable(app bystander.c)
add_executable(also::app ALIAS app)
cg_callgraph(app)
cg_callgraph(also::app)
CMAKE
refused "app has a graph already: " configure
if command -v ninja >/dev/null; then
    config <<'CMAKE'
add_executable(app bystander.c)
cg_callgraph(app OUTPUT app.mcg)
CMAKE
    refused '$<CONFIG> is to be in its name' configure -G "Ninja Multi-Config"
fi

# What options name is read again when it changes, and the tools do their work again.
for generator in Ninja "Unix Makefiles"; do
    [ "$generator" != Ninja ] || command -v ninja >/dev/null || continue
    config <<'CMAKE'
add_executable(app bystander.c)
add_executable(also::app ALIAS app)
cg_callgraph(also::app COLLECT ${NOTHING} MERGE --annotate=own.csv --summaries own.summaries DEPENDS other)
CMAKE
    cd "$work/wrong"
    echo '# none' >own.summaries
    printf 'function,cost\nmain,1\n' >own.csv
    touch other
    quietly configure -G "$generator"
    quietly cmake --build build
    ! grep -qi warning "$work/log" || { cat "$work/log"; fail "$generator warns of C alone"; }
    [ "$(cgquery show -k cost build/app.mcg main)" = "$(printf 'main\t1')" ] || fail "no annotation"
    cd build
    sleep 0.02
    touch mark
    build
    collected
    printf 'function,cost\nmain,2\n' >../own.csv
    build
    collected ./app.mcg
    [ "$(cgquery show -k cost app.mcg main)" = "$(printf 'main\t2')" ] || fail "annotation is stale"
    for file in ../own.summaries ../other; do
        touch $file
        build
        collected ./app.mcg
    done
    touch "$prefix/bin/cgcollect"
    build
    collected ./app.mcg ./CMakeFiles/app.dir/bystander.c.o.mcg
    cd "$work"
done

# CMake compiles assembler without a launcher.
config <<'CMAKE'
enable_language(ASM)
add_executable(app bystander.c low.S)
cg_callgraph(app)
CMAKE
cd "$work/wrong"
printf '    .globl low\n    .type low, %%function\nlow: ret\n    .size low, .-low\n' >low.S
quietly configure -G "Unix Makefiles"
quietly cmake --build build
! grep -qi 'cg_callgraph: warning' "$work/log" || { cat "$work/log"; fail "warns of assembler"; }
cgquery show build/app.mcg low | grep -q 'defined in' || fail "assembler is not in the graph"
cd "$work"

# A library is one even where it brings a main.
config <<'CMAKE'
add_library(app STATIC bystander.c)
cg_callgraph(app)
CMAKE
quietly configure
quietly cmake --build "$work/wrong/build"
grep -q '"linked":{[^}]*"world":"open"' "$work/wrong/build/app.mcg" ||
    fail "a library is linked as a program"

# Make does not see that the compiler is another. No graph is made without what was compiled before,
# nor with graphs of what was compiled since without cgcollect.
config <<'CMAKE'
add_executable(app bystander.c)
if(GRAPH)
    cg_callgraph(app)
endif()
CMAKE
cd "$work"
quietly cmake -G "Unix Makefiles" -S wrong -B wrong/build -DCMAKE_PREFIX_PATH="$prefix"
quietly cmake --build wrong/build
quietly cmake -DGRAPH=ON wrong/build
refused "compiled without cgcollect" cmake --build wrong/build
quietly cmake --build wrong/build --clean-first
[ -s wrong/build/app.mcg ] || fail "no graph after a clean build"
quietly cmake -DGRAPH=OFF wrong/build
echo 'void more(void) {}' >>wrong/bystander.c
quietly cmake --build wrong/build
quietly cmake -DGRAPH=ON wrong/build
refused "compiled without cgcollect" cmake --build wrong/build
