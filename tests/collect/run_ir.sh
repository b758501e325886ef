#!/bin/sh
# The compiler's IR: when it cannot be had, command lines of all kinds, modules as inputs.
#
#     run_ir.sh BIN_DIR DUMP
#
# Without a clang whose IR can be read there is nothing to test (exit 77).
set -u

bin=$1
dump=$2
cases=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/collect/support.sh
. "$(dirname "$0")/support.sh"

same() { # GRAPH GRAPH
    cmp -s "$1" "$2" || fail "$name" "$1 and $2 differ"
}

clang=
for candidate in clang-19 clang-18 clang-17 clang-16 clang; do
    command -v "$candidate" >/dev/null && clang=${clang:-$candidate}
done
echo 'int main(void) { return 0; }' >probe.c
if [ -z "$clang" ] || ! "$bin/cgcollect" --ir=on probe.c -o probe.mcg 2>/dev/null; then
    echo "no clang whose IR can be read"
    exit 77
fi
clang=$(command -v "$clang")

cat >a.cc <<'END'
void note(int);
struct Guard {
    Guard();
    ~Guard();
};
int run(int x)
{
    Guard g;
    note(x);
    return 7 / x;
}
END
hidden='_Z3runi -> _ZN5GuardD1Ev implicit a.cc:11:1(implicit)'

# Without IR, the graph comes from the source, and the report says so.

collect off 0 --ir=off a.cc -o off.mcg
has off.mcg 'open _Z3runi a.cc:6:5 implicit -' '_Z3runi -> _Z4notei direct a.cc:9:5'
hasnt off.mcg GuardD1
collect on 0 a.cc -o on.mcg
has on.mcg "$hidden" '_Z3runi -> _Z4notei direct a.cc:9:5'
hasnt on.mcg open

# The compiler alone.
cat >only.cc <<'END'
#include "a.h"
void elsewhere();
static inline void unused() { elsewhere(); }
__attribute__((constructor)) static void begin() {}
__attribute__((destructor)) static void end() {}
__attribute__((used)) static void kept() {}
int main() { elsewhere(); }
END
: >a.h
collect only 0 --ir=only only.cc -o only.mcg
has only.mcg 'main -> _Z9elsewherev direct only.cc:7:14' 'declare _Z9elsewherev external only.cc'
hasnt only.mcg unused
says '1 file from the compiler only: no source metadata, 0 of 1 call locations unknown'
for of in '_ZL5beginv attributes ["constructor"]' '_ZL3endv attributes ["destructor"]' \
    '_ZL4keptv attributes ["used"]'; do
    "$dump" --metadata=attributes only.mcg | grep -qxF "$of" || fail only "lacks $of"
done
collect only_verbose 0 --ir=only -v only.cc -o only.mcg
says 'only.cc: complete, .*; compiler only, 0 of 1 call locations unknown'
echo 'int main(void) { return missing; }' >wrong.cc
collect only_wrong 2 --ir=only wrong.cc -o y.mcg
says "wrong.cc: not collected: .*missing"
echo 'void f(void); void g(void) { f(); }' >only.c
collect only_c 0 --ir=only only.c -o only.mcg
collect only_c_off 0 --ir=off only.c -o y.mcg
same only.mcg y.mcg

collect clang_missing 2 --clang no/such/clang a.cc -o x.mcg
says 'no/such/clang: not found'
printf '#!/bin/sh\necho "hello"\n' >not-clang
printf '#!/bin/sh\necho "clang version 99.0.0"\n' >newer-clang
chmod +x not-clang newer-clang
collect clang_is_not 2 --clang ./not-clang a.cc -o x.mcg
says 'not-clang: not a clang'
collect clang_newer 2 --clang ./newer-clang a.cc -o x.mcg
says 'newer-clang is clang 99; LLVM'
[ ! -e x.mcg ] || fail clang_newer "wrote x.mcg"
collect clang_unused 0 --ir=off --clang ./not-clang a.cc -o x.mcg
collect clang_given 0 --clang "$clang" a.cc -o x.mcg
same x.mcg on.mcg

fake() { # COMMANDS: a driver that plans as clang does, and does them
    printf '#!/bin/sh
[ "$1" = --version ] && exec echo "clang version 16.0.0"
case "$*" in *-###) exec %s "$@" ;; esac
%s\n' "$clang" "$1" >fake
    chmod +x fake
}

"$dump" off.mcg >off.txt

without() { # NAME COMMANDS MESSAGE: a driver that gives no IR costs the IR
    fake "$2"
    rm -f x.mcg
    collect "$1" 1 --clang ./fake a.cc -o x.mcg
    says "^a.cc: source only, no IR: $3"
    says '0 of 1 file complete, 1 from the source only'
    "$dump" x.mcg >x.txt
    same x.txt off.txt
}

without driver_fails 'echo "b.cc:1:2: error: no" >&2; exit 1' 'b.cc:1:2: error: no$'
without driver_fails_mutely 'exit 3' 'clang failed without a message'
without driver_crashes 'kill -SEGV $$' 'clang crashed (Segmentation fault)'
fake 'echo "LLVM ERROR: out of memory" >&2; kill -ABRT $$'
collect driver_out_of_memory 2 --clang ./fake a.cc -o x.mcg
says '^a.cc: not collected: clang crashed (Aborted): out of memory$'
fake 'echo "a.cc:1:1: fatal error: cannot open file '"'a.h'"': Input/output error" >&2
echo "1 error generated." >&2; exit 1'
collect driver_cannot_read 2 --clang ./fake a.cc -o x.mcg
says "not collected: a.cc:1:1: fatal error: cannot open file 'a.h': Input/output error\$"
without driver_writes_nothing 'exit 0' 'clang made no bitcode'
without driver_writes_text 'echo "; ModuleID" >&3' 'clang made no bitcode'
without driver_writes_garbage 'head -c 3000 /dev/urandom >&3' 'clang made no bitcode'
without driver_stops_early "$clang \"\$@\" && truncate -s 2000 /proc/self/fd/3" "clang's bitcode: error: "
fake "$clang \"\$@\" && head -c 3000 /dev/urandom"
collect driver_prints_garbage 0 --clang ./fake a.cc -o x.mcg
same x.mcg on.mcg
without driver_is_unwilling 'cat nothing' 'cat: nothing'

fake 'sleep 54321'
collect driver_hangs 2 --timeout 1 --clang ./fake a.cc -o x.mcg
says 'took more than 1 second (--timeout)'
for process in /proc/[0-9]*; do
    ! { tr '\0' ' ' <"$process/cmdline" | grep -q '^sleep 54321'; } 2>/dev/null ||
        fail driver_hangs "a process is left: $process"
done
collect driver_hangs_for_one 1 --timeout 1 --clang ./fake a.cc probe.c
says '1 of 2 files complete'

printf 'void f();\nint main() { f(); return nothing; }\n' >broken.cc
collect source_broken 1 broken.cc
says 'broken.cc: partial, 1 error: broken.cc:2:26: '
has broken.cc.mcg 'main -> _Z1fv direct broken.cc:2:14' 'open main broken.cc:2:26 parse error -'

# Command lines

flags() { # NAME FLAGS...: the compiler takes them, and the graph is as ever
    name=$1
    shift
    collect "$name" 0 a.cc -o x.mcg -- "$@"
    same x.mcg on.mcg
}

hidden() { # NAME FLAGS...: the same, but for what facts say of visibility
    name=$1
    shift
    collect "$name" 0 a.cc -o x.mcg -- "$@"
    "$dump" on.mcg >on.txt
    "$dump" x.mcg | cmp -s - on.txt || fail "$name" "x.mcg and on.mcg differ"
}

flags sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all
flags thread_sanitizer -fsanitize=thread -O1
flags plugins -fplugin=no.so -fpass-plugin=no.so -Xclang -load -Xclang no.so -Xclang -add-plugin \
    -Xclang name -Xclang -plugin-arg-name -Xclang x
flags gcc_only -fipa-pta -fno-tree-vectorize -mno-such-thing -fconserve-stack -Wlogical-op \
    --param=ssp-buffer-size=4 -fno-var-tracking-assignments -fmax-errors=3
flags link_time -flto=auto -ffat-lto-objects -flto-partition=none
flags thin -flto=thin -fno-whole-program-vtables -fsplit-lto-unit
flags native -march=native -mtune=native -O3
flags unknown_processor -march=no-such-cpu
hidden no_position -fPIC -fvisibility=hidden -fvisibility-inlines-hidden
flags profiling -fprofile-generate --coverage -fprofile-arcs -ftest-coverage -pg
flags protected -fstack-protector-all -fcf-protection=full
flags debugging -g3 -ggdb -gsplit-dwarf -gdwarf-5 -gz
flags errors_of_warnings -Wall -Werror -Weverything -pedantic-errors
flags other_output -MD -MF x.d -S -o x.s -save-temps -ftime-report -ftime-trace
[ ! -e x.d ] && [ ! -e x.s ] && [ ! -e a.bc ] && [ ! -e a.ii ] || fail other_output "left files"
flags modules_of_link -fno-lto -emit-llvm -fno-integrated-as -fno-builtin
hidden elimination -fvirtual-function-elimination -fvisibility=hidden
flags coverage_mapping -fprofile-instr-generate -fcoverage-mapping

collect old_standard 0 a.cc -o x.mcg -- -std=gnu++98
has x.mcg "$hidden"
collect no_exceptions 0 a.cc -o x.mcg -- -fno-exceptions -fno-rtti
has x.mcg "$hidden"
cp a.cc a.txt
collect language 0 a.txt -o x.mcg -- -x c++
has x.mcg '_Z3runi -> _ZN5GuardD1Ev implicit a.txt:11:1(implicit)'

collect other_target 0 a.cc -o x.mcg -- --target=aarch64-linux-gnu -nostdinc
has x.mcg "$hidden"
collect small 0 a.cc -o x.mcg -- -m32 -nostdinc
has x.mcg "$hidden"

cat >optimised.cc <<'END'
struct Guard {
    ~Guard();
};
void fast();
void small();
void slow();
void inlined();
void g()
{
    Guard guard;
#ifdef __OPTIMIZE__
    fast();
#else
    slow();
#endif
#ifdef __OPTIMIZE_SIZE__
    small();
#endif
#ifndef __NO_INLINE__
    inlined();
#endif
}
END
collect optimised 0 optimised.cc -o x.mcg -- -O2
has x.mcg '_Z1gv -> _Z4fastv direct optimised.cc:12:5' '_Z1gv -> _Z7inlinedv direct optimised.cc:20:5'
hasnt x.mcg 'slow\|small\|open _Z1gv'
collect optimised_small 0 optimised.cc -o x.mcg -- -O2 -Os
has x.mcg '_Z1gv -> _Z5smallv direct optimised.cc:17:5'
collect optimised_not 0 optimised.cc -o x.mcg -- -O2 -O0
has x.mcg '_Z1gv -> _Z4slowv direct optimised.cc:14:5'
hasnt x.mcg 'fast\|small\|inlined\|open _Z1gv'

cat >fortified.cc <<'END'
#include <stdio.h>
#include <string.h>
struct Guard {
    ~Guard();
};
void f(char *to, const char *from)
{
    Guard guard;
    char own[10];
    strcpy(own, from);
    memcpy(to, own, 10);
    printf("%s", own);
}
END
collect fortified 0 fortified.cc -o x.mcg -- -O2 -D_FORTIFY_SOURCE=2
"$dump" x.mcg | grep -q '^_Z1fPcPKc -> .*memcpy' || fail fortified "no memcpy"
"$dump" x.mcg | grep -q '^_Z1fPcPKc -> .*printf' || fail fortified "no printf"
has x.mcg '_Z1fPcPKc -> _ZN5GuardD1Ev implicit fortified.cc:13:1(implicit)'

echo 'static inline int included(int x) { return x; }' >included.h
printf 'struct G { ~G(); };\nint h(int x) { G g; return included(x); }\n' >includes.cc
collect include 0 includes.cc -o x.mcg -- -include included.h
has x.mcg '_Z1hi -> _ZL8includedi direct includes.cc:2:28' \
    '_Z1hi -> _ZN1GD1Ev implicit includes.cc:2:41(implicit)'
cp x.mcg included.mcg
mkdir header
cp included.h header/included.h
echo 'gpch: this is no header for clang' >header/included.h.gch
collect precompiled_by_gcc 0 includes.cc -o x.mcg -- -include header/included.h
has x.mcg '_Z1hi -> _ZN1GD1Ev implicit includes.cc:2:41(implicit)'
for level in -O0 -O2; do
    rm -f included.pch
    "$clang" $level -x c++-header included.h -o included.pch 2>/dev/null || continue
    collect "precompiled$level" 0 includes.cc -o x.mcg -- $level -include-pch included.pch
    has x.mcg '_Z1hi -> _ZN1GD1Ev implicit includes.cc:2:41(implicit)'
done

# What CMake precompiles calls itself a system header, and includes those of the program.
mkdir library
echo 'inline int of_library() { return 2; }' >library/library.h
echo 'inline int own() { return of_library(); }' >own.h
printf '#pragma GCC system_header\n#include <library.h>\n#include "own.h"\n' >cmake_pch.h
echo 'int calls() { return own(); }' >calls.cc
: >empty.cc
"$clang" -isystem library -Xclang -include -Xclang cmake_pch.h -x c++-header empty.cc -o made.pch
for way in '-include cmake_pch.h' '-Xclang -include-pch -Xclang made.pch'; do
    # shellcheck disable=SC2086
    collect "pragma $way" 0 calls.cc -o x.mcg -- -isystem library $way
    "$bin/cgquery" -q show x.mcg 'own()' | grep -q 'systemInclude false' ||
        fail "$name" 'own.h is no header of the program'
    "$bin/cgquery" -q show x.mcg 'of_library()' | grep -q 'systemInclude true' ||
        fail "$name" 'library.h is no system header'
done

cat >concepts.cc <<'END'
template <typename T>
concept Runs = requires(T t) { t.run(); };
void last();
struct Job {
    ~Job();
    void run() { last(); }
};
template <Runs T> void all(T t) { t.run(); }
void go() { all(Job()); }
END
collect new_standard 0 concepts.cc -o x.mcg -- -std=c++20
has x.mcg '_ZN3Job3runEv -> _Z4lastv direct concepts.cc:6:18'
hasnt x.mcg open

echo '.globl call; call: ret' >asm.s
cp asm.s asm.S
collect assembler 0 asm.s asm.S a.cc
has asm.s.mcg 'define call external asm.s -'
collect assembler_without_clang 2 --ir=off --clang ./not-clang asm.s
says '^asm.s: not collected: ./not-clang: not a clang'
printf 'void host();\n__attribute__((global)) void kernel() {}\nint main() { host(); }\n' >cuda.cu
"$bin/cgcollect" cuda.cu -o x.mcg 2>/dev/null # complete or not, as CUDA is there
has x.mcg 'main -> _Z4hostv direct cuda.cu:3:14'

# The compiler's runtime

cat >runtime.cc <<'END'
struct First {
    virtual void one();
    long x;
};
struct Second {
    virtual void two();
};
struct Both : First, Second {
    void two() override;
};
void Both::two() { throw 1; }
END
collect runtime_not 0 runtime.cc -o x.mcg
hasnt x.mcg '__cxa'
has x.mcg 'name _ZN4Both3twoEv _ZThn16_N4Both3twoEv' 'override _ZN4Both3twoEv _ZN6Second3twoEv'
collect runtime 0 --show-runtime-calls runtime.cc -o x.mcg
has x.mcg '_ZThn16_N4Both3twoEv -> _ZN4Both3twoEv direct -:0:0' \
    '_ZN4Both3twoEv -> __cxa_throw implicit runtime.cc:11:20(implicit)' \
    'declare __cxa_throw external -'
collect runtime_sanitizers 0 --show-runtime-calls a.cc -o x.mcg -- -fsanitize=undefined
"$dump" x.mcg | grep -q '^_Z3runi -> __ubsan_handle' || fail runtime_sanitizers "no __ubsan_handle"

# Modules as inputs

"$clang" -x c++ -O0 -g -c -emit-llvm a.cc -o good.bc
"$clang" -x c++ -O0 -g -S -emit-llvm a.cc -o good.ll
collect module 0 good.bc good.ll
has good.bc.mcg '_Z3runi -> _ZN5GuardD1Ev direct a.cc:11:1' '_Z3runi -> _Z4notei direct a.cc:9:5'
for module in good.bc good.ll; do
    "$dump" --facts "$module.mcg" | sed "s/$module\$/module/" >"$module.facts"
done
same good.bc.facts good.ll.facts
"$clang" -x c++ -O2 -c -emit-llvm a.cc -o optimised.bc
collect module_optimised 0 optimised.bc
has optimised.bc.mcg '_Z3runi -> _Z4notei direct -:0:0'
"$dump" --facts good.bc.mcg | grep -q '^_Z3runi \["t","~i(i)"\]' || fail module "no facts"
"$dump" --facts optimised.bc.mcg | grep -qx '_Z3runi \["a","address"\]' ||
    fail module_optimised "no facts of what an optimiser has seen"

# Code that does not distinguish records counts as unread, in a program with code that does.
printf 'void (*hook)(void);\nstatic void own(void) { }\nint main(void) { hook = own; hook(); return 0; }\n' >told.c
printf 'define void @apart(ptr %%f) {\n  call void %%f()\n  ret void\n}\n' >apart.ll
collect mixed 0 told.c -o told.mcg
collect mixed_module 0 apart.ll -o apart.mcg
"$bin/cgmerge" -v told.mcg -o linked.mcg 2>stderr
says '1 of 1 calls through pointers resolved'
"$bin/cgmerge" -v told.mcg apart.mcg -o linked.mcg 2>stderr
says '0 of 2 calls through pointers resolved'

# A newer LLVM is named, as far as the file does (modules/newer_llvm.bc: rustc 1.95, LLVM 22.1).
cp "$cases/modules/newer_llvm.bc" .
if ! "$bin/cgcollect" newer_llvm.bc -o x.mcg 2>/dev/null; then
    collect module_newer 2 newer_llvm.bc
    says 'newer_llvm.bc: not collected: made by LLVM 22.1.2-rust-1.95.0-stable; this cgcollect'
    says 'build cgcollect with LLVM 22, or make the bitcode with LLVM'
fi
printf '%s\n' 'define void @f() unheard_of { ret void }' '!llvm.ident = !{!0}' \
    '!0 = !{!"rustc version 9.99.0"}' >newer.ll
collect module_newer_text 2 newer.ll
says 'newer.ll:1:18: error'
says '(made by rustc version 9.99.0; this cgcollect reads IR up to LLVM'

# A function that nobody defines and no library has may be uncollected code, in C and in C++.
link_declared() { # NAME CALLEE MESSAGE: link a module that calls a function it declares
    printf '%s\n' 'define internal void @own() { ret void }' '@hook = global ptr @own' \
        "declare i32 @$2()" 'define i32 @main() noinline optnone {' "  %n = call i32 @$2()" \
        '  %f = load ptr, ptr @hook' '  call void %f()' '  ret i32 %n' '}' >declared.ll
    collect "$1" 0 declared.ll -o declared.mcg
    "$bin/cgmerge" -v declared.mcg -o linked.mcg 2>stderr || fail "$1" "is not linked"
    says "$3"
}
link_declared declared elsewhere 'elsewhere is used but not defined'
says '0 of 1 calls through pointers resolved'
link_declared declared_mangled _Z9elsewherev 'elsewhere() is used but not defined'
says 'code such as that of elsewhere() (code not collected)'
link_declared declared_of_library getpid '1 of 1 calls through pointers resolved'

cat >virtual.cc <<'END'
struct A {
    virtual void f();
};
void run(A *a, void (*f)()) { a->f(), f(); }
END
"$clang" -x c++ -O0 -S -emit-llvm virtual.cc -o virtual.ll
collect module_untested 0 virtual.ll
"$dump" --facts virtual.ll.mcg | grep -q '^_Z3runP1APFvvE \["x","l0","no facts"\]' ||
    fail module_untested "a virtual call is taken for one through a pointer"

head -c 1500 good.bc >truncated.bc
head -c 1000 /dev/urandom >garbage.bc
: >empty.bc
: >empty.ll
mkdir directory.bc
printf 'define void @f() {\n  call void @g(\n}\n' >wrong.ll
for module in truncated.bc garbage.bc empty.bc empty.ll wrong.ll; do
    collect "module_$module" 2 "$module" -o x.mcg
    says "^$module: not collected: "
done
collect module_directory 2 directory.bc -o x.mcg
says "directory.bc: not a source (looks like a directory); collect it: cgcollect -p directory.bc"
collect module_place 2 wrong.ll
says '^wrong.ll: not collected: wrong.ll:3:1: error: '
collect module_missing 2 missing.bc
says 'missing.bc: No such file'
collect module_partly 1 good.bc truncated.bc
says '1 of 2 files complete, 1 not collected'

mkdir build
cat >build/compile_commands.json <<END
[{"directory": "$work", "file": "good.bc", "command": "clang -c good.bc"},
 {"directory": "$work", "file": "wrong.ll", "command": "clang -c wrong.ll"},
 {"directory": "$work", "file": "a.cc", "command": "g++ -c a.cc"},
 {"directory": "$work", "file": "optimised.cc", "command": "g++ -O2 -c optimised.cc"},
 {"directory": "$work", "file": "runtime.cc", "command": "g++ -c runtime.cc"}]
END
collect database 1 -p build
says '4 of 5 files complete, 1 not collected'
for jobs in 1 8; do
    collect "jobs_$jobs" 1 -p build -j "$jobs" --output-dir "out$jobs"
    diff -r -x .cgcollect build/mcg "out$jobs" || fail "jobs_$jobs" "differs"
done

cat >odd.ll <<'END'
@table = global [3 x ptr] [ptr @0, ptr @"not \FFtext", ptr @"quo\22te"]
@ring = global { ptr, ptr } { ptr @knot, ptr @table }
@knot = global { ptr, ptr } { ptr @ring, ptr @in_ring }
@data = global i32 1
@other_data = alias i32, ptr @data
@inner_data = alias i8, getelementptr (i8, ptr @other_data, i64 2)
@first = alias void (), ptr @in_ring
@second = alias void (), ptr @first
@middle = alias void (), getelementptr (i8, ptr @in_ring, i64 4)
@chosen = ifunc void (), ptr @choose
@unchosen = ifunc void (), ptr null
@of_chosen = alias void (), ptr @chosen
define void @0() { call void @callee() ret void }
define internal void @1() { call void @0() ret void }
define void @"not \FFtext"() { call void @1() ret void }
define void @"quo\22te"() { call void @"not \FFtext"() ret void }
define void @in_ring() { call void @second() call void @middle() call void @of_chosen() ret void }
define ptr @choose() { ret ptr @in_ring }
define ptr @reads() { store ptr @other_data, ptr @inner_data ret ptr @ring }
define internal void @my_omp_outlined() { call void @callee() ret void }
define void @.omp_outlined() { call void @my_omp_outlined() ret void }
define void @llvm_like() { call void @.omp_outlined() ret void }
define void @__kmpc_mine() { call void @llvm_like() ret void }
declare void @callee()
END
collect odd 0 odd.ll
has odd.ll.mcg 'define @0 internal odd.ll -' '@0 -> callee direct -:0:0' '@1 -> @0 direct -:0:0' \
    'not \377text -> @1 direct -:0:0' 'quo"te -> not \377text direct -:0:0' \
    'second -> first implicit -:0:0(implicit)' 'first -> in_ring implicit -:0:0(implicit)' \
    'open middle -:0:0 pointer -' 'of_chosen -> chosen implicit -:0:0(implicit)' \
    'chosen -> choose implicit -:0:0(implicit)' 'open chosen -:0:0 pointer -' \
    'open unchosen -:0:0 pointer -' 'address in_ring -:0:0' 'address @0 -:0:0' \
    '.omp_outlined -> my_omp_outlined direct -:0:0' 'llvm_like -> .omp_outlined direct -:0:0' \
    '__kmpc_mine -> llvm_like direct -:0:0'
hasnt odd.ll.mcg data
collect again 0 odd.ll -o x.mcg
same odd.ll.mcg x.mcg

cat >assembly.ll <<'END'
module asm "entry: jmp hidden"
define internal void @hidden() { ret void }
define internal void @unseen() { ret void }
END
collect assembly 0 assembly.ll
has assembly.ll.mcg 'address hidden -:0:0'
hasnt assembly.ll.mcg 'address unseen'

# What could take long or go deep

awk 'BEGIN {
    for (i = 0; i < 50000; i++) {
        printf "@g%d = global { ptr, ptr } { ptr @g%d, ptr @f%d }\n", i, (i + 1) % 50000, i
        printf "define void @f%d() { call void @f%d() store ptr @g%d, ptr @g0 ret void }\n", i, (7 * i + 1) % 50000, i
    }
}' >big.ll
collect module_big 0 --timeout 60 big.ll
has big.ll.mcg 'f49999 -> f49994 direct -:0:0'
awk 'BEGIN {
    print "define void @f() { ret void }\ndefine void @g() { ret void }"
    printf "@x = global i64 "
    for (i = 0; i < 10000; i++) printf "add (i64 "
    printf "ptrtoint (ptr @f to i64)"
    for (i = 0; i < 10000; i++) printf ", i64 ptrtoint (ptr @g to i64))"
    print ""
}' >deep.ll
collect module_deep 0 --timeout 60 deep.ll
has deep.ll.mcg 'address f -:0:0' 'address g -:0:0'
awk 'BEGIN {
    print "declare void @f()\ndefine void @run(i32 %x) {\nentry:\n  br label %b0"
    for (i = 0; i < 8; i++) {
        printf "b%d:\n  %%p%d = phi ptr ", i, i
        if (i == 0) printf "[ @f, %%entry ], "
        for (k = 0; k < 8; k++) printf "%s[ %%p%d, %%b%d ]", k ? ", " : "", k, k
        printf "\n  call void %%p%d()\n  switch i32 %%x, label %%b0 [", i
        for (k = 1; k < 8; k++) printf " i32 %d, label %%b%d", k, k
        print " ]"
    }
    print "}"
}' >knot.ll
collect module_knot 0 --timeout 60 knot.ll
has knot.ll.mcg 'run -> f direct -:0:0'
hasnt knot.ll.mcg open

# Calls where a garbage collector may run, and places that can be patched, pass on what they call.
cat >wrapped.ll <<'END'
declare void @callee()
declare void @patched()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)
define void @collected() gc "statepoint-example" {
  %token = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(
      i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret void
}
define void @patchable() {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 0, i32 16, ptr @patched, i32 0)
  ret void
}
END
collect module_wrapped 0 wrapped.ll
has wrapped.ll.mcg 'collected -> callee direct -:0:0' 'patchable -> patched direct -:0:0'

echo "$total commands, $failed failures"
[ "$failed" -eq 0 ]
