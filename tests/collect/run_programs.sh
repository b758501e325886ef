#!/bin/sh
# Programs name the graphs of the objects in them: cgcollect --cc writes the names, cgmerge reads
# them. The programs themselves stay the same.
#
#     run_programs.sh BIN_DIR
set -u

bin=$1
[ -x "$bin/cgcollect" ] && [ -x "$bin/cgmerge" ] || { echo "no tools in $bin"; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
PATH=$bin:$PATH
unset LD_LIBRARY_PATH
failed=0
total=0
name=setup

fail() { # TEXT
    echo "$name: $1"
    failed=$((failed + 1))
    [ -z "${CG_FIRST_FAILURE:-}" ] || exit 1
}

have() { # PROGRAM
    command -v "$1" >/dev/null || { echo "skipped: no $1"; return 1; }
}

begin() { # NAME: in a fresh directory
    name=$1
    total=$((total + 1))
    rm -rf "$work/box"
    mkdir "$work/box"
    cd "$work/box" || exit 2
    cp "$work"/sources/* .
    : >stderr
}

run() { # EXIT WORDS...
    expected=$1
    shift
    "$@" >stdout 2>stderr
    status=$?
    [ "$status" -eq "$expected" ] || fail "exit status $status of '$*': $(cat stderr)"
}

wrapped() { # ARGUMENTS...: the compiler with cgcollect
    run 0 cgcollect --cc gcc -- "$@"
}

names() { # FILE "GRAPHS": its section names these graphs
    found=$(readelf -p .libcg "$1" 2>/dev/null | sed -n 's|.* graph [0-9a-f]\{64\} .*/||p' |
        tr '\n' ' ')
    [ "$found" = "${2:+$2 }" ] || fail "$1 names '$found', expected '$2'"
}

says() { # TEXT: standard error has it
    grep -qF -- "$1" stderr || fail "does not say '$1': $(cat stderr)"
}

same_code() { # FILE PLAIN
    for section in .text .rodata .data .dynsym .init_array; do
        objcopy -O binary --only-section=$section "$1" one.bin
        objcopy -O binary --only-section=$section "$2" two.bin
        cmp -s one.bin two.bin || fail "$section of $1 differs"
    done
}

mkdir "$work/sources"
cd "$work/sources" || exit 2
cat >main.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int used(int);
static int never(void) { return 3; }
int main(void) { free(malloc(3)); puts("main"); return used(1); }
END
echo 'int used(int x) { return x - 1; }' >used.c
echo 'int other(int x) { return x - 2; }' >other.c
cat >wrap.c <<'END'
#include <stddef.h>
void *__real_malloc(size_t);
void *__wrap_malloc(size_t n) { return __real_malloc(n); }
END
printf '    .globl used\nused:  xorl %%eax, %%eax\n  ret\n  .section .note.GNU-stack,"",@progbits\n' >low.s

{ have gcc && have readelf && have objcopy; } || exit 77

begin 'thin archive'
wrapped -c used.c
wrapped -c other.c
mkdir lib
ar rcsT lib/libx.a used.o other.o
run 0 cgmerge lib/libx.a -o library.mcg
run 0 cgquery show library.mcg used
run 0 cgquery show library.mcg other
(cd lib && ar rcST nested.a ../used.o ../lib/libx.a)
run 0 cgmerge lib/nested.a -o nested.mcg
run 0 cgcollect --object-map map --cc gcc -- -c main.c
ar rcST plain.a main.o
run 0 cgmerge plain.a --object-map map -o plain.mcg
run 0 cgquery show plain.mcg main
for cut in 9 40 70 100 140; do
    head -c $cut lib/libx.a >cut.a
    run 2 cgmerge cut.a -o cut.mcg
    says 'cut.a: error: a damaged thin archive'
done
rm other.o
run 2 cgmerge lib/libx.a -o library.mcg
says 'other.o: error: No such file or directory'

begin 'several definitions in a program'
wrapped -c main.c
wrapped -c used.c
echo 'int used(int x) { return x - 4; }' >again.c
wrapped -c again.c
wrapped -Wl,-z,muldefs -o program main.o used.o again.o
run 0 cgmerge program -o program.mcg
says 'takes for one, as they may be of one program: used'
run 0 cgquery show program.mcg used
run 0 cgmerge --separate-programs main.o.mcg used.o.mcg again.o.mcg -o graphs.mcg
says 'the graph keeps apart: used'

# What one program wraps the other need not.
begin 'programs that wrap different symbols'
printf '#include <stdlib.h>\nvoid *made(void) { return malloc(3); }\n' >made.c
printf 'void *made(void);\nint main(void) { return !made(); }\n' >one.c
cp one.c two.c
for one in made one two wrap; do wrapped -c $one.c; done
wrapped -Wl,--wrap=malloc -o wraps one.o made.o wrap.o
wrapped -o plain two.o made.o
run 0 cgmerge plain wraps -o programs.mcg
run 0 cgquery callees programs.mcg made
[ "$(grep -c 'made -> ' stdout)" -eq 2 ] || fail "made calls $(cat stdout)"
run 0 cgmerge wraps plain -o other.mcg
cmp -s programs.mcg other.mcg || fail 'the order of programs matters'

# Linking knows what the graphs of such objects call, but not under which names others call them.
begin 'symbols that were changed'
wrapped -c main.c
wrapped -c used.c
wrapped -c other.c
objcopy --redefine-sym other=renamed other.o
printf 'int renamed(void);\nint main(void) { return renamed() == 99; }\n' >caller.c
wrapped -c caller.c
run 0 cgcollect --cc gcc -- -o program caller.o other.o
says 'program: 1 of 3 files was not collected, such as'
says 'other.o, whose symbols were changed'
run 0 cgmerge program -o program.mcg
says 'other.o, whose symbols were changed: not collected'
cgquery dead program.mcg 2>stderr | grep -q '^dead other' && fail 'other is dead'
ar qcs libx.a used.o other.o
run 0 cgcollect --cc gcc -- -o program caller.o libx.a
says 'libx.a(other.o), whose symbols were changed'
# So are those that it refers to, with a name that it has already, too.
printf 'int renamed(void) { return 1; }\nint other(void) { return 2; }\n' >both.c
printf 'int renamed(void), other(void);\nint calls(void) { return other() - renamed(); }\n' >calls.c
printf 'int calls(void), other(void);\nint main(void) { return calls() + other(); }\n' >caller.c
wrapped -c both.c
wrapped -c caller.c
for name in renamed log; do
    wrapped -c calls.c
    objcopy --redefine-sym other=$name calls.o
    run 0 cgcollect --cc gcc -- -Wl,--defsym=log=renamed -o program caller.o calls.o both.o
    says 'calls.o, whose symbols were changed'
    run 0 cgmerge program -o program.mcg
    run 3 cgquery reach program.mcg calls renamed
    run 0 cgquery dead program.mcg
    grep -q '^dead renamed' stdout && fail 'renamed is dead'
done
# The linker calls another function by a name that an object defines.
printf 'int other(int);\nint main(void) { return other(2); }\n' >calls_other.c
wrapped -c calls_other.c
wrapped -c used.c
wrapped -c other.c
run 0 cgcollect --cc gcc -- -Wl,--defsym=other=used -o program calls_other.o other.o used.o
says 'other.o, which defines a symbol of --defsym'
run 0 cgmerge program -o program.mcg
run 3 cgquery reach program.mcg main used
# Of what was made local before and is global now there is one.
printf 'static int local(void) { return 1; }\nvoid *kept = (void *)local;\n' >local.c
printf 'int local(void);\nint main(void) { return local(); }\n' >globalized.c
wrapped -c local.c
wrapped -c globalized.c
objcopy --globalize-symbol=local local.o
run 0 cgcollect --cc gcc -- -o program globalized.o local.o
run 0 cgmerge program -o program.mcg
run 0 cgquery reach program.mcg main local
wrapped -c caller.c
for options in --strip-debug --strip-unneeded; do
    wrapped -g -c calls.c
    strip $options calls.o
    wrapped -o program caller.o calls.o both.o
    [ ! -s stderr ] || fail "strip $options says $(cat stderr)"
done
wrapped -c calls.c
ld -r -o joined.o calls.o both.o
wrapped -o program caller.o joined.o
[ ! -s stderr ] || fail "joined says $(cat stderr)"
wrapped -c other.c
strip --strip-unneeded other.o
wrapped -o program main.o used.o other.o
[ ! -s stderr ] || fail "says $(cat stderr)"

# What a compiler reads from its standard input is gone when it is to be collected, and the program has nothing else.
begin 'a source that is read only once'
echo 'int main(void) { return 0; }' | cgcollect --cc gcc -- -x c -c - -o piped.o 2>stderr || fail 'does not compile'
run 0 cgcollect --cc gcc -- -o program piped.o
says "program: 1 of 1 file was not collected, such as $PWD/-, which can be read only once"
run 2 cgmerge program -o program.mcg
says "error: nothing was collected of what the inputs were made of, such as $PWD/-, which can be read only once"

for linker in bfd gold lld; do
    have "ld.$linker" || continue
    begin "archive, $linker"
    wrapped -c main.c
    wrapped -c used.c
    wrapped -c other.c
    ar qcs libx.a used.o other.o
    wrapped -fuse-ld=$linker -o program main.o -L. -lx
    names program "main.o.mcg used.o.mcg"
    run 0 ./program
    for file in main used other; do
        gcc -c $file.c -o plain-$file.o
        same_code $file.o plain-$file.o
    done
    gcc -fuse-ld=$linker -o plain plain-main.o plain-used.o
    same_code program plain
    run 0 cgmerge program -o program.mcg
    run 0 cgquery path program.mcg main used
    run 2 cgquery path program.mcg main other
    run 0 cgmerge libx.a -o library.mcg
    run 0 cgquery show library.mcg other

    begin "sections that are collected, $linker"
    wrapped -ffunction-sections -c main.c
    wrapped -ffunction-sections -c used.c
    wrapped -fuse-ld=$linker -Wl,--gc-sections -o program main.o used.o
    names program "main.o.mcg used.o.mcg"

    begin "objects in objects, $linker"
    wrapped -c main.c
    wrapped -c used.c
    "ld.$linker" -r main.o used.o -o both.o || fail "ld -r"
    names both.o "main.o.mcg used.o.mcg"

    begin "link-time optimisation, $linker"
    [ $linker = lld ] && continue # it does not read what GCC writes
    wrapped -flto -c main.c
    wrapped -flto -c used.c
    wrapped -flto -fuse-ld=$linker -o program main.o used.o
    names program "main.o.mcg used.o.mcg"
done

begin "compile and link at once"
wrapped -g main.c used.c -o program
names program "program-main.o.mcg program-used.o.mcg"
gcc -g main.c used.c -o plain
same_code program plain
run 0 ./program
strip program || fail "strip"
run 0 ./program
run 0 cgmerge program -o program.mcg

begin "one object of several"
wrapped -c used.c
wrapped main.c used.o -o program
names program "used.o.mcg program-main.o.mcg"

begin "again"
wrapped -c used.c
wrapped -c used.c
names used.o "used.o.mcg"
[ used.o -nt used.o.mcg ] && fail "the object is newer than its graph"

begin "no object"
wrapped -S used.c
wrapped -E used.c
grep -q libcg used.s && fail "used.s has the section"
run 0 cgcollect --cc gcc -- -c used.s
run 0 readelf -SW used.o

begin "objects left as they are"
run 0 cgcollect --object-map map --cc gcc -- -c main.c
run 0 cgcollect --object-map map --cc gcc -- -c used.c
run 0 cgcollect --object-map map --cc gcc -- -c other.c
gcc -c used.c -o plain.o
cmp -s used.o plain.o || fail "the object differs"
ar qcs libx.a used.o other.o
run 0 cgcollect --object-map map --cc gcc -- main.o libx.a -o program
gcc main.o libx.a -o plain
cmp -s program plain || fail "the program differs"
run 2 cgmerge program -o program.mcg
says "names no graphs"
run 0 cgmerge program --object-map map -o program.mcg
run 0 cgquery path program.mcg main used
run 0 cgmerge libx.a --object-map map -o library.mcg
run 0 cgquery show library.mcg other
{ head -n 1 map && head -n 2 map | tail -n 1 | cut -c 1-80; } >cut
run 2 cgmerge program --object-map cut -o program.mcg
says 'cut:2: not a line that cgcollect --object-map writes'

begin "shared library"
wrapped -shared -fPIC used.c -o libused.so
wrapped main.c -L. -lused -o program
names program "program-main.o.mcg"
run 0 cgmerge program -o program.mcg
run 0 cgquery path program.mcg main used
mkdir moved
mv libused.so moved
run 0 cgmerge program -o program.mcg
says "the shared library libused.so was not found"
run 0 env LD_LIBRARY_PATH=moved cgmerge -v program -o program.mcg
says "moved/libused.so: 1 graph"
run 0 cgquery path program.mcg main used
wrapped -shared -fPIC used.c -Wl,-soname,libused.so.1 -o moved/libused.so
ln -s libused.so moved/libused.so.1
echo 'int used(int); int between(int x) { return used(x); }' >between.c
wrapped -shared -fPIC between.c moved/libused.so -o moved/libbetween.so
sed 's/used/between/' main.c >main2.c
wrapped main2.c -Lmoved -lbetween -Wl,-rpath-link,moved -o program
run 0 cgmerge program -o program.mcg
run 0 cgquery path program.mcg main used
wrapped -shared -fPIC used.c -o libused.so
wrapped main.c -L. -lused -Wl,-rpath,'$ORIGIN' -o program
run 0 cgmerge program -o program.mcg
run 0 cgquery path program.mcg main used

begin "wrapped symbol"
wrapped -Wl,--wrap=malloc main.c used.c wrap.c -o program
run 0 ./program
run 0 cgmerge program -o program.mcg
run 0 cgquery path program.mcg __wrap_malloc malloc
run 0 cgquery callees program.mcg main
grep -q '^main -> malloc' stdout && fail "main calls malloc"
grep -q '^main -> __wrap_malloc' stdout || fail "main does not call __wrap_malloc"
for option in -Wl,--wrap,malloc '-Xlinker --wrap=malloc' '-Xlinker --wrap -Xlinker malloc'; do
    wrapped $option main.c used.c wrap.c -o program
    readelf -p .libcg program | grep -q 'wrap malloc$' || fail "$option is not recorded"
done

begin "changed graph"
wrapped -c main.c
wrapped -c used.c
wrapped main.o used.o -o program
echo 'int more(void) { return 1; }' >>used.c
wrapped -c used.c
run 2 cgmerge program -o program.mcg
says "used.o.mcg has changed since this file was built"
says "program was not linked again"
wrapped main.o used.o -o program
run 0 cgmerge program -o program.mcg
rm used.o.mcg
run 2 cgmerge program -o program.mcg
says "used.o.mcg cannot be read: No such file or directory"

begin "a name of the working directory that another process does not know"
run 0 env PWD=/proc/self/cwd cgcollect --cc gcc -- -c used.c
run 0 cgquery select used.o.mcg used
grep -qx "used  $work/box/used.c:[0-9]*" stdout || fail "has $(cat stdout)"

begin "moved build"
mkdir -p build/obj build/bin
wrapped -c main.c -o build/obj/main.o
wrapped -c used.c -o build/obj/used.o
wrapped build/obj/main.o build/obj/used.o -o build/bin/program
cp -r build copy
wrapped -O2 -c main.c -o build/obj/main.o
run 2 cgmerge build/bin/program -o program.mcg
mv copy/bin/program copy/program
run 0 cgmerge copy/program -o program.mcg
run 0 cgquery path program.mcg main used
rm -r build
run 0 cgmerge copy/program -o program.mcg
echo >>copy/obj/main.o.mcg
run 2 cgmerge copy/program -o program.mcg
says "build/obj/main.o.mcg cannot be read: No such file or directory"

begin "source without a graph"
echo 'int used(int x) { return x; }' >used.c
run 0 sh -c 'cgcollect --cc gcc -- -xc -c - -o low.o <used.c'
wrapped main.c low.o -o program
says "program: 1 of 2 files was not collected, such as"
run 0 cgmerge program -o program.mcg
says "1 source of the program was not collected"
says "$work/box/-, which can be read only once: not collected"
run 0 cgquery show program.mcg -g -k incomplete
grep -q '"reason":"not collected"' stdout || fail "the graph does not say what it lacks"

is_dead() { # ANSWER FUNCTION: dead, unknown or none (it runs)
    cgquery dead program.mcg --include "$2" >stdout 2>stderr
    case $1 in
    dead) grep -q "^1 of 1 functions\{0,1\} is dead" stdout ;;
    unknown) grep -q "^unknown: 1 function" stdout ;;
    none) grep -q "^none of 1 function is dead" stdout && ! grep -q '^unknown' stdout ;;
    esac || fail "$2 is not $1: $(cat stdout)"
}
lives() { # STATUS [ANSWER]: what cgquery says of `back`, and of what nothing names
    run 0 cgmerge program -o program.mcg
    cgquery dead program.mcg --include back >stdout 2>stderr
    [ $? -eq "$1" ] || fail "is back dead? $(cat stdout)"
    is_dead "${2:-unknown}" unasked
}
cat >"$work/sources/back.c" <<'END'
int back(int x) { return x; }
int unasked(int x) { return x; }
END
sed 's/xorl.*/jmp back/' "$work/sources/low.s" >"$work/sources/jumps.s"
sed '1i .eject' "$work/sources/low.s" >"$work/sources/gnu_low.s" # clang has no such directive
sed '1i .eject' "$work/sources/jumps.s" >"$work/sources/gnu_jumps.s"

begin "what nothing calls"
wrapped main.c back.c low.s -o program
lives 1 dead
wrapped main.c back.c gnu_low.s -o program
lives 1 dead
begin "assembler calls, all at once"
wrapped main.c back.c jumps.s -o program
lives 0 dead
wrapped main.c back.c gnu_jumps.s -o program
lives 0 dead
begin "an object of another assembler than clang's has a graph"
wrapped -c gnu_jumps.s
names gnu_jumps.o gnu_jumps.o.mcg
wrapped main.c back.c gnu_jumps.o -o program
lives 0 dead
begin "an object without a graph calls, and the program is stripped"
gcc -c jumps.s
wrapped -s main.c back.c jumps.o -o program
lives 0 dead
begin "an object without a graph calls what the linker makes local"
gcc -c jumps.s
sed 's/^int /__attribute__((visibility("hidden"))) int /' back.c >hides.c
wrapped main.c hides.c jumps.o -o program
lives 0 dead
begin "an object without a graph defines what it calls, and another definition is linked"
echo '__attribute__((weak)) int back(int x) { return 0; } int used(int x) { return back(x); }' >weak.c
gcc -c weak.c
wrapped main.c back.c weak.o -o program
lives 0 dead
begin "an object without a graph calls what is wrapped"
gcc -c jumps.s
sed 's/int back(/int __wrap_back(/' back.c >wraps.c
echo 'int back(int x) { return x; }' >wrapped.c
wrapped main.c wraps.c wrapped.c jumps.o -Wl,--wrap=back -o program
run 0 cgmerge program -o program.mcg
is_dead none __wrap_back
begin "an object without a graph calls what a wrapped name stands for"
sed 's/jmp back/jmp __real_back/' jumps.s >real.s
gcc -c real.s
echo 'int __wrap_back(int x) { return x; }' >wraps.c
wrapped main.c back.c wraps.c real.o -Wl,--wrap=back -o program
lives 0 dead
begin "objects with and without a graph, joined by the linker"
echo 'int back(int x); int used(int x) { return back(x); }' >calls.c
gcc -c calls.c
wrapped -c back.c
ld -r back.o calls.o -o joined.o
wrapped main.c joined.o -o program
run 0 cgmerge program -o program.mcg
is_dead none back
begin "a linker script names an object in quotes"
echo 'int back(int x); int used(int x) { return back(x); }' >calls.c
gcc -c calls.c
printf '/* GNU ld script */ GROUP ( "./calls.o" )\n' >libquoted.so
wrapped main.c back.c -L. -lquoted -o program
run 0 cgmerge program -o program.mcg
is_dead none back
begin "objects of which not all symbols are known"
echo 'int back(int); int used(int x) { return back(x); }' >jumps.c
gcc -flto -c jumps.c
wrapped -flto main.c back.c jumps.o -o program
run 0 cgmerge program -o program.mcg
is_dead unknown unasked
gcc -c jumps.s
echo 'INCLUDE other.ld' >includes.ld
: >other.ld
wrapped main.c back.c jumps.o includes.ld -o program
lives 0
begin "a linker script names what it calls"
wrapped -c main.c
wrapped -c back.c
gcc -c low.s
mkdir scripts
echo '/* INPUT */ other = back; ' >scripts/named.ld
wrapped main.o back.o low.o scripts/named.ld -o program
lives 0 dead
gcc -Wl,--verbose 2>&1 | sed '1,/^====/d;/^====/,$d' >scripts/whole.ld
sed -i 's/ENTRY(_start)/ENTRY(back)/' scripts/whole.ld
for option in "-T scripts/whole.ld" "-Lscripts -Twhole.ld" "-L scripts -Wl,-T,whole.ld" "-Wl,--script=scripts/whole.ld"; do
    wrapped main.o back.o low.o $option -o program
    lives 0 dead
done
begin "where a program starts"
echo 'int main(void) { return 0; } void back(void) { for (;;) { } } void unasked(void) { }' >starts.c
wrapped -nostdlib -static -c starts.c
ld -e main starts.o -o program
wrapped -nostdlib -static starts.o -Wl,-e,0x$(nm program | sed -n 's/ T back//p') -o program
lives 0 dead
begin "an object without a graph fills a variable of the program"
cat >hook.c <<'END'
void (*hook)(void);
void (*other)(void);
int used(int);
int main(void) { if (hook) hook(); if (other) other(); return used(0); }
END
printf '.globl used\nused: lea own(%%rip), %%rax\n mov %%rax, hook(%%rip)\nown: ret\n.section .note.GNU-stack,"",@progbits\n' >fills.s
gcc -c fills.s
wrapped hook.c fills.o -o program
run 0 cgmerge program -o program.mcg
run 0 cgquery unresolved program.mcg
grep -q 'hook.c:4:28' stdout || fail "the call of hook is resolved"
grep -q 'hook.c:4:47' stdout && fail "the call of other is not resolved"
begin "assembler between functions calls"
sed 's/^static int never.*/&\nasm(".globl used\\nused: jmp back");/' main.c >main2.c
wrapped main2.c back.c -o program
lives 0 dead
begin "macros of assembler make the name of a function of another file"
sed 's/^static int never.*/&\nasm(".irp part,ck\\n.globl used\\nused: jmp ba\\\\part\\n.endr");/' main.c >main3.c
wrapped main3.c back.c -o program
says "assembler includes a file or makes names: it may call any function"
run 0 cgmerge program -o program.mcg
run 0 cgquery dead program.mcg
grep -q 'none of 4 functions is dead' stdout || fail "$(cat stdout)"
begin "an object without a graph calls what is chosen at run time"
gcc -c jumps.s
sed 's/^int back.*/int target(int x) { return x; } static int (*choose(void))(int) { return target; }/
    $ a int back(int) __attribute__((ifunc("choose")));' "$work/sources/back.c" >chosen.c
wrapped main.c chosen.c jumps.o -o program
lives 0 dead
run 0 cgquery dead program.mcg --include target
begin "options of the linker name what is called"
wrapped -c back.c
wrapped -c main.c
gcc -c jumps.s
for options in "-Wl,-init=back low.s" "-Wl,-fini,back low.s" "-e back low.s" "-Wl,--entry -Wl,back low.s" \
    "-Wl,-eback low.s"; do
    wrapped main.o back.o $options -o program
    lives 0 dead
done
sed 's/jmp back/jmp other/' jumps.s >other.s
gcc -c other.s -o jumps.o
wrapped main.o back.o jumps.o -Wl,--defsym=other=back -o program
lives 0 dead
begin "assembler calls, linked apart"
wrapped -c jumps.s
wrapped -c back.c
run 0 cgcollect --cc gcc -- -c main.c
run 0 gcc main.o back.o jumps.o -o program
lives 0 dead
begin "a library without graphs calls"
gcc -c jumps.s
ar rcs libjumps.a jumps.o
wrapped main.c back.c -L. -ljumps -o program
lives 0 dead
echo 'GROUP ( -lmoves )' >libjumps.so
mv libjumps.a libmoves.a
wrapped main.c back.c -L. -ljumps -o program
lives 0 dead
begin "a library without graphs calls, by another linker"
gcc -c jumps.s
ar rcs libjumps.a jumps.o
if have clang-19; then
    run 0 cgcollect --cc clang-19 -- main.c back.c -L. -ljumps -o program
    lives 0 dead
fi

begin "a library that others built calls what every program has to provide"
answers() { # ANSWER FROM: whether it reaches what the library calls
    cgquery reach program.mcg "$2" provided >stdout 2>stderr
    grep -q "^$1:" stdout || fail "$2 does not reach it: $1 expected, not $(cat stdout)"
}
cat >waits.c <<'END'
#include <stdio.h>
#include <unistd.h>
void own(void);
static void waits(void) { usleep(1); }
static void prints(void) { puts("waits"); }
static void others(void) { own(); }
static void provided(void) { }
void device(void) { provided(); }
int main(void) { waits(); prints(); others(); return 0; }
END
echo 'void device(void); int usleep(unsigned n) { if (n) device(); return 0; }' >usleep.c
echo 'void device(void); void own(void) { device(); }' >own.c
echo 'void own(void) { }' >nothing.c
gcc -c usleep.c own.c nothing.c
ar rcs libwaits.a usleep.o nothing.o
ar rcs libown.a own.o
wrapped waits.c libwaits.a -o program
run 0 cgmerge program -o program.mcg
answers unknown waits
answers unknown others
run 0 cgmerge program -r -o part.mcg
run 0 cgmerge part.mcg -o program.mcg
answers unknown waits
wrapped -s waits.c libwaits.a -o program
run 0 cgmerge program -o program.mcg
answers unknown waits
wrapped waits.c libown.a -o program
run 0 cgmerge program -o program.mcg
answers unknown others
answers no waits
answers no prints

begin "what the program exports can be found by name"
cat >loads.c <<'END'
#include <dlfcn.h>
int main(void)
{
    int (*found)(int) = (int (*)(int))dlsym(0, "back");
    return found ? found(1) : 0;
}
END
sed '$ a int alias_of_back(int) __attribute__((alias("back")));' back.c >aliased.c
wrapped -c loads.c
wrapped -c aliased.c
exports() { # ANSWER ANSWER OPTIONS...: what is said of back and unasked
    first=$1
    second=$2
    shift 2
    wrapped loads.o aliased.o "$@" -o program
    run 0 cgmerge program -o program.mcg
    is_dead "$first" back
    is_dead "$second" unasked
}
exports dead dead
exports unknown unknown -rdynamic
exports unknown dead -Wl,--export-dynamic-symbol=back
exports unknown dead -Wl,--export-dynamic-symbol=alias_of_back
exports unknown unknown -Wl,--export-dynamic-symbol=back -s
exports dead dead -s
run 0 cgmerge program -r -o part.mcg
run 0 cgmerge part.mcg -o program.mcg
is_dead unknown back
gcc loads.o aliased.o -o program
run 0 cgmerge program -o program.mcg
is_dead dead back

begin "what a library exports is what others may call"
cat >api.c <<'END'
int api(void) { return 1; }
int unasked(void) { return 2; }
END
echo '{ global: api; local: *; };' >exports.map
wrapped -fPIC -shared api.c -Wl,--version-script=exports.map -o library.so
run 0 cgmerge library.so -o program.mcg
is_dead none api
is_dead dead unasked
wrapped -fPIC -shared api.c -o library.so
run 0 cgmerge library.so -o program.mcg
is_dead none unasked

begin "a graph in the program"
wrapped main.c used.c -o program
run 0 cgmerge program -o program.mcg
run 0 cgmerge program --embed program
[ -s stdout ] && fail "the graph is also printed"
run 0 ./program
objcopy -O binary --only-section=metacg program one.bin 2>/dev/null
tr -d '\0' <one.bin | cmp -s - program.mcg || fail "the section has another graph"
run 0 cgquery callees program main
grep -q '^main -> used ' stdout || fail "cgquery does not read it: $(cat stdout)"
run 0 cgmerge program --embed program -o again.mcg
cmp -s again.mcg program.mcg || fail "embedding twice changes the graph"
objcopy -R .libcg program bare 2>/dev/null
run 0 cgmerge bare -o again.mcg
cmp -s again.mcg program.mcg || fail "what is read is another graph"
wrapped -c main.c
run 0 cgmerge main.o --embed main.o
wrapped -c used.c
run 0 cgmerge used.o --embed used.o
objcopy -R .libcg main.o && objcopy -R .libcg used.o
rm -f ./*.o.mcg
gcc main.o used.o -o program
run 0 ./program
run 0 cgmerge program -o whole.mcg
run 0 cgquery path whole.mcg main used
run 2 cgquery callees program main
says "program: error: holds 2 graphs in its section metacg; merge them: cgmerge program"
printf '.section metacg,"a"\n.asciz "{ 1"\n' >broken.s
gcc -c broken.s
run 2 cgmerge broken.o -o whole.mcg
says "broken.o[metacg]:1:3: error"
run 2 cgmerge main.c --embed program
run 2 cgmerge program.mcg --embed used.c
says "used.c: error: cannot add the section metacg: not an ELF file"

begin "source that was read in part"
printf 'int used(int a) { int inner(int b) { return a + b; } return inner(2); }\n' >used.c
wrapped main.c used.c -o program
says "program: 1 of 2 files was collected only in part, such as $work/box/used.c: partial, 1 error"
run 0 cgmerge program -o program.mcg
says "1 of 2 graphs was collected only in part"
says "used.c: 1 error, first $work/box/used.c:1:36:"
run 3 cgquery reach program.mcg main never
says "1 source was collected only in part or not at all, such as $work/box/used.c"

begin "a module of GNU C++"
printf 'export module m;\nexport int add(int a) { return a; }\n' >m.cc
printf 'import m;\nstatic int own(int x) { return x; }\nint main() { return add(own(0)); }\n' >uses.cc
if have g++ && g++ -std=c++20 -fmodules-ts -c m.cc -o m.o 2>/dev/null; then
    run 0 cgcollect --cc g++ -- -std=c++20 -fmodules-ts -c uses.cc -o uses.o
    run 0 cgcollect --cc g++ -- m.o uses.o -o program
    says "uses.cc:1:8: module 'm' not found; clang reads only modules that clang has made, build with it"
    run 0 cgmerge program -o program.mcg
    run 3 cgquery reach program.mcg main _ZW1m3addi
fi

begin "a library with a main of its own"
printf 'int yylex(void);\nint main(void) { return yylex(); }\n' >lexer.c
wrapped -fPIC -shared lexer.c -o liblexer.so
printf 'int yylex(void) { return 0; }\nint main(void) { return 0; }\n' >own.c
wrapped own.c -o program -Wl,--no-as-needed -L. -llexer -Wl,-rpath,"$work/box"
run 0 cgmerge program -o program.mcg
says "warning: a shared library of the program defines main as well ($work/box/lexer.c, $work/box/own.c)"
wrapped -c lexer.c own.c
ar qcs libboth.a lexer.o own.o
run 0 cgmerge libboth.a -o program.mcg
says "main is defined in 2 files"

begin "programs of one build"
for program in one two; do
    printf 'int shared(void);\nint usage(void) { return 0; }\n' >$program.c
    printf 'int main(void) { return usage() + shared(); }\n' >>$program.c
    printf 'int shared(void) { return 0; }\n' >shared.c
    wrapped $program.c shared.c -o $program
done
run 0 cgmerge two one -o both.mcg
says "as many programs; merge the graphs of one at a time: 'cgmerge one', 'cgmerge two'"
says ": usage ($work/box/one.c of one, $work/box/two.c of two)"
wrapped -c one.c two.c shared.c
ar qcs libboth.a one.o two.o shared.o
run 0 cgmerge libboth.a one -o both.mcg
says "merge the graphs of one at a time: 'cgmerge PROGRAM' does"

begin "main without a graph"
gcc -c main.c -o main.o # such as one in another language
wrapped -c used.c -o used.o
gcc main.o used.o -o program
run 0 cgmerge program -o program.mcg
says "program: its main is in code without a graph"
run 0 cgquery dead program.mcg

begin "libtool"
mkdir .libs
wrapped main.c used.c -o .libs/program
printf '#!/bin/sh\nexec .libs/program\n' >program
run 0 cgmerge program -o program.mcg
wrapped -fPIC -c used.c -o .libs/used.o
wrapped -shared .libs/used.o -o .libs/libused.so.0
ar qcs .libs/libused.a .libs/used.o
printf "# libused.la - a libtool library file\ndlname='libused.so.0'\nold_library='libused.a'\n" >libused.la
printf "# used.lo\npic_object='.libs/used.o'\nnon_pic_object=none\n" >used.lo
run 0 cgmerge -v libused.la -o program.mcg
run 0 cgquery select program.mcg used
run 0 cgmerge used.lo -o program.mcg
rm .libs/libused.so.0
run 0 cgmerge libused.la -o program.mcg
run 0 cgquery select program.mcg used
rm .libs/libused.a
run 2 cgmerge libused.la -o program.mcg
says "libused.la: error: "

if have clang-19; then
    begin "modules of C++20"
    printf 'export module numbers;\nexport int add(int a, int b) { return a + b; }\n' >numbers.cppm
    printf 'import numbers;\nint main() { return add(1, -1); }\n' >uses.cc
    clang='cgcollect --cc clang-19 -- -std=c++20'
    run 0 $clang -x c++-module -fmodule-output=numbers.pcm -c numbers.cppm -o numbers.o
    run 0 $clang -fmodule-file=numbers=numbers.pcm -c uses.cc -o uses.o
    run 0 $clang -lstdc++ numbers.o uses.o -o program
    run 0 cgmerge program -o program.mcg
    run 0 cgquery callees program.mcg main
    grep -q '^main -> _ZW7numbers3addii' stdout || fail "main does not call add: $(cat stdout)"
    [ ! -s stderr ] || fail "says $(cat stderr)"
    run 0 $clang -c numbers.pcm -o numbers.o # of two steps
    run 0 $clang -lstdc++ numbers.o uses.o -o program
    says "program: 1 of 2 files was not collected, such as $work/box/numbers.pcm"
fi

begin "plain program"
gcc main.c used.c -o program
run 2 cgmerge program -o program.mcg
says "program: names no graphs; build it with cgcollect"

if have clang; then
    begin "other machines"
    for target in i386-linux-gnu powerpc64-linux-gnu; do
        run 0 cgcollect --cc clang -- --target=$target -c used.c -o $target.o
        names $target.o "$target.o.mcg"
    done
fi

echo "$total cases, $failed failures"
[ "$failed" -eq 0 ]
