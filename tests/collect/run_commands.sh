#!/bin/sh
# Command lines, databases and exit statuses of cgcollect.
#
#     run_commands.sh BIN_DIR DUMP
set -u

bin=$1
dump=$2
# shellcheck source=tests/collect/support.sh
. "$(dirname "$0")/support.sh"

exists() {
    [ -f "$1" ] || fail "$name" "no $1"
}

database() { # DIRECTORY <JSON
    mkdir -p "$1"
    cat >"$1/compile_commands.json"
}

mkdir -p src/lib
cat >src/main.c <<'END'
#include "lib/lib.h"
#ifdef EXTRA
int extra(void);
#else
#define extra() 0
#endif
int main(void) { return lib_call(1) + extra(); }
END
cat >src/lib/lib.h <<'END'
int lib_call(int);
END
cat >src/lib/lib.c <<'END'
#include "lib.h"
static int hidden(int x) { return x; }
int lib_call(int x) { return hidden(x); }
END
cat >broken.c <<'END'
int f(void);
int main(void) { return f() + nothing; }
END
echo 'void _start(void);' >start.s

collect single 0 src/main.c
exists main.c.mcg
has main.c.mcg 'main -> lib_call direct src/main.c:7:25'
hasnt main.c.mcg extra

collect flags 0 src/main.c -o flags.mcg -- -DEXTRA -O2 -Isrc
has flags.mcg 'main -> extra direct src/main.c:7:39'

collect standard_output 0 src/main.c -o -
cmp -s stdout main.c.mcg || fail standard_output "differs from the file"

# A file that is opened does not become a standard stream.
name=closed_streams
total=$((total + 3))
"$bin/cgcollect" src/main.c -o closed.mcg >&- 2>&- || fail "$name" "exit status $?"
"$bin/cgcollect" src/main.c -o closed.mcg <&- 2>&- || fail "$name" "exit status $? without standard input"
"$bin/cgcollect" src/main.c -o - <&- >&- 2>stderr && fail "$name" "nothing says that the graph is lost"
cmp -s closed.mcg main.c.mcg || fail "$name" "differs from the graph with open streams"

collect several 0 src/main.c src/lib/lib.c
exists lib.c.mcg

collect root 0 --root src src/main.c -o root.mcg
has root.mcg 'main -> lib_call direct main.c:7:25'

collect outside_root 0 --root src/lib src/lib/../main.c -o outside.mcg
has outside.mcg "main -> lib_call direct $work/src/main.c:7:25"
has outside.mcg 'declare lib_call external lib.h'

collect gcc_only_flags 0 src/main.c -o gcc.mcg -- -fipa-pta -fno-tree-loop-im -mno-such-thing \
    -Wlogical-op -fconserve-stack -flto=auto -fno-var-tracking-assignments --param=ssp-buffer-size=4
has gcc.mcg 'main -> lib_call direct src/main.c:7:25'

collect unknown_processor 0 src/main.c -o cpu.mcg -- -march=no-such-cpu -DEXTRA
has cpu.mcg 'main -> extra direct src/main.c:7:39'

printf '#ifdef __AVX2__\nint vector(void);\nint f(void) { return vector(); }\n#endif\n' >avx.c
collect refused_flags 0 avx.c -v -- -mavx2 -mtune=no-such-cpu -fcf-protection=nothing -DA
has avx.c.mcg 'f -> vector direct avx.c:3:22'
says 'note: libclang rejects -mtune=no-such-cpu; option left out'
says 'note: libclang rejects -fcf-protection=nothing; option left out'

collect warnings_are_errors 0 src/main.c -o werror.mcg -- -Werror -Wall -Werror=undef -pedantic-errors \
    -Weverything
collect code_gcc_accepts 0 -o old.mcg /dev/null -- -xc -std=gnu17
printf 'main() { return undeclared(1); }\nint *p = 3;\nvoid g(void) { return 1; }\n' >old.c
collect code_gcc_accepts 0 old.c
has old.c.mcg 'main -> undeclared direct old.c:1:17'

printf -- '-DEXTRA\n-I src\n' >args.rsp
echo "@args.rsp" >outer.rsp
collect response_file 0 src/main.c -o rsp.mcg -- @outer.rsp
has rsp.mcg 'main -> extra direct src/main.c:7:39'

cat >quoted.rsp <<'END'
# 'a b'"c d" -DX=\'\" '-DY=1 2'
-DEXTRA "
"
END
collect response_quoting 0 src/main.c -o quoted.mcg -- -DZ @quoted.rsp
has quoted.mcg 'main -> extra direct src/main.c:7:39'
collect response_missing 2 src/main.c -o missing.mcg -- @no_such.rsp
says 'main.c: not collected: response file no_such.rsp cannot be read'
echo '-DA @ring.rsp' >ring.rsp
collect response_ring 2 src/main.c -o ring.mcg -- @ring.rsp
says 'main.c: not collected: response file ring.rsp contains itself'
database named <<END
[{"directory": "$work/src", "file": "main.c", "command": "@../ring.rsp -c main.c"},
 {"directory": "$work/src", "file": "lib/lib.c", "command": "@ -c lib/lib.c"}]
END
collect response_for_name 0 -p named --output-dir named
exists named/main.c.mcg
database many <<END
[$(awk 'BEGIN { for (i = 0; i < 300000; i++) print "{\"directory\": \"/\", \"file\": \"/x.c\", \"command\": \"cc /x.c\"}," }')
 {"directory": "$work/src", "file": "main.c", "command": "cc -c main.c"}]
END
name=commands_repeated # with quadratic time they take half a minute
( ulimit -t 10 && exec "$bin/cgcollect" -q -p many --output-dir many main.c ) 2>stderr || fail "$name" "$(cat stderr)"
[ -n "$(find many -name main.c.mcg)" ] || fail "$name" "no graph"
truncate -s 400M zeros.rsp
echo @zeros.rsp @zeros.rsp @zeros.rsp >thrice.rsp
collect response_bomb 2 src/main.c -o bomb.mcg -- @thrice.rsp
says 'main.c: not collected: response file zeros.rsp exceeds the 1 GiB that all response files may take'
mkfifo pipe.rsp pipe.c
collect response_pipe 2 src/main.c -o pipe.mcg -- @pipe.rsp
says 'main.c: not collected: response file pipe.rsp is not a regular file'
collect source_pipe 2 pipe.c -o pipe.mcg
says 'pipe.c: not collected: not a regular file'

collect error 1 broken.c
says 'broken.c: partial, 1 error: broken.c:2:31: '
says '0 of 1 file complete, 1 partial'
has broken.c.mcg 'open main broken.c:2:31 parse error -'

collect missing_file 2 no_such.c
says 'no_such.c'
collect missing_among_several 1 no_such.c src/main.c
says 'not collected'
says '1 of 2 files complete'
collect assembler 2 start.s
says '^start.s: not collected: .*start.s:1:13: error: '
collect no_arguments 2
collect output_for_many 2 -o x.mcg src/main.c src/lib/lib.c
collect cannot_write 2 src/main.c -o no/such/directory/x.mcg
says 'not written'
collect list_metadata 0 --list-metadata
grep -q '^unresolvedCalls .* (always)$' stdout || fail list_metadata "lacks unresolvedCalls"
! grep -q '^numStatements .* (always)$' stdout || fail list_metadata "numStatements always"
collect list_metadata_json 0 --list-metadata --json
grep -qF '{"key":"callSites","on":["edge"],"always":true,' stdout || fail list_metadata_json "$(cat stdout)"
collect json_of_nothing 2 --json src/main.c

kinds() { # NAME LIST GRAPH: the graph has metadata that can be left out if and only if asked to
    collect "$1" 0 --metadata="$2" src/main.c -o kinds.mcg
    for kind in numStatements unresolvedCalls; do
        case " $3 " in
        *" $kind "*) grep -q "\"$kind\":" kinds.mcg || fail "$1" "lacks $kind" ;;
        *) ! grep -q "\"$kind\":" kinds.mcg || fail "$1" "has $kind" ;;
        esac
    done
}
kinds metadata_all all 'numStatements unresolvedCalls'
cmp -s kinds.mcg main.c.mcg || fail metadata_all "is not the default"
kinds metadata_none none unresolvedCalls
kinds metadata_one numStatements 'numStatements unresolvedCalls'
kinds metadata_without -numStatements unresolvedCalls
kinds metadata_order none,numStatements,-numStatements unresolvedCalls
kinds metadata_again -numStatements,all 'numStatements unresolvedCalls'
collect metadata_needed 2 --metadata=all,-unresolvedCalls src/main.c
says 'unresolvedCalls is always collected: the graph needs it'
collect metadata_mistyped 2 --metadata=numstatement src/main.c
says 'no kind "numstatement"; did you mean numStatements?'
collect metadata_unknown 2 --metadata=all,zzz src/main.c
says 'no kind "zzz"; the kinds are addressTaken, '
kinds metadata_less_all numStatements,-all unresolvedCalls
kinds metadata_minus_all -all unresolvedCalls
for list in all, all,,callSites ,all -; do
    collect metadata_empty_name 2 --metadata="$list" src/main.c
    says 'an empty name in the list'
done
collect metadata_derived 2 --metadata=all,recursion src/main.c
says 'recursion is not collected: cgmerge derives it'
collect metadata_derived_too 2 --metadata=-globalLoopDepth src/main.c
says 'globalLoopDepth is not collected: cgmerge derives it'
collect metadata_empty 2 --metadata= src/main.c

database build <<END
[{"directory": "$work", "file": "src/main.c", "arguments":
   ["ccache", "/usr/bin/gcc", "-DEXTRA", "-MD", "-MF", "d", "-c", "-o", "m.o", "src/main.c"]},
 {"directory": "src/lib", "file": "$work/src/lib/lib.c",
  "command": "cc -DNAME=\\\\\"a\\\\ b\\\\\" -I. -Werror -c lib.c -o lib.o"},
 {"directory": "$work/src", "file": "main.c", "command": "distcc gcc -c main.c lib/lib.c -lm"},
 {"directory": "$work/src/../src", "file": "../src/main.c", "command": "gcc @../args.rsp main.c"}]
END
collect relative_directory_missing 1 -p build
says 'src/lib: '
sed -i "s|\"src/lib\"|\"../src/lib\"|" build/compile_commands.json
collect database 0 -p build
graphs=$(cd build/mcg && find . -name '*.mcg' | LC_ALL=C sort | tr '\n' ' ')
[ "$graphs" = './lib/lib.c.mcg ./main.c.2.mcg ./main.c.3.mcg ./main.c.mcg ' ] ||
    [ "$graphs" = './src/lib/lib.c.mcg ./src/main.c.2.mcg ./src/main.c.3.mcg ./src/main.c.mcg ' ] ||
    fail database "wrote $graphs"
has build/mcg/src/main.c.mcg 'main -> extra direct src/main.c:7:39'
hasnt build/mcg/src/main.c.2.mcg 'extra'
has build/mcg/src/main.c.3.mcg 'main -> extra direct src/main.c:7:39'
has build/mcg/src/lib/lib.c.mcg 'lib_call -> hidden direct src/lib/lib.c:3:30'

collect database_metadata 0 --metadata=none -p build --output-dir bare
! grep -rq numStatements bare || fail database_metadata "has numStatements"

# Macros that gcc defines because of options choose the same code here.
for macro in _REENTRANT __SANITIZE_ADDRESS__ __SANITIZE_THREAD__ __ROUNDING_MATH__ __SUPPORT_SNAN__ \
    __STDC_IEC_559__; do
    printf '#ifdef %s\nvoid has%s(void);\nvoid f%s(void) { has%s(); }\n#endif\n' \
        $macro $macro $macro $macro
done >macros.h
printf '#include <limits.h>\n#include "macros.h"\n' >macros.c
gnu() { # OPTIONS...: the code that gcc chooses with them
    database macros <<END
[{"directory": "$work", "file": "macros.c", "command": "gcc $* -c macros.c"}]
END
    collect "gnu_macros $*" 0 -p macros
    gcc "$@" -E macros.c | grep -o '{ has[A-Za-z_0-9]*' | sed 's/{ //' | LC_ALL=C sort >expected
    "$dump" macros/mcg/macros.c.mcg | sed -n 's/^f[A-Za-z_0-9]* -> \(has[A-Za-z_0-9]*\) .*/\1/p' |
        LC_ALL=C sort >found
    cmp -s expected found || fail "$name" "calls $(tr '\n' ' ' <found)"
}
gnu
gnu -fopenmp
gnu -fsanitize=address
gnu -fsanitize=undefined,address -fno-sanitize=undefined
gnu -fsanitize=address -fno-sanitize=address
gnu -fsanitize=thread -frounding-math -fsignaling-nans
gnu -ffast-math
gnu -ffast-math -fno-fast-math
gnu -Ofast -O1
gnu -fopenmp -U_REENTRANT

value() { # GRAPH LINE: metadata of nodes has it
    "$dump" --metadata=stackSize,definedIn "$1" | grep -qxF -- "$2" || fail "$name" "$1 lacks: $2"
}
hasnt_value() { # GRAPH PATTERN
    ! "$dump" --metadata=stackSize "$1" | grep -q -- "$2" || fail "$name" "$1 has: $2"
}

# The compiler's stack usage file, beside the object.
cat >frames.c <<'END'
static int inner(int x) { return x; }
int outer(int n) { char big[n]; return inner(big[0]); }
END
printf 'frames.c:1:12:inner\t16\tstatic\nframes.c:2:5:outer\t80\tdynamic\n' >frames.su
collect stack_usage 0 frames.c -- -c
value frames.c.mcg 'inner stackSize {"bytes":16,"kind":"static","source":"su"}'
value frames.c.mcg 'outer stackSize {"bytes":80,"kind":"dynamic","source":"su"}'
collect stack_usage_not_wanted 0 --metadata=-stackSize frames.c -- -c
hasnt_value frames.c.mcg stackSize
collect stack_usage_of_another_object 0 frames.c -- -c -o other.o
hasnt_value frames.c.mcg stackSize
mkdir -p objects
printf 'frames.c:inner\t8\tstatic\nframes.c:outer\t24\tdynamic,bounded\n' >objects/frames.c.su
database stack <<END
[{"directory": "$work", "file": "frames.c", "command": "cc -c frames.c -o objects/frames.c.o"}]
END
collect stack_usage_of_database 0 -p stack
value stack/mcg/frames.c.mcg 'outer stackSize {"bytes":24,"kind":"bounded","source":"su"}'
collect stack_of_ir 0 --ir=on frames.c -- -c -o other.o
value frames.c.mcg 'inner stackSize {"bytes":4,"kind":"static","source":"ir"}'
value frames.c.mcg 'outer stackSize {"bytes":24,"kind":"dynamic","source":"ir"}'
printf 'frames.c:1:12:inner\t16\tstatic\n' >frames.su
collect stack_of_both 0 --ir=on frames.c -- -c
value frames.c.mcg 'inner stackSize {"bytes":16,"kind":"static","source":"su"}'
value frames.c.mcg 'outer stackSize {"bytes":24,"kind":"dynamic","source":"ir"}'
echo garbage >>frames.su
collect stack_usage_broken 0 -v frames.c -- -c
says 'note: .*frames.su:2:1: .*: some stack sizes are unknown'
value frames.c.mcg 'inner stackSize {"bytes":16,"kind":"static","source":"su"}'
touch -d '1 hour ago' frames.su
collect stack_usage_old 0 frames.c -- -c
hasnt_value frames.c.mcg stackSize

# Types without a name are identified by place: the same in every copy of the sources.
mkdir -p copy1/src 'copy1/in c(1)'
echo 'inline auto twice = [](int n) { return 2 * n; };' >'copy1/in c(1)/lambda.h'
cat >copy1/src/unnamed.cc <<'END'
#include <lambda.h>
template <class T> int apply(T t, T) { return t(1); }
typedef struct { int (*f)(int); } *pointer;
int all(pointer p) { return p->f(apply(twice, twice)); }
END
cp -r copy1 copy2
for copy in copy1 copy2; do
    collect "unnamed_types_$copy" 0 --ir=off --root $copy $copy/src/unnamed.cc -o $copy.mcg -- -std=c++17 \
        "-I$copy/src/../in c(1)"
    grep -qF '(lambda at in c(1)/lambda.h:1:21)' $copy.mcg || fail "$name" "does not have the lambda"
    grep -qF 'src/unnamed.cc:3:9)' $copy.mcg || fail "$name" "does not have the struct"
    ! grep -qF $copy $copy.mcg || fail "$name" "has $copy"
done
cmp copy1.mcg copy2.mcg || fail unnamed_types "differ"

# Where the program begins.
collect entry 0 src/main.c
grep -q '"entryFunction":' main.c.mcg || fail entry "has none"
collect no_entry 0 src/lib/lib.c
! grep -q '"entryFunction":' lib.c.mcg || fail no_entry "has one"
printf 'int main(void);\nint f(void) { return main(); }\n' >calls_main.c
collect entry_elsewhere 0 calls_main.c
! grep -q '"entryFunction":' calls_main.c.mcg || fail entry_elsewhere "has one"

for jobs in 1 2 7; do
    collect "determinism" 0 -p build/compile_commands.json -j "$jobs" --output-dir "out$jobs"
    diff -r -x .cgcollect build/mcg "out$jobs" || fail determinism "-j $jobs differs"
done

collect select_by_suffix 0 -p build --output-dir some lib/lib.c
exists some/src/lib/lib.c.mcg
[ ! -e some/src/main.c.mcg ] || fail select_by_suffix "collected more"
collect select_unknown 2 -p build nothing.c
says 'nothing.c: not in the compilation database'

collect verbose 0 -p build -v --fresh
says 'src/lib/lib.c: complete, 2 functions, 1 call, 0 unresolved'
collect verbose_unchanged 0 -p build -v
says '^src/lib/lib.c: unchanged$'
collect fresh_needs_database 2 --fresh src/main.c
says 'need -p'

database partly <<END
[{"directory": "$work", "file": "broken.c", "command": "cc -c broken.c"},
 {"directory": "$work", "file": "start.s", "command": "cc -c start.s"},
 {"directory": "$work", "file": "gone.c", "command": "cc -c gone.c"},
 {"directory": "$work", "file": "src/main.c", "command": "cc -c src/main.c"}]
END
collect partly 1 -p partly
says '^broken.c: partial, 1 error: broken.c:2:31: '
says '^start.s: not collected: .*start.s:1:13: error: '
says '^gone.c: not collected: No such file'
says '1 of 4 files complete, 1 partial, 2 not collected'

mkdir none
collect no_database 2 -p none
says 'none: error: not a compilation database (looks like a directory); give a compile_commands.json'
printf '[\n {"directory": "/", "file": "a.c" "command": "cc a.c"}]' | database bad
collect malformed_database 2 -p bad
says 'bad/compile_commands.json:2:43: error:'
printf '[\n {"directory": "/", "file": "a.c", "command": "cc a.c"},\n {"directory": "/"}]' |
    database incomplete
collect incomplete_database 2 -p incomplete
says 'incomplete/compile_commands.json:3:2: error: entry 2 has no "file": skipped'
echo '{}' | database object
collect database_is_object 2 -p object
echo '[]' | database empty
collect empty_database 2 -p empty
says 'nothing to collect'

database faulty <<END
[{"directory": "$work", "file": "src/main.c", "command": "cc -c src/main.c"}, 7,
 {"directory": "$work"}, {"directory": "$work", "file": "avx.c", "command": "cc 'avx.c"},
 {"directory": "$work/no/such", "file": "x.c", "command": "cc -c x.c"},
 {"directory": "$work", "file": "src/main.c", "command": "cc -c src/main.c"}]
END
collect faulty_entries 1 -p faulty
says 'entry 2 has no "file": skipped'
says 'entry 3 has no "file": skipped'
says 'entry 4 has no usable "command" or "arguments": skipped'
says '1 of 2 files complete, 1 not collected'

# What a run no longer has is taken away, and nothing else.
database stale <<END
[{"directory": "$work/src", "file": "main.c", "command": "cc -c main.c"},
 {"directory": "$work/src", "file": "lib/lib.c", "command": "cc -c lib/lib.c"}]
END
collect manifest 0 -p stale
listed() { # DIRECTORY: the graphs of its record
    sed -n 's/^graph //p' "$1/.cgcollect"
}
[ "$(listed stale/mcg)" = "lib/lib.c.mcg
main.c.mcg" ] || fail manifest "$(cat stale/mcg/.cgcollect)"
collect manifest_selection 0 -p stale main.c
exists stale/mcg/lib/lib.c.mcg
echo keep >stale/mcg/other.mcg
printf 'graph ../../flags.mcg\ngraph lib/../../../rsp.mcg\ngraph %s/quoted.mcg\n' "$work" >>stale/mcg/.cgcollect
sed -i 's|"lib/lib.c", "command": "cc -c|"lib/lib.c", "command": "cc @gone.rsp -c|' \
    stale/compile_commands.json
collect manifest_failed 1 -p stale
[ ! -e stale/mcg/lib/lib.c.mcg ] || fail manifest_failed "lib.c.mcg is left"
sed -i 's|@gone.rsp||; s|"file": "main.c"|"file": "lib/../lib/lib.c"|' stale/compile_commands.json
collect manifest_gone 0 -p stale
[ ! -e stale/mcg/main.c.mcg ] || fail manifest_gone "main.c.mcg is left"
exists stale/mcg/other.mcg
for graph in flags.mcg rsp.mcg quoted.mcg; do
    exists $graph
done

# Runs that share a directory lose nothing of the list.
names=$(seq 12)
for i in $names; do echo "int f$i(void) { return $i; }" >"shared_$i.c"; done
{
    echo '['
    for i in $names; do
        echo "{\"directory\": \"$work\", \"file\": \"shared_$i.c\", \"command\": \"cc -c shared_$i.c\"},"
    done
    echo "{\"directory\": \"$work\", \"file\": \"src/main.c\", \"command\": \"cc -c src/main.c\"}]"
} | database shared
total=$((total + 1))
for i in $names; do "$bin/cgcollect" -q -p shared "shared_$i.c" & done
wait
[ "$(listed shared/mcg | wc -l)" -eq 12 ] || fail shared_list "$(cat shared/mcg/.cgcollect)"
# A run waits for one that changes the list, and says so.
flock shared/mcg sleep 3 &
sleep 0.5
collect shared_wait 0 -p shared shared_1.c
says 'shared/mcg: waiting for another cgcollect that writes to this directory'
# A list that cannot be read is not taken for an empty one.
rm shared/mcg/.cgcollect
mkdir shared/mcg/.cgcollect
collect shared_unreadable 2 -p shared shared_1.c
says '.*/shared/mcg/.cgcollect: .*cannot read'
rmdir shared/mcg/.cgcollect
# The graphs of a run that is killed are listed.
mkfifo wait.h
echo '#include "wait.h"' >shared_1.c
(
    "$bin/cgcollect" -q -p shared shared_1.c &
    for _ in $(seq 100); do [ -f shared/mcg/.cgcollect ] && break; sleep 0.1; done
    kill -9 $!
    wait
) >stderr 2>&1
listed shared/mcg | grep -qx shared_1.c.mcg || fail shared_killed "its graph is not listed"

# A header that a flag names and that is missing is an error of the file.
collect missing_include 1 src/main.c -o included.mcg -- -include nope.h
says "partial, 1 error: 'nope.h' file not found"

# A file that kills or stalls its process costs itself only.
awk 'BEGIN { printf "int x = "; for (i = 0; i < 400000; i++) printf "(";
             printf "1"; for (i = 0; i < 400000; i++) printf ")"; print ";" }' >deep.c
collect hostile 1 deep.c src/main.c -- -fbracket-depth=1000000
says 'deep.c'
says '1 of 2 files complete'
mkfifo stall.h
echo '#include "stall.h"' >stalled.c
collect timeout 1 --timeout 1 stalled.c src/main.c
says 'stalled.c: not collected: took more than 1 second (--timeout)'
says '1 of 2 files complete'
# What clang has between preprocessing and assembling goes, too.
mkdir scratch
printf '.text\nf:\n.rept 100000000\n.rept 10\nnop\n.endr\n.endr\n' >slow.S
(
    TMPDIR=$work/scratch
    export TMPDIR
    collect timeout_of_assembler 2 --timeout 2 slow.S
    says 'slow.S: not collected: took more than 2 seconds (--timeout)'
    exit "$failed"
)
failed=$?
total=$((total + 1))
[ -z "$(ls scratch)" ] || fail timeout_of_assembler "leaves $(ls scratch)"
# A process that ignores SIGTERM is killed.
name=timeout_of_the_deaf
total=$((total + 1))
env --block-signal=TERM timeout -s KILL 60 "$bin/cgcollect" --timeout 1 stalled.c src/main.c \
    2>"$work/stderr"
[ $? -eq 1 ] || fail "$name" "is not ended"
says 'stalled.c: not collected: took more than 1 second (--timeout)'

# Interrupted: no children, no files half written.
mkdir interrupted
"$bin/cgcollect" stalled.c -o interrupted/x.mcg 2>"$work/stderr" &
pid=$!
sleep 0.5
children=$(cat "/proc/$pid/task/$pid/children" 2>/dev/null)
kill -TERM "$pid"
wait "$pid"
total=$((total + 1))
name=interrupt
for child in $children; do
    ! kill -0 "$child" 2>/dev/null || fail interrupt "child $child is left"
done
[ -z "$(ls interrupted)" ] || fail interrupt "left $(ls interrupted)"

echo "$total commands, $failed failures"
[ "$failed" -eq 0 ]
