#!/bin/sh
# Compilers that clang knows nothing of: they are asked where their headers are.
#
#     run_compilers.sh BIN_DIR DUMP
set -u

bin=$1
dump=$2
sources=$(cd "$(dirname "$0")/compilers" && pwd)
# shellcheck source=tests/collect/support.sh
. "$(dirname "$0")/support.sh"

exists() {
    [ -f "$1" ] || fail "$name" "no $1"
}

says_nothing_of() { # TEXT
    ! grep -q -- "$1" stderr || fail "$name" "stderr has: $1"
}

asked() { # NUMBER: the vendor's compiler was asked so often since the last time
    found=$(grep -c . asked 2>/dev/null)
    : >asked
    [ "${found:-0}" -eq "$1" ] || fail "$name" "asked ${found:-0} times, expected $1"
}

database() { # DIRECTORY COMPILER-OF-C FILES...: a database; C++ has the compiler's ++
    directory=$1
    compiler=$2
    shift 2
    mkdir -p "$directory"
    {
        separator='['
        for file; do
            printf '%s{"directory":"%s","file":"%s","command":"%s -c %s"}' "$separator" "$work" "$file" \
                "$compiler" "$file"
            separator=,
        done
        echo ']'
    } >"$directory/compile_commands.json"
}

cp -r "$sources"/* .
mkdir -p sdk/include sdk/bin
echo 'int vendor_call(int);' >sdk/include/vendor.h
cat >sdk/bin/vendorcc <<END
#!/bin/sh
case "\$*" in
*-dD*) ;;
*) : >vendor.o; exit 0 ;;
esac
echo "\$*" >>$work/asked
[ ! -e $work/dumb ] || { echo "vendorcc: error: no license" >&2; exit 7; }
echo 'Target: x86_64-vendor-linux-gnu
#include "..." search starts here:
#include <...> search starts here:
 $work/sdk/include
 $work/sdk/lib/gcc/vendor/1/include
 $work/no/such/directory
End of search list.' >&2
[ ! -e $work/terse ] || exit 0
echo '# 1 "<built-in>"
#define __GNUC__ 99
#define mcu 1
# 1 "<command-line>"
#define BOARD 7
#define PAIR(a, b) a b
#undef NOTHING'
END
chmod +x sdk/bin/vendorcc
vendor=$work/sdk/bin/vendorcc

# From a database the compiler runs only if the user says so.
cp vendor.c other.c
database build "$vendor" vendor.c other.c
collect untrusted 1 -p build
says "vendor.c: partial, .*'vendor.h' file not found"
says "note: $vendor may know where the missing headers are: --trust-compiler asks it"
asked 0
collect trusted 0 -p build --trust-compiler
has build/mcg/vendor.c.mcg 'start -> vendor_call direct vendor.c:5:26'
exists build/mcg/other.c.mcg
asked 1
collect trusted_file 0 -p build --trust-compiler vendor.c
asked 1

# Options that matter make another question; macros, files and warnings do not.
printf '[{"directory":"%s","file":"vendor.c","command":"ccache %s -DA -Wall -Inone -o a.o -c vendor.c"},
{"directory":"%s","file":"other.c","command":"env X=1 %s -DB -O2 --specs=a.specs -c other.c"}]' \
    "$work" "$vendor" "$work" "$vendor" >build/compile_commands.json
collect options 0 -p build --trust-compiler
grep -qx -- '-E -v -dD -x c /dev/null' asked || fail options "$(cat asked)"
grep -qx -- '-O2 --specs=a.specs -E -v -dD -x c /dev/null' asked || fail options "$(cat asked)"
asked 2

# In place of the compiler: it runs anyway.
collect wrapper 0 --root "$work" --cc "$vendor" -- -c vendor.c
has vendor.o.mcg 'start -> vendor_call direct vendor.c:5:26'
asked 1

# A compiler without an answer is said, and the usual places are searched.
: >dumb
echo 'int f(void) { return 0; }' >plain.c
database build "$vendor" plain.c
collect dumb 0 -p build --trust-compiler
says "note: $vendor: does not say where its headers are (it failed); the usual places are searched"
rm -f dumb

# A compiler without macros of its own, and a source whose language is said.
: >terse
echo 'int vendor_call(int); int start(void) { return vendor_call(1); }' >expanded.i
database build "$vendor" expanded.i
collect terse 0 -p build --trust-compiler
has build/mcg/expanded.i.mcg 'start -> vendor_call direct expanded.i:1:48'
rm -f terse
database build "$work/no/such/cc" plain.c
collect absent 0 -p build --trust-compiler
says "note: $work/no/such/cc: does not say where its headers are"

# The system's own compilers are not asked, and missing headers are not theirs to find.
echo '#include "nowhere.h"' >lost.c
database build gcc lost.c
collect plain_compiler 1 -p build
says_nothing_of trust-compiler

collect needs_database 2 --trust-compiler plain.c
says 'need -p'

if command -v mpicxx >/dev/null; then
    database mpi-build mpicxx mpi/main.cpp mpi/solve.cpp mpi/halo.cpp
    collect mpi_untrusted 1 -p mpi-build
    says 'note: mpicxx may know where the missing headers are'
    collect mpi 0 -p mpi-build --trust-compiler
    "$bin/cgmerge" mpi-build/mcg -o mpi.mcg 2>stderr || fail mpi "cannot be merged"
    name=mpi
    "$bin/cgquery" path mpi.mcg main MPI_Irecv >stdout 2>stderr || fail mpi "main does not reach MPI_Irecv"
    "$bin/cgquery" callees mpi.mcg solve >stdout 2>stderr || fail mpi "no callees of solve"
    for callee in Jacobi::apply Identity::apply; do
        grep -q "$callee.*\[virtual\]" stdout || fail mpi "solve does not call $callee: $(cat stdout)"
    done
    collect mpi_wrapper 0 --root "$work" --cc mpicxx -- -c mpi/halo.cpp
    exists halo.o.mcg
    [ ! -e halo.o.mcg.log ] || fail mpi_wrapper "$(cat halo.o.mcg.log)"
else
    echo "skipped: no mpicxx"
fi

if command -v arm-none-eabi-g++ >/dev/null && [ -d /usr/include/newlib ]; then
    cortex='-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 --specs=nano.specs -Os -ffreestanding'
    database arm-build "arm-none-eabi-gcc $cortex" cortex/startup.c cortex/syscalls.c cortex/main.c
    collect newlib 0 -p arm-build --trust-compiler
    "$bin/cgmerge" arm-build/mcg -o arm.mcg 2>stderr || fail newlib "cannot be merged"
    "$bin/cgquery" callees arm.mcg main >stdout 2>stderr || fail newlib "no callees of main"
    grep -q 'main -> ascending \[callback\]' stdout || fail newlib "qsort calls nothing: $(cat stdout)"
    # The names of functions are those of the object.
    collect newlib_types 0 --root "$work" --cc arm-none-eabi-g++ -- -mcpu=cortex-m4 -mthumb -c cortex/sum.cc
    has sum.o.mcg 'define _Z3sumPKlm external cortex/sum.cc 1'
else
    echo "skipped: no arm-none-eabi-gcc with newlib"
fi

# A source that asks for __clang__, in itself or in a header of the project, is read as its compiler reads it.
mkdir -p own
cat >own/asks.h <<'END'
#ifdef __clang__
#define PICK of_clang
#elif __GNUC__ >= 9
#define PICK of_gcc
#else
#define PICK of_old_gcc
#endif
END
cat >asks.c <<'END'
#define _GNU_SOURCE 1
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <asks.h>
void of_clang(void);
void of_gcc(void);
void of_old_gcc(void);
_Float128 wide(_Float64 x) { return x; }
void pick(char *to) { PICK(); memset(to, 0, 8); }
END
sed 's/^_Float128.*/__constinit int set = 1;/' asks.c >asks.cc
database build "gcc -O2 -D_FORTIFY_SOURCE=2 -Iown" asks.c
collect asks_gcc 0 -p build
has build/mcg/asks.c.mcg 'pick -> of_gcc direct asks.c:10:23'
hasnt build/mcg/asks.c.mcg 'pick -> of_clang'
sed -i '/_Float128/d' asks.c
for compiler in clang /opt/bin/clang-15; do
    database build "$compiler -Iown" asks.c
    collect "asks_$compiler" 0 -p build
    has build/mcg/asks.c.mcg 'pick -> of_clang direct asks.c:9:23'
done
database build "gcc-8 -include asks.h -Iown" asks.c
collect asks_old_gcc 0 -p build
has build/mcg/asks.c.mcg 'pick -> of_old_gcc direct asks.c:9:23'
database build "g++ -include asks.h -iquote own -Iown" asks.cc
collect asks_gxx 0 -p build
has build/mcg/asks.cc.mcg '_Z4pickPc -> _Z6of_gccv direct asks.cc:10:23'

# g++ does not find all errors in templates that nothing instantiates; clang does, but with these left
# alone there is IR, and with it the calls of the others.
cat >late.cc <<'END'
#include <memory>
void unused(), used();
template <class T> struct Holder {
    std::unique_ptr<int> held;
    void keep(const Holder &other) { held = other.held ? new int : nullptr; unused(); }
    void run() { used(); }
};
void call() { Holder<int>().run(); }
END
database build g++ late.cc
collect late_templates 0 -p build --fresh
has build/mcg/late.cc.mcg '_ZN6HolderIiE3runEv -> _Z4usedv direct late.cc:6:18'
database build clang++ late.cc
collect early_templates 1 -p build --fresh

# So is one that asks for a version of clang, or for LLVM.
for name in __clang_major__ __llvm__; do
    cat >version.c <<END
void of_clang(void), of_gcc(void);
void pick(void)
{
#ifdef $name
    of_clang();
#else
    of_gcc();
#endif
}
END
    database build gcc version.c
    collect "version_gcc_$name" 0 -p build --fresh
    has build/mcg/version.c.mcg 'pick -> of_gcc direct version.c:7:5'
    hasnt build/mcg/version.c.mcg 'pick -> of_clang'
    database build clang version.c
    collect "version_clang_$name" 0 -p build --fresh
    has build/mcg/version.c.mcg 'pick -> of_clang direct version.c:5:5'
done

# So is one that asks for a version of gcc, itself or by a macro of the system, or what it has: gcc is asked for it.
picks() { # NAME COMPILER CONDITION BRANCH: the branch that a compiler takes where a header of the project asks
    printf '%s\n#define PICK() yes()\n#else\n#define PICK() no()\n#endif\n' "$3" >own/condition.h
    printf '#include <limits.h>\n#include "condition.h"\nvoid yes(void), no(void);\nvoid pick(void) { PICK(); }\n' >"$1.c"
    cp "$1.c" "$1.cc"
    database build "$2 -Iown" "$1.c"
    collect "picks_$1" 0 -p build --fresh
    has "build/mcg/$1.c.mcg" "pick -> $4 direct $1.c:4:19"
    database build "$(printf '%s' "$2" | sed 's/^gcc/g++/; s/^clang/clang++/') -Iown" "$1.cc"
    collect "picks_cxx_$1" 0 -p build --fresh
    has "build/mcg/$1.cc.mcg" "_Z4pickv -> _Z${#4}$4""v direct $1.cc:4:19"
}
picks old_version gcc-8 '#if __GNUC__ == 8' yes
picks old_version_of_clang clang '#if __GNUC__ == 4' yes
if command -v gcc >/dev/null; then
    picks version gcc '#if __GNUC__ >= 5' yes
    picks version_of_system gcc '#if __GNUC_PREREQ(5, 0)' yes
    picks has_feature gcc '#if __GNUC__ < 14 && defined __has_feature' no
    picks has_extension gcc '#if defined(__has_extension) && __GNUC__ < 14' no
    picks has_builtin gcc '#if __has_builtin(__builtin_bitreverse32)' no
    picks has_builtin_too gcc '#if __has_builtin(__builtin_popcount)' yes
    picks has_attribute gcc '#if __has_attribute(overloadable)' no
    picks has_attribute_too gcc '#if __has_attribute(noipa)' yes
    picks has_by_macro gcc "$(printf '#define HAS(x) __has_builtin(__builtin_##x)\n#if HAS(bswap32) && !HAS(bitreverse8)')" yes
    picks macro_of_gcc gcc '#ifdef __GCC_IEC_559' yes
    picks macro_of_clang gcc '#if __GNUC__ < 14 && defined __BITINT_MAXWIDTH__' no
    picks has_scoped gcc "$(printf '#ifdef __cplusplus\n#define ASK(x) __has_cpp_attribute(x)\n#else\n#define ASK(x) __has_c_attribute(x)\n#endif\n%s' \
        '#if ASK(clang::noinline)')" no
    picks has_embed gcc '#if __GNUC__ < 15 && defined __has_embed' no
    picks is_identifier gcc '#ifdef __is_identifier' no
    picks language gcc '#if defined __cpp_pack_indexing && __GNUC__ < 15' no
    printf '#if __has_builtin(__builtin_bitreverse32)\n#define NAMED_HAS 1\n#endif\n' >own/named.h
    picks header_by_macro gcc "$(printf '#define NAMED "named.h"\n#include NAMED\n#ifdef NAMED_HAS')" no
    picks header_by_option 'gcc -DNAMED=\\\"named.h\\\"' "$(printf '#include NAMED\n#ifdef NAMED_HAS')" no
    # Many files may ask.
    for i in 1 2 3 4 5 6 7 8 9; do
        for k in 1 2 3 4 5 6 7 8 9; do
            printf '#if !__has_attribute(noipa) || __has_builtin(__builtin_bitreverse32)\n#define DIFFERS\n#endif\n' >"own/asks$i$k.h"
            echo "#include \"asks$i$k.h\""
        done
    done >own/many.h
    descriptors=$(ulimit -Sn)
    ulimit -Sn 1024
    picks has_in_many gcc "$(printf '#include "many.h"\n#ifdef DIFFERS')" no
    ulimit -Sn "$descriptors"
    # Null characters end no file; which compiler asked, they are passed over.
    printf '#if __has_builtin(__builtin_abs)\nvoid one(void) {}\n#endif\n\000\nvoid two(void) { one(); }\n' >null.c
    database build gcc null.c
    collect null_character 0 -p build
    has build/mcg/null.c.mcg 'two -> one direct null.c:5:18'
    # What is too much to be looked at may ask as well.
    awk 'BEGIN { for (i = 0; i < 20010; i++) { f = "own/next" i ".h"; printf "#if 0\n#include \"next%d.h\"\n#endif\n", i + 1 >f; close(f) } }'
    printf '#include "next0.h"\nvoid after(void) { }\n' >chain.c
    truncate -s 300M own/sparse.h
    printf '#if 0\n#include "sparse.h"\n#endif\nvoid after(void) { }\n' >sparse.c
    for source in chain sparse; do
        database build 'gcc -Iown' "$source.c"
        collect "too_much_$source" 1 -p build
        says 'clang answers __has_builtin and the like, where gcc compiled: the files'
    done
    picks has_in_clang clang '#if defined __has_feature && __has_builtin(__builtin_bitreverse32)' yes
    # What the command defines or undefines counts.
    printf 'void yes(void), no(void);\nvoid pick(void)\n{\n#ifdef __GCC_IEC_559\n    yes();\n#else\n    no();\n#endif\n}\n' >undefined.c
    database build 'gcc -U__GCC_IEC_559' undefined.c
    collect undefined 0 -p build
    has build/mcg/undefined.c.mcg 'pick -> no direct undefined.c:7:5'
    # A header may define away what clang lacks.
    printf '#ifdef __cgcollect__\n#define __builtin_of_gcc(x) 0\n#endif\n' >lacks.h
    echo 'int away(int x) { return x + __GNUC__ + __builtin_of_gcc(int); }' >away.c
    database build gcc away.c
    collect away_not 1 -p build
    database build 'gcc -include lacks.h' away.c
    collect away 0 -p build
    # In place of the compiler, too; and names of the files stay.
    collect has_wrapper 0 --root "$work" --cc gcc -- -Iown -c has_builtin.c
    has has_builtin.o.mcg 'define pick external has_builtin.c 1'
else
    echo 'skipped: no gcc'
fi

# What a compiler that is asked calls itself counts, not its name.
cat >sdk/bin/asked-gcc <<END
#!/bin/sh
echo '# 1 "<built-in>"
#define __GNUC__ 4'
cat $work/also
echo '#include <...> search starts here:
 /usr/include
 $(echo /usr/include/*-linux-gnu)
End of search list.' >&2
END
chmod +x sdk/bin/asked-gcc
: >also
database build "$work/sdk/bin/asked-gcc -Iown" asks.c
collect asks_asked 0 -p build --trust-compiler
has build/mcg/asks.c.mcg 'pick -> of_old_gcc direct asks.c:9:23'
echo '#define __clang__ 1' >also
collect asks_asked_clang 0 -p build --trust-compiler --fresh
has build/mcg/asks.c.mcg 'pick -> of_clang direct asks.c:9:23'

# One that nobody sees asking, but has an error as clang reads it, too.
cat >error.c <<'END'
#define JOIN(a, b) a##b
#if JOIN(defined_, or_not) || defined JOINED || JOIN(__cl, ang__)
#error needs gcc
#endif
int error(void) { return 0; }
END
database build gcc error.c
collect error_of_clang 0 -p build
database build clang error.c
collect error_of_both 1 -p build
says 'error.c: partial, 1 error: error.c:3:2: needs gcc'

# As gcc reads it there is an error: in C the rest is what gcc compiles. C++ would have no IR.
cat >only.c <<'END'
#ifdef __clang__
int only(void) { return 0; }
#else
int only(void) { return __builtin_of_gcc_alone[0]; }
#endif
int next(void) { return only(); }
END
cp only.c only.cc
database build gcc only.c only.cc
collect only_gcc 1 -p build
says 'only.c: partial, 1 error: only.c:4:25: use of undeclared identifier'
says 'only.cc: partial, 1 error: read as clang reads it, although gcc compiled it and it asks for its compiler; as gcc reads it there is an error: only.cc:4:25: '
has build/mcg/only.c.mcg 'open only only.c:4:25 parse error -'

# What gcc preprocessed has what only gcc knows.
cat >preprocessed.i <<'END'
# 1 "preprocessed.c"
extern void free(void *);
extern char *copy(const char *) __attribute__((__malloc__(free, 1)));
extern _Float32 narrow(_Float64x x, ...);
# 7 "preprocessed.c"
float call(long double x) { return narrow(x, __builtin_va_arg_pack()); }
int kind(double x) { return _Generic(x, float: 1, _Float32: 2, default: 3, long double: 4, _Float64x: 5); }
END
collect preprocessed 0 preprocessed.i -- -DUNUSED -Dcall=other
has preprocessed.i.mcg 'call -> narrow direct preprocessed.c:7:36'
cat >preprocessed2.i <<'END'
typedef float _Float32;
_Float32 narrow(void) { return 0; }
END
collect preprocessed_by_clang 0 preprocessed2.i

# Of the headers of gcc those are there that clang lacks, and no others: clang's stdatomic.h asks for the next one.
if command -v gcc >/dev/null && gcc -fopenmp -E -include omp.h -x c /dev/null >/dev/null 2>&1; then
    cat >parallel.c <<'END'
#include <stdatomic.h>
#include <omp.h>
_Atomic int sum;
int add(void) {
#pragma omp parallel for
    for (int i = 0; i < 3; i++) { atomic_fetch_add(&sum, i); }
    return atomic_load(&sum) + omp_get_max_threads();
}
END
    sed 's/<stdatomic.h>/<atomic>/; s/_Atomic int/std::atomic<int>/; s/atomic_/std::&/g' parallel.c >parallel.cc
    echo '#include <acc_prof.h>' >alone.c
    sleep 1.1 # what is younger than a run is collected again
    database build 'gcc -fopenmp' parallel.c parallel.cc
    collect openmp 0 -p build
    has build/mcg/parallel.c.mcg 'add -> omp_get_max_threads direct parallel.c:7:32'
    collect openmp_again 0 -p build -v
    says "parallel.c: unchanged"
    database build gcc alone.c
    collect header_of_gcc 0 -p build
    database build clang alone.c
    collect header_of_gcc_for_clang 1 -p build
    says "alone.c: partial, .*'acc_prof.h' file not found"
else
    echo 'skipped: no gcc with OpenMP'
fi

# Of a precompiled header (Meson's) the source is read, which need not be where that is.
if command -v gcc >/dev/null; then
    mkdir -p headers made
    echo 'static inline int of_header(int x) { return x; }' >headers/own.h
    gcc -x c-header headers/own.h -o made/own.h.gch
    echo 'int uses(void) { return of_header(1); }' >precompiled.c
    database build 'gcc -Iheader -Imade -include own.h' precompiled.c
    collect precompiled 0 -p build
    has build/mcg/precompiled.c.mcg 'uses -> of_header direct precompiled.c:1:25'
    collect precompiled_wrapper 0 --root "$work" --cc gcc -- -I made -include own.h -c precompiled.c
    has precompiled.o.mcg 'define of_header internal headers/own.h 1'
    # It is a dump of memory: what is before the path may look like part of it.
    printf 'gpch\0jheaders/own.h\0' >made/own.h.gch
    collect precompiled_dump 0 --fresh -p build
    has build/mcg/precompiled.c.mcg 'uses -> of_header direct precompiled.c:1:25'
    echo 'no source of gcc: headers/own.h' >made/own.h.gch
    collect precompiled_by_nobody 1 -p build
    says "precompiled.c: partial, .*'own.h' file not found"
else
    echo 'skipped: no gcc'
fi

# Options that the command line does not show: the compiler that may run tells them.
printf 'void yes(void), no(void);\nvoid pick(void)\n{\n#ifdef CONFIGURED\n    yes();\n#else\n    no();\n#endif\n}\n' >hidden.c
printf '*cpp:\n+ -DCONFIGURED=1\n' >own.specs
echo '-DCONFIGURED=1' >own.cfg
hidden() { # NAME COMPILER OPTION...: in place of the compiler, and from a database
    named=$1
    compiler=$2
    shift 2
    collect "hidden_$named" 0 --root "$work" --cc "$compiler" -- "$@" -c hidden.c
    has hidden.o.mcg 'pick -> yes direct hidden.c:5:5'
    hasnt hidden.o.mcg '^open'
    database build "$compiler $*" hidden.c
    collect "hidden_database_$named" 0 -p build --trust-compiler --fresh
    has build/mcg/hidden.c.mcg 'pick -> yes direct hidden.c:5:5'
}
untold() { # NAME OPTION WHY: nobody may ask
    says "hidden.c: partial, 1 error: what was compiled may be other than what is read: $2 $3"
    has build/mcg/hidden.c.mcg 'open pick -:0:0 parse error -'
}
if command -v gcc >/dev/null; then
    hidden specs gcc -specs=own.specs
    collect hidden_specs 1 -p build --fresh
    untold specs -specs=own.specs 'has more options; --trust-compiler asks'
    mkdir -p quoted below
    echo '#define CONFIGURED' >quoted/config.h
    : >below/config.h
    (echo '#include "config.h"'; cat hidden.c) >below/split.c
    database build 'gcc -Iquoted -I-' below/split.c
    collect hidden_split 1 -p build
    says 'split.c: partial, 1 error: .*: -I- searches no header beside the file that includes it'
    has build/mcg/below/split.c.mcg 'open pick -:0:0 parse error -'
    mv below/config.h below/other.h
    collect hidden_split_found 1 -p build
    has build/mcg/below/split.c.mcg 'pick -> yes direct below/split.c:6:5'
fi
clang=$(command -v clang-19 || command -v clang)
hidden config "$clang" --config "$work/own.cfg"
collect hidden_config 1 -p build --fresh
untold config --config 'has more options'
export CCC_OVERRIDE_OPTIONS='# +-DCONFIGURED=1'
hidden environment "$clang"
unset CCC_OVERRIDE_OPTIONS
# It must not choose for files that were compiled without it.
(CCC_OVERRIDE_OPTIONS='# +-DCONFIGURED=1'
export CCC_OVERRIDE_OPTIONS
cp hidden.c hidden.cc
collect hidden_nothing 0 hidden.cc
has hidden.cc.mcg '_Z4pickv -> _Z2nov direct hidden.cc:7:5')

cat >releases.c <<'END'
void release(void *);
void *acquire(int) __attribute__((malloc, malloc(release, 1)));
void use(void) { release(acquire(1)); }
END
collect attribute_of_gcc 0 releases.c
has releases.c.mcg 'use -> acquire direct releases.c:3:26'
hasnt releases.c.mcg '^open'

collect nested_functions 1 nested.c
says 'nested.c:5:21: clang has no nested functions, move them out: add in sum, twice in sum$'
has nested.c.mcg 'open sum nested.c:5:21 parse error -'

echo "$total commands, $failed failures"
[ "$failed" -eq 0 ]
