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

collect nested_functions 1 nested.c
says 'nested.c:5:21: clang has no nested functions: add in sum, twice in sum$'
has nested.c.mcg 'open sum nested.c:5:21 parse error -'

echo "$total commands, $failed failures"
[ "$failed" -eq 0 ]
