#!/bin/sh
# cgcollect in place of a compiler: only the graphs may show the difference.
#
#     run_wrapper.sh BIN_DIR DUMP
set -u

bin=$1
dump=$2
[ -x "$bin/cgcollect" ] || { echo "no $bin/cgcollect"; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
PATH=$bin:$PATH
failed=0
total=0
number=0 second=no left_out=no
name=setup
: >stderr

fail() { # TEXT
    echo "$name: $1"
    cat "$work/stderr"
    failed=$((failed + 1))
    [ -z "${CG_FIRST_FAILURE:-}" ] || exit 1
}

have() { # PROGRAM
    command -v "$1" >/dev/null || { echo "skipped: no $1"; return 1; }
}

fill() { # a fresh box/, made of sources/
    rm -rf box
    cp -r sources box
}

run() { # NAME EXIT WORDS...: in box/
    name=$1
    expected=$2
    shift 2
    total=$((total + 1))
    (cd box && "$@" >"$work/stdout" 2>"$work/stderr" <"$work/stdin"; exit $?) 2>"$work/shell"
    status=$?
    [ "$status" -eq "$expected" ] || fail "exit status $status, expected $expected"
}

graphs() { # "FILES": box/ has these graphs and logs, and no other
    found=$(find box -name '*.mcg*' -printf '%P\n' | LC_ALL=C sort | tr '\n' ' ')
    [ "$found" = "${1:+$1 }" ] || fail "has '$found', expected '$1'"
}

temporary() { # FILE, without the random names of temporary files
    sed 's|/tmp/[A-Za-z0-9_-]*-\{0,1\}[A-Za-z0-9]\{6\}\.\([a-z]*\)|/tmp/ccX.\1|g' "$1"
}

# The compiler alone and the compiler wrapped do the same. What is said of a run starts as few processes as
# it can: there are hundreds. Of those of a second compiler half is left out, by turns ($CG_TURN), unless
# $CG_LONG_TESTS is set.
same() { # NAME "GRAPHS" COMPILER ARGUMENTS...
    number=$((number + 1))
    left_out=no
    [ "$second" = no ] || [ -n "${CG_LONG_TESTS:-}" ] || [ $(((number + ${CG_TURN:-0}) % 2)) -eq 0 ] || {
        left_out=yes
        return
    }
    name=$1
    expected=$2
    compiler=$3
    shift 3
    total=$((total + 1))
    rm -rf box box.plain graphs
    cp -r sources box
    (cd box && exec "$compiler" "$@" >../plain.out 2>../plain.err <../stdin)
    plain=$?
    mv box box.plain
    cp -r sources box
    (cd box && exec cgcollect --ir=$ir --object-map ../map --cc "$compiler" -- "$@" >../stdout 2>../stderr <../stdin)
    status=$?
    [ "$status" -eq "$plain" ] || fail "exit status $status, $compiler's is $plain"
    for stream in out err; do
        if [ -s plain.$stream ] || [ -s std$stream ]; then
            temporary plain.$stream >plain.seen
            temporary std$stream >wrapped.seen
            cmp -s plain.seen wrapped.seen || fail "std$stream differs: $(diff plain.seen wrapped.seen)"
        fi
    done
    graphs "$expected"
    mkdir graphs
    [ -z "$found" ] || find box -name '*.mcg*' -exec mv -t graphs {} +
    diff -r box box.plain >differences || fail "$(cat differences)"
}

has() { # GRAPH LINE: the graph says so, if it was made
    [ "$left_out" = no ] || return 0
    "$dump" "$1" 2>&1 | grep -qxF -- "$2" || fail "$1 lacks: $2"
}

says() { # FILE PATTERN
    grep -q -- "$2" "$1" || fail "$1 lacks: $2"
}

is() { # FILE TEXT
    [ "$(cat "$1" 2>&1)" = "$2" ] || fail "$1 is '$(cat "$1" 2>&1)', expected '$2'"
}

mkdir -p sources/sub sources/include "sources/a b"
cd sources || exit 2
cat >main.c <<'END'
#include <util.h>
#include <stdio.h>
int main(void) { puts("main"); return util(1); }
END
echo 'int util(int);' >include/util.h
printf '#include "util.h"\nint util(int x) { return x - 1; }\n' >util.c
printf '#include "util.h"\nint other(int x) { return util(x); }\n' >sub/util.c
printf 'int thing();\nstruct S { S() { thing(); } };\nint thing() { return 0; }\nS s;\n' >thing.cc
cat >constrained.cc <<'END'
template <class T> concept Ready = requires(T t) { t.start(); };
struct task { int start() { return 0; } };
template <Ready T> int run(T t) { return t.start(); }
int start(Ready auto t) { return t.start(); }
int main() { return run(task{}) + start(task{}); }
END
printf '#warning "this one"\nint f(int x) { int unused; return x; }\n' >noisy.c
printf 'int f(void) { return nothing; }\n' >broken.c
printf '    .globl g\ng:  ret\n' >low.s
printf 'int x(void) { return 0; }\n' >'a b/it'\''s "x".c'
printf 'class A { int class_; };\n' >template.txt
printf 'int only(int x) { gcc_only y = x; return y; }\n' >only.c
printf -- '-Iinclude -c\nmain.c "-DX=a b"' >args.rsp
cp main.c conftest.c
mkdir meson-private
cp main.c meson-private/sanitycheckc.c
cd ..
printf 'int main() { return 0; }\n' >stdin

# What the compiler does is the same with and without IR, which takes clang twice.
for cc in gcc clang; do
    have $cc || continue
    ir=auto
    [ $cc = clang ] || ir=off
    [ $cc = gcc ] || ! have gcc || second=yes
    same "$cc compile" main.o.mcg $cc -Iinclude -c main.c
    same "$cc compile elsewhere" sub/y.o.mcg $cc -Iinclude -c main.c -o sub/y.o
    same "$cc joined output" sub/y.o.mcg $cc -Iinclude -c -osub/y.o main.c
    same "$cc long options" sub/y.o.mcg $cc -Iinclude --compile --output=sub/y.o main.c
    same "$cc two outputs" y.o.mcg $cc -Iinclude -o z.o -c main.c -o y.o
    same "$cc in a directory" util.o.mcg $cc -I include -c sub/util.c
    same "$cc several" 'main.o.mcg util.o.mcg' $cc -Iinclude -c main.c util.c
    same "$cc same object" util.o.mcg $cc -Iinclude -c util.c sub/util.c
    has graphs/util.o.mcg "other -> util direct $work/box/sub/util.c:2:27"
    same "$cc program" 'prog-main.o.mcg prog-util.o.mcg' $cc -Iinclude main.c util.c -o prog
    same "$cc a.out" 'a.out-main.o.mcg a.out-util.o.mcg' $cc -Iinclude main.c util.c
    same "$cc program, same names" 'lib-util.o.2.mcg lib-util.o.mcg' \
        $cc -Iinclude -shared -fPIC util.c sub/util.c -o lib
    same "$cc to assembler" main.s.mcg $cc -Iinclude -S main.c
    same "$cc assembler elsewhere" x.mcg $cc -Iinclude -S main.c -o x
    same "$cc to standard output" '' $cc -Iinclude -S main.c -o -
    same "$cc to nowhere" '' $cc -Iinclude -c main.c -o /dev/null
    same "$cc -E" '' $cc -Iinclude -E main.c
    same "$cc -E -o" '' $cc -Iinclude -E main.c -o main.i
    same "$cc -M" '' $cc -Iinclude -M main.c
    same "$cc -MM -c" '' $cc -Iinclude -MM -c main.c
    same "$cc -MD" main.o.mcg $cc -Iinclude -MD -MP -c main.c
    same "$cc -MF" main.o.mcg $cc -Iinclude -c main.c -o main.o -MMD -MT util.c -MF util.cc
    has graphs/main.o.mcg "main -> util direct $work/box/main.c:3:39"
    same "$cc -Wp,-MD" main.o.mcg $cc -Iinclude -Wp,-MD,main.d -c main.c
    same "$cc -fsyntax-only" '' $cc -Iinclude -fsyntax-only main.c
    same "$cc -###" '' $cc -Iinclude -### -c main.c
    same "$cc -pipe -save-temps" main.o.mcg $cc -Iinclude -save-temps -pipe -c main.c
    same "$cc many options" main.o.mcg $cc -O2 -g -Wall -Wextra -pthread -fPIC -Iinclude \
        -c main.c -o main.o -include include/util.h -isystem include -I sub -D A -D 'B="x y"' \
        -U C -Xlinker util.c -Wl,-z,now -L . -l m -u main -z now -T util.c --param ssp-buffer-size=4
    has graphs/main.o.mcg "main -> util direct $work/box/main.c:3:39"
    same "$cc language" util.o.mcg $cc -x c++ -Iinclude -c util.c
    has graphs/util.o.mcg "define _Z4utili external $work/box/util.c 1"
    same "$cc language of text" template.o.mcg $cc -xc++ -c template.txt
    same "$cc language none" 'template.o.mcg util.o.mcg' \
        $cc -Iinclude -c -x c++ template.txt -x none util.c
    same "$cc standard input" x.o.mcg.log $cc -x c -c - -o x.o
    same "$cc preprocess standard input" '' $cc -x c -E -
    same "$cc assembler source" low.o.mcg $cc -c low.s
    same "$cc source and assembler" 'low.o.mcg util.o.mcg' $cc -Iinclude -c low.s util.c
    same "$cc version" '' $cc --version
    same "$cc dumpmachine" '' $cc -dumpmachine
    same "$cc print" '' $cc -print-search-dirs
    same "$cc search" '' $cc -print-file-name=libc.a main.c
    same "$cc nothing" '' $cc
    same "$cc warning" noisy.o.mcg $cc -Wall -c noisy.c
    same "$cc coloured warning" noisy.o.mcg $cc -fdiagnostics-color=always -Wall -c noisy.c
    same "$cc error" '' $cc -c broken.c
    same "$cc error of several" '' $cc -Iinclude -c broken.c util.c
    same "$cc missing file" '' $cc -c gone.c
    same "$cc unknown option" '' $cc --no-such-option -c util.c
    same "$cc link error" '' $cc -Iinclude main.c -o prog
    same "$cc response file" main.o.mcg $cc @args.rsp
    same "$cc missing response file" '' $cc @gone.rsp
    same "$cc odd name" "it's \"x\".o.mcg" $cc -c "a b/it's \"x\".c"
    same "$cc odd macro" util.o.mcg $cc -Iinclude '-DX="a$b\"`c"' '-DY=* ; &' -c util.c
    same "$cc probe" '' $cc -Iinclude -c conftest.c
    same "$cc probe of Meson" '' $cc -Iinclude -c meson-private/sanitycheckc.c -o meson-private/check.o
    words=$(awk 'BEGIN { for (i = 0; i < 4000; i++) printf "-DMACRO%d=%d ", i, i }')
    same "$cc many words" main.o.mcg $cc $words -Iinclude -c main.c
    (cd sources && $cc -Iinclude -c main.c util.c)
    same "$cc link" '' $cc main.o util.o -o prog
    same "$cc partial link" '' $cc -r -nostdlib main.o util.o -o both.o
    same "$cc link and compile" prog-main.o.mcg $cc -Iinclude main.c util.o -o prog
    rm sources/*.o
done
second=no left_out=no
if have g++; then
    same "g++" thing.o.mcg g++ -c thing.cc
    same "g++ of C" util.o.mcg g++ -Iinclude -c util.c
    has graphs/util.o.mcg "define _Z4utili external $work/box/util.c 1"
fi
# Whether names have the constraints of templates depends on the version of the compiler.
for cc in g++ clang++; do
    if have $cc && (cd sources && $cc -std=c++20 -c constrained.cc -o "$work/constrained.o") 2>stderr; then
        same "constrained templates, $cc" constrained.o.mcg $cc -std=c++20 -c constrained.cc
        for symbol in $(nm constrained.o | awk '$2 ~ /[WT]/ { print $3 }'); do
            "$dump" graphs/constrained.o.mcg | grep -q "^define $symbol " ||
                fail "no function has the name $symbol"
        done
    fi
done
name=gcc
have gcc || { echo "$total runs, $failed failures"; [ "$failed" -eq 0 ]; exit; }

# The words of cgcollect and the words of the compiler.
fill
run 'no separator' 0 cgcollect --cc gcc -Iinclude -c util.c
graphs util.o.mcg
fill
run 'joined' 0 cgcollect --root "$work/box" --cc=gcc -- -Iinclude -c sub/util.c -o x.o
has box/x.o.mcg 'other -> util direct sub/util.c:2:27'
fill
run 'options behind' 0 cgcollect --cc gcc --root "$work/box" --ir=off -- -Iinclude -c sub/util.c
has box/util.o.mcg 'other -> util direct sub/util.c:2:27'
fill
fill
run 'metadata' 0 cgcollect --metadata=none --cc gcc -Iinclude -c sub/util.c
! grep -q numStatements box/util.o.mcg || fail 'has numStatements'
fill
run 'metadata behind' 0 cgcollect --cc gcc --metadata none,numStatements -- -Iinclude -c sub/util.c
says box/util.o.mcg numStatements
fill
run 'stack frames' 0 cgcollect --cc gcc -fstack-usage -Iinclude -c sub/util.c -o deep.o
"$dump" --metadata=stackSize box/deep.o.mcg | grep -q '^other .*"source":"su"' || fail 'no stack size'
fill
run 'stack frames of a program' 0 cgcollect --cc gcc -fstack-usage -Iinclude main.c util.c -o prog
"$dump" --metadata=stackSize box/prog-main.o.mcg | grep -q '^main .*"source":"su"' ||
    fail 'no stack size'
fill
run 'not our options' 1 cgcollect --cc gcc --no-such-option -- -c util.c
says stderr 'gcc: error'
run 'arguments of the compiler' 0 cgcollect --cc gcc --help
says stdout gcc
run 'help' 0 cgcollect --help --cc gcc
says stdout 'Usage: cgcollect'
printf '#!/bin/sh\nexec "$@"\n' >ccache
chmod +x ccache
run 'launcher' 0 cgcollect --cc "$work/ccache" -- gcc -Iinclude -c util.c
graphs util.o.mcg
has box/util.o.mcg "define util external $work/box/util.c 1"
run 'launcher and compiler' 0 cgcollect --cc "$work/ccache" gcc -- -Iinclude -c util.c
graphs util.o.mcg
for launcher in ccache distcc; do
    command -v $launcher >/dev/null || continue
    run "$launcher" 0 env DISTCC_HOSTS=localhost CCACHE_DIR="$work/cache" \
        cgcollect --cc $launcher gcc -- -Iinclude -c util.c
    graphs util.o.mcg
    run "$launcher as gcc" 0 env DISTCC_HOSTS=localhost CCACHE_DIR="$work/cache" \
        PATH="/usr/lib/$launcher:$PATH" cgcollect --cc gcc -- -Iinclude -c util.c
    graphs util.o.mcg
done
printf 'exec gcc "$@"\n' >script
chmod +x script
run 'script' 0 cgcollect --cc "$work/script" -Iinclude -c main.c
graphs 'main.o.mcg util.o.mcg'
for wrong in '-p .' '-o x' '--output-dir .' 'util.c' '--jobs=-1' '--ir=maybe' '--nothing'; do
    run "contradiction $wrong" 2 cgcollect $wrong --cc gcc -- -c util.c
    says stderr 'cgcollect: error: '
done
run 'log without compiler' 2 cgcollect --log x util.c
run 'no compiler' 2 cgcollect --cc
run 'compiler missing' 127 cgcollect --cc no-such-cc -- -c util.c
is stderr 'cgcollect: error: no-such-cc: command not found'
run 'compiler missing for a link' 127 cgcollect --cc no-such-cc -- -o x x.o
run 'compiler forbidden' 126 cgcollect --cc "$work/stdin" -- -c util.c
run 'verbose' 0 cgcollect -v --cc gcc -- -Iinclude -c util.c
says stderr "^$work/box/util.c: complete, "

# How the compiler is run, and how it ends.
cat >end <<'END'
#!/bin/sh
case $END in
[0-9]*) exit "$END" ;;
*) kill -"$END" $$ ;;
esac
END
chmod +x end
for arguments in '-c util.c' 'util.o'; do
    for code in 0 1 4 77 126 255; do
        END=$code
        export END
        run "exit $code of $arguments" $code cgcollect --ir=off --cc "$work/end" -- $arguments
    done
    for END in TERM KILL SEGV ABRT PIPE; do
        ("$work/end"; exit $?) 2>"$work/shell"
        expected=$?
        run "signal $END of $arguments" $expected cgcollect --ir=off --cc "$work/end" -- $arguments
    done
done
cat >show <<'END'
#!/bin/sh
printf '%s|' "$@"
cat
cat <&3
env | sort
ulimit -a | grep -v pending
grep '^Sig[BIC]' /proc/self/status
ls /proc/self/fd
END
chmod +x show
echo third >third
for arguments in '-c util.c' 'util.o'; do
    for before in : "trap '' INT HUP PIPE"; do
        (cd box && eval "$before" && exec sh -c 'exec "$@" 3<../third' - \
            "$work/show" 'a  b' '' "\$c'\"" $arguments <../stdin >../seen 2>../stderr)
        mv seen plain.out
        name="surroundings of $arguments, $before"
        total=$((total + 1))
        (cd box && eval "$before" && exec sh -c 'exec "$@" 3<../third' - \
            cgcollect --cc "$work/show" -- 'a  b' '' "\$c'\"" $arguments \
            <../stdin >../seen 2>../stderr)
        sed -i '/^_=/d' plain.out seen
        diff plain.out seen >differences || fail "$(cat differences)"
    done
done

# A signal to the wrapper alone is the compiler's, and the wrapper leaves after it.
cat >slow <<'END'
#!/bin/sh
trap 'sleep 0.5; echo cleaned >cleaned; exit 3' TERM
echo ready >ready
for i in $(seq 100); do sleep 0.1; done
END
chmod +x slow
fill
name='signal to the wrapper'
total=$((total + 1))
(cd box && exec cgcollect --cc "$work/slow" -- -c util.c) &
pid=$!
for i in 1 2 3 4 5 6 7 8 9 10; do
    [ -e box/ready ] || sleep 0.3
done
kill -TERM $pid
wait $pid 2>"$work/shell"
status=$?
[ "$status" -eq 143 ] || fail "exit status $status"
[ -e box/cleaned ] || fail 'left before the compiler'

# Graphs of earlier compiles.
fill
run 'first compile' 0 cgcollect --cc gcc -- -Iinclude -c util.c main.c
cp box/util.o.mcg before.mcg
run 'same again' 0 cgcollect --cc gcc -- -Iinclude -c util.c
cmp -s box/util.o.mcg before.mcg || fail 'the graph differs'
echo 'broken' >>box/util.c
run 'failed compile, old object' 1 cgcollect --cc gcc -- -Iinclude -c util.c
graphs 'main.o.mcg util.o.mcg'
rm box/util.o
run 'failed compile' 1 cgcollect --cc gcc -- -Iinclude -c util.c
graphs main.o.mcg
run 'assembler instead' 0 cgcollect --cc gcc --require-graph -- -c low.s -o main.o
graphs main.o.mcg
rm box/main.o.mcg
# What the compiler of the build reads otherwise than clang, and how it names what it writes.
cat >sources/mode.S <<'END'
        .globl mode
mode:
#ifndef __clang__
        call    gnu
#endif
        .if WIDE == 2
        call    wide
        .endif
        ret
END
fill
run 'assembler of the build' 0 cgcollect --cc gcc -- -MD -MF mode.d -Wa,--defsym,WIDE=2 -c mode.S
has box/mode.o.mcg "mode -> gnu direct $work/box/mode.S:4:1"
has box/mode.o.mcg "mode -> wide direct $work/box/mode.S:7:1"
says box/mode.d '^mode.o: mode.S'
run 'assembler from a pipe' 0 sh -c 'cat mode.S | cgcollect --require-graph --cc gcc -- -g \
    -Wa,--defsym,WIDE=2 -x assembler-with-cpp -c - -o piped.o'
"$dump" box/piped.o.mcg >said
says said '^mode -> wide direct'
rm sources/mode.S
fill
run 'source once' 0 sh -c 'cgcollect --cc gcc -- -x c -c /dev/stdin -o x.o <../stdin'
run 'source from a pipe instead' 0 sh -c 'cat ../stdin | cgcollect --cc gcc -- -xc -c /dev/stdin -o x.o'
graphs x.o.mcg.log
run 'strict, source read once' 2 sh -c 'cgcollect --require-graph --cc gcc -- -xc -c - -o x.o <../stdin 2>../said'
says said 'read only once'
[ ! -e box/x.o ] || fail 'an object is left'
rm -f box/x.o.mcg.log
if have clang; then
    run 'arguments from a pipe' 0 sh -c 'cat args.rsp | cgcollect --cc clang -- @/dev/stdin'
    [ -e box/main.o ] || fail 'no object'
fi
for arguments in '-E main.c' '-fsyntax-only main.c' '-M main.c' 'main.o util.o -o prog'; do
    fill
    run 'objects' 0 cgcollect --cc gcc -- -Iinclude -c main.c util.c
    run "untouched by $arguments" 0 cgcollect --cc gcc -- -Iinclude $arguments
    graphs 'main.o.mcg util.o.mcg'
done

# One root, whatever way led to it.
fill
ln -s box link
for way in box link; do
    run "root by $way" 0 sh -c "cd sub && unset PWD && exec cgcollect --root '$work/$way' --cc gcc -- \
        -I../include -c util.c"
    has box/sub/util.o.mcg 'other -> util direct sub/util.c:2:27'
done

# A compiler that knows more than it says.
printf '#!/bin/sh\n[ "$1" != -E ] || exit 1\nexec gcc -Iinclude -Dgcc_only=int "$@"\n' >more
chmod +x more
fill
run 'partly' 0 cgcollect --log "$work/log" --cc "$work/more" -- -Werror -c only.c util.c
graphs 'only.o.mcg only.o.mcg.log util.o.mcg util.o.mcg.log'
is stderr ''
says box/util.o.mcg.log "^$work/box/util.c: partial, 1 error: "
says box/only.o.mcg.log "^$work/box/only.c: partial, [12] error"
says log "^$work/box/util.o.mcg: $work/box/util.c: partial, 1 error: "
[ "$(wc -l <log)" -eq 2 ] || fail "$(cat log)"
run 'then completely' 0 cgcollect --log "$work/log" --cc gcc -- -Iinclude -c util.c
graphs 'only.o.mcg only.o.mcg.log util.o.mcg'
[ "$(wc -l <log)" -eq 2 ] || fail "$(cat log)"
fill
run 'strict, partly' 0 cgcollect --require-graph --cc "$work/more" -- -c only.c
graphs 'only.o.mcg only.o.mcg.log'
is stderr ''

# A source that stalls libclang: nothing is collected of it.
mkfifo sources/pipe
printf '#ifdef STALL\n#include "pipe"\n#endif\n' >sources/stalled.c
cat >unstalled <<'END'
#!/bin/sh
for word; do
    shift
    [ "$word" = -DSTALL ] || set -- "$@" "$word"
done
exec gcc "$@"
END
chmod +x unstalled
fill
run 'before it stalls' 0 cgcollect --cc "$work/unstalled" -- -c stalled.c
graphs stalled.o.mcg
: >log
run 'not collected' 0 cgcollect --timeout 1 --log "$work/log" --cc "$work/unstalled" -- \
    -DSTALL -c stalled.c
graphs stalled.o.mcg.log
is stderr ''
is box/stalled.o.mcg.log "$work/box/stalled.c: not collected: took more than 1 second (--timeout)"
is log "$work/box/stalled.o.mcg: $(cat box/stalled.o.mcg.log)"
[ -e box/stalled.o ] || fail 'no object'
run 'strict' 2 cgcollect --timeout 1 --require-graph --cc "$work/unstalled" -- -DSTALL -c stalled.c
says stderr "^cgcollect: error: $work/box/stalled.c: not collected: took more than 1 second (--timeout)"
[ ! -e box/stalled.o ] || fail 'an object is left'
run 'log that cannot be written' 0 cgcollect --timeout 1 --log /no/such/log \
    --cc "$work/unstalled" -- -DSTALL -c stalled.c
is stderr ''

# An option that begins like -o.
cat >objective <<'END'
#!/bin/sh
shift
exec gcc "$@"
END
chmod +x objective
fill
run 'no output' 0 cgcollect --cc "$work/objective" -- -objcmt-atomic-property -Iinclude -c util.c
graphs util.o.mcg
fill

# Interrupted while collecting: like a compiler that is.
name='interrupt'
total=$((total + 1))
rm -f box/stalled.o*
(cd box && exec cgcollect --cc "$work/unstalled" -- -DSTALL -c stalled.c 2>"$work/stderr") &
pid=$!
for i in 1 2 3 4 5 6 7 8 9 10; do
    [ -e box/stalled.o ] || sleep 0.3
done
sleep 0.5
kill -TERM $pid
wait $pid 2>"$work/shell"
status=$?
[ "$status" -eq 143 ] || fail "exit status $status"
graphs ''
is stderr ''
rm sources/pipe sources/stalled.c

run 'header' 0 cgcollect --cc gcc -- -c include/util.h -o include/util.h.gch
graphs ''
is stderr ''
for header in '-x c-header include/util.h -o include/util.h.gch' include/util.h; do
    # shellcheck disable=SC2086
    run "header: $header" 0 cgcollect --cc gcc -- $header
    graphs ''
    is stderr ''
done
rm -f box/include/util.h.gch

# A graph that cannot be written.
fill
mkdir box/util.o.mcg
run 'no room for the graph' 0 cgcollect --cc gcc -- -Iinclude -c util.c
is stderr ''
says box/util.o.mcg.log 'not written'

# Builds.
ask() { # DIRECTORY PATTERN WORDS...: the graphs below answer
    directory=$1
    pattern=$2
    shift 2
    (cd box && cgmerge "$directory" -o whole.mcg && cgquery "$@") >stdout 2>stderr
    says stdout "$pattern"
}

cat >sources/Makefile <<'END'
CFLAGS = -Iinclude -MMD
prog: main.o low.o
	$(MAKE) -C sub
	$(CC) $(LDFLAGS) -o $@ main.o low.o sub/util.o sub/top.o
low.o: low.s
END
cat >sources/sub/Makefile <<'END'
CFLAGS = -I../include
all: util.o top.o
top.o: ../util.c
	$(CC) $(CFLAGS) -c -o $@ ../util.c
END
if have make; then
    fill
    run 'make' 0 make -j4 CC='cgcollect --cc gcc --'
    graphs 'main.o.mcg sub/top.o.mcg sub/util.o.mcg'
    ask . '^yes' reach whole.mcg main util
    ask . '^main -> util' path whole.mcg main util
    has box/whole.mcg "other -> util direct $work/box/sub/util.c:2:27"
    fill
    run 'make in a root' 0 make -j4 CC="cgcollect --cc gcc --root $work/box --"
    ask . '^yes' reach whole.mcg other util
    has box/whole.mcg 'other -> util direct sub/util.c:2:27'
    has box/whole.mcg 'main -> util direct main.c:3:39'
    echo 'broken' >>box/sub/util.c
    rm box/sub/util.o
    run 'make that fails' 2 make -C sub CC='cgcollect --cc gcc --'
    says stderr 'util.c:3'
fi

# A library where only the linker looks: what it calls by name is not known.
fill
run 'library that is not found' 0 sh -c "mkdir lib && gcc -Iinclude -c util.c && ar rc lib/libown.a util.o &&
    cgcollect --cc gcc -- -Iinclude -c main.c &&
    cgcollect --cc gcc -- main.o -Wl,--library-path=lib -lown -o prog"
graphs main.o.mcg
is stderr ''

mkdir sources/cmake
cat >sources/cmake/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(example C)
include(CheckFunctionExists)
check_function_exists(puts HAS_PUTS)
include_directories(../include)
add_library(util STATIC ../util.c)
add_executable(prog ../main.c)
target_link_libraries(prog util)
END
if have cmake; then
    # Either way with one generator: what differs between these is how they start a command.
    generator='Unix Makefiles'
    ! have ninja || generator=Ninja
    fill
    run "CMake launcher, $generator" 0 sh -c "cmake -S cmake -B build -G '$generator' \
        -DCMAKE_C_COMPILER=gcc -DCMAKE_C_COMPILER_LAUNCHER='cgcollect;--root;$work/box;--cc' &&
        cmake --build build -j 2"
    ask build '^yes' reach whole.mcg main util
    has box/whole.mcg 'main -> util direct main.c:3:39'
    fill
    run 'CMake compiler' 0 env CC='cgcollect --cc gcc --' \
        sh -c "cmake -S cmake -B build -G 'Unix Makefiles' && cmake --build build -j 2"
    [ "$(find box -name '*.mcg' | wc -l)" -eq 2 ] || fail "$(find box -name '*.mcg')"
    ask build '^yes' reach whole.mcg main util
fi

if have autoconf; then
    cat >sources/configure.ac <<'END'
AC_INIT([example], [1])
AC_PROG_CC
AC_PROG_CPP
AC_CHECK_FUNCS([puts no_such_function])
AC_CHECK_SIZEOF([long])
AC_OUTPUT
END
    (cd sources && autoconf 2>/dev/null)
    fill
    run 'configure' 0 ./configure CC=gcc
    grep '^checking' stdout >plain.out
    fill
    run 'configure wrapped' 0 ./configure CC='cgcollect --cc gcc --'
    sed -n 's/cgcollect --cc gcc --/gcc/; /^checking/p' stdout >wrapped.out
    diff plain.out wrapped.out >differences || fail "$(cat differences)"
    graphs ''
fi

echo "$total runs, $failed failures"
[ "$failed" -eq 0 ]
