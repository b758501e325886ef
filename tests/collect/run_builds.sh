#!/bin/sh
# One program out of a build directory: cgmerge -p reads what the build links.
#
#     run_builds.sh BIN_DIR DUMP
set -u

bin=$1
dump=$2
[ -x "$bin/cgcollect" ] && [ -x "$bin/cgmerge" ] || { echo "no tools in $bin"; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
failed=0
total=0

fail() { # TEXT
    echo "$name: $1"
    cat stderr
    failed=$((failed + 1))
    [ -z "${CG_FIRST_FAILURE:-}" ] || exit 1
}

run() { # NAME EXIT WORDS...
    name=$1
    expected=$2
    shift 2
    total=$((total + 1))
    "$@" >stdout 2>stderr
    status=$?
    [ "$status" -eq "$expected" ] || fail "exit status $status, expected $expected"
}

functions() { # "NAMES": the graph out.mcg defines these functions
    found=$("$dump" out.mcg | sed -n 's/^define \([^ ]*\) .*/\1/p' | LC_ALL=C sort | tr '\n' ' ')
    [ "$found" = "$1 " ] || fail "has '$found', expected '$1'"
}

says() { # PATTERN
    grep -q -- "$1" stderr || fail "stderr lacks: $1"
}

outputs() { # "LINES"
    [ "$(cat stdout)" = "$1" ] || fail "stdout is '$(cat stdout)', expected '$1'"
}

mkdir -p src/sub
cat >src/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(several C)
add_library(util STATIC used.c unused.c "odd name.c" chained.c)
add_library(whole STATIC whole.c)
add_library(shared SHARED shared.c)
add_library(object OBJECT object.c)
add_executable(app main.c)
target_link_libraries(app util shared object)
add_executable(tool tool.c wrap.c)
target_link_libraries(tool util -Wl,--wrap=used -Wl,--whole-archive whole -Wl,--no-whole-archive)
add_subdirectory(sub)
END
cat >src/sub/CMakeLists.txt <<'END'
add_executable(app2 main.c)
target_link_libraries(app2 util)
END
echo 'int chained(void); int used(int x) { return x + chained(); }' >src/used.c
echo 'int unused(void) { return 1; }' >src/unused.c
echo 'int odd(void) { return 1; }' >'src/odd name.c'
echo 'int chained(void) { return 1; }' >src/chained.c
echo 'int whole(void) { return 1; }' >src/whole.c
echo 'int shared(void) { return 1; }' >src/shared.c
echo 'int object(void) { return 1; }' >src/object.c
echo 'int used(int), shared(void), object(void); int main(void) { return used(1) + shared() + object(); }' >src/main.c
echo 'int used(int); int main(void) { return used(1); }' >src/tool.c
echo 'int __real_used(int); int __wrap_used(int x) { return __real_used(x); }' >src/wrap.c
echo 'int odd(void); int main(void) { return odd(); }' >src/sub/main.c

check() { # BUILD GRAPHS: programs of a build
    run "$1: list" 0 "$bin/cgmerge" -p "$1" $2
    sed -i "s|^$work/[a-z]*/||" stdout
    outputs 'app
sub/app2
tool'
    run "$1: app" 0 "$bin/cgmerge" -p "$1" --program app -o out.mcg $2
    functions 'chained main object shared used'
    run "$1: by path" 0 "$bin/cgmerge" -p "$1" --program sub/app2 -o out.mcg $2
    functions 'main odd'
    run "$1: tool" 0 "$bin/cgmerge" -p "$1" --program tool -o out.mcg $2
    functions '__wrap_used chained main used whole'
    "$bin/cgquery" callees out.mcg main >stdout 2>&1
    grep -q '^main -> __wrap_used' stdout || fail "--wrap is not followed: $(cat stdout)"
    run "$1: library" 0 "$bin/cgmerge" -p "$1" --program libshared.so -o out.mcg $2
    functions 'shared'
    run "$1: several" 2 "$bin/cgmerge" -p "$1" -o out.mcg $2
    says 'makes 3 programs: .*app2, .*tool; choose one with --program'
    run "$1: unknown" 2 "$bin/cgmerge" -p "$1" --program nothing -o out.mcg $2
    says "makes no 'nothing', but "
}

if command -v cmake >/dev/null && command -v make >/dev/null; then
    cmake -S src -B make -G 'Unix Makefiles' -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >stdout 2>stderr ||
        { echo 'cmake fails'; exit 1; }
    run collect 0 "$bin/cgcollect" -p make
    run 'not built' 0 "$bin/cgmerge" -p make --program app -o out.mcg
    says 'note: app: all members of its archives are taken, because some objects were not built'
    functions 'chained main object odd shared unused used'
    cmake --build make >stdout 2>stderr || fail 'does not build'
    check make ''
    ln -s make through
    check through ''
    # Editors look for the database beside the sources.
    mkdir sources
    ln -s ../make/compile_commands.json sources
    run 'collect beside sources' 0 "$bin/cgcollect" -p sources
    check sources ''
    rm sources/compile_commands.json
    cp make/compile_commands.json sources
    check sources ''
    run 'through: absolute' 0 "$bin/cgmerge" -p through --program "$work/through/sub/app2" -o out.mcg
    functions 'main odd'
    run 'other directory' 0 "$bin/cgcollect" -p make --output-dir elsewhere
    mv make/mcg kept
    run 'no graphs' 2 "$bin/cgmerge" -p make --program app -o out.mcg
    says "make/mcg: no graphs of a build; 'cgcollect -p make' writes them"
    check make elsewhere
    find elsewhere -name object.c.mcg -exec rm {} +
    run 'graph is gone' 0 "$bin/cgmerge" -p make --program app -o out.mcg elsewhere
    says 'object.c.o'
    if command -v ninja >/dev/null; then
        cmake -S src -B ninja -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >stdout 2>stderr &&
            ninja -C ninja >stdout 2>stderr || fail 'does not build'
        run collect 0 "$bin/cgcollect" -p ninja
        check ninja ''
        mkdir steps
        ninja -C ninja -t compdb >steps/compile_commands.json
        run 'collect steps' 0 "$bin/cgcollect" -p steps
        check steps/compile_commands.json ''
        cmake -S src -B several -G 'Ninja Multi-Config' -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
            >stdout 2>stderr && ninja -C several -f build-Release.ninja tool >stdout 2>stderr ||
            fail 'does not build'
        run 'collect configurations' 0 "$bin/cgcollect" -p several
        run 'a configuration' 0 "$bin/cgmerge" -p several --program Release/tool -o out.mcg
        functions '__wrap_used chained main used whole'
    else
        echo 'skipped: no ninja'
    fi
else
    echo 'skipped: no cmake with make'
fi

# What ninja allows: names with blanks and colons, lines that go on, variables, other files, implicit
# outputs; and what nobody writes.
mkdir -p hand
cat >hand/a.c <<'END'
int b(void);
int main(void) { return b(); }
END
echo 'int b(void) { return 1; }' >hand/b.c
cat >hand/compile_commands.json <<END
[{"directory":"$work/hand","file":"a.c","command":"cc -o 'out dir/a:1.o' -c a.c"},
{"directory":"$work/hand","file":"b.c","command":"cc -o obj/b.o -c b.c"}]
END
cat >hand/build.ninja <<'END'
# a comment with build x: y z.o
dir = obj
rule link
  command = rm -rf /
build out$ dir/a$:1.o: cc a.c
include more.ninja
build prog | prog.map: link out$ dir/a$:1.o $
    | libb.a $
    || order.o
  LINK_ARGS = -Wl,--start-group '-Wl,--wrap=z'
build alias: phony prog
build lib/libv.so.1.2: link ${dir}/b.o
build lib/libv.so.1.2.symbols: symbols lib/libv.so.1.2
build plug.plugin: link ${dir}/b.o
  LINK_ARGS = --shared
build
build :
build x
build $
END
echo 'build libb.a: ar ${dir}/b.o
include more.ninja
include /dev/zero
subninja build.ninja' >hand/more.ninja
run 'by hand' 0 "$bin/cgcollect" -p hand
run 'list by hand' 0 "$bin/cgmerge" -p hand
outputs prog
run 'program by hand' 0 "$bin/cgmerge" -p hand -o out.mcg
functions 'b main'
run 'library without its version' 0 "$bin/cgmerge" -p hand --program libv.so -o out.mcg
functions b
run 'part of a name' 2 "$bin/cgmerge" -p hand --program v.so -o out.mcg

# What loaded code may call is in the dynamic symbol table of what was built.
mkdir -p loads
cat >loads/a.c <<'END'
#include <dlfcn.h>
int b(void);
int hook(void) { return 1; }
int main(int argc, char **argv) { return argc > 1 && dlopen(argv[1], RTLD_NOW) ? b() : 0; }
END
echo 'int b(void) { return 1; } int unused(void) { return 1; }' >loads/b.c
printf '[{"directory":"%s","file":"a.c","command":"cc -o a.o -c a.c"},
{"directory":"%s","file":"b.c","command":"cc -o b.o -c b.c"}]\n' "$work/loads" "$work/loads" \
    >loads/compile_commands.json
printf 'build prog: link a.o b.o\n' >loads/build.ninja
# What is written in the tick of the kernel's clock in which a run begins counts as changed meanwhile.
collect_loads() { # NAME
    sleep 0.02
    run "$1" 0 "$bin/cgcollect" -p loads
}
build_loads() { # OPTIONS...
    (cd loads && gcc -c a.c b.c && gcc -o prog a.o b.o "$@" -ldl) || fail 'does not build'
}
hook_is() { # PATTERN of what cgquery dead says
    "$bin/cgquery" dead out.mcg --include hook --include unused >stdout 2>&1
    grep -q "$1" stdout || fail "is not '$1': $(cat stdout)"
}
collect_loads 'collect loads'
run 'loads, not built' 0 "$bin/cgmerge" -p loads -o out.mcg
says 'note: prog is not built: code that was not collected may call what is not hidden in it'
hook_is '^unknown: 2 functions'
build_loads
run 'loads, exports nothing' 0 "$bin/cgmerge" -p loads -o out.mcg
hook_is '^2 of 2 functions are dead'
[ ! -s stderr ] || fail 'says something'
build_loads -Wl,--export-dynamic-symbol=hook
run 'loads, exports one' 0 "$bin/cgmerge" -p loads -o out.mcg
hook_is '^1 of 2 functions is dead.*of 1 it is unknown'
echo 'int more(void) { return 2; }' >>loads/b.c
collect_loads 'collect loads again'
run 'loads, old' 0 "$bin/cgmerge" -p loads -o out.mcg
says "note: prog is older than $work/loads/b.c: code that was not collected may call"
hook_is '^unknown: 2 functions'

# A library as a member of an archive defines what is needed, and is no object.
mkdir -p nested/CMakeFiles/prog.dir
echo 'int need(void); int main(void) { return need(); }' >nested/a.c
echo 'int need(void) { return 1; }' >nested/n.c
(cd nested && cc -c a.c && cc -shared -fPIC -o libneeded.so n.c)
printf '[{"directory":"%s/nested","file":"a.c","command":"cc -c a.c -o a.o"}]' "$work" >nested/compile_commands.json
printf 'ar qc lib.a libneeded.so\ncc a.o lib.a -o prog\n' >nested/CMakeFiles/prog.dir/link.txt
run 'collect nested' 0 "$bin/cgcollect" -p nested
run 'library in an archive' 0 timeout 60 "$bin/cgmerge" -p nested --program prog -o out.mcg

mkdir plain
run 'no links' 2 "$bin/cgmerge" -p plain
says 'plain/mcg: no graphs of a build'
run 'no build' 2 "$bin/cgmerge" -p nowhere
says 'nowhere: error: No such file or directory'
run 'no database' 2 "$bin/cgmerge" --program x -o out.mcg
says 'needs -p'
run 'two directories' 2 "$bin/cgmerge" -p hand --program prog -o out.mcg a b
says '-p takes one GRAPH'
rm hand/build.ninja
run 'nothing linked' 2 "$bin/cgmerge" -p hand
says 'hand: no link commands are known'

echo "$total commands, $failed failures"
[ "$failed" -eq 0 ]
