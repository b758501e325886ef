#!/bin/sh
# Databases and command lines of strangers: nothing of them runs, nothing but graphs is written.
#
#     run_hostile.sh BIN_DIR DUMP
set -u

bin=$1
dump=$2
# shellcheck source=tests/collect/support.sh
. "$(dirname "$0")/support.sh"

# A library and programs that leave a mark when they run.
mark=$work/mark
cat >load.c <<END
#include <fcntl.h>
__attribute__((constructor)) static void leave_mark(void) { creat("$mark", 0600); }
END
cc -shared -fPIC -o load.so load.c || exit 2
mkdir -p tools
for tool in cc gcc clang clang-19 as ld ptxas; do
    printf '#!/bin/sh\n: >%s\n' "$mark" >"tools/$tool"
    chmod +x "tools/$tool"
done

mkdir tree
cat >tree/main.c <<'END'
#ifdef EXTRA
int extra(void);
#else
#define extra() 0
#endif
int main(void) { return extra(); }
END
cat >tree/main.cc <<'END'
struct object { object(); ~object(); };
int main() { object here; }
END
cat >tree/low.S <<'END'
#ifdef EXTRA
        .globl  extra
extra:
#endif
        .globl  low
low:    ret
END
printf -- '-Xclang -load -Xclang %s/load.so\n' "$work" >tree/load.rsp
for configured in clang clang++ x86_64-pc-linux-gnu-clang x86_64-pc-linux-gnu-clang++; do
    printf -- '-Xclang -load -Xclang %s/load.so -DEXTRA\n' "$work" >"tree/$configured.cfg"
done
mkdir tree/x86_64-a # a target with a slash names a file below the working directory
echo '-MD -MF written.d -DEXTRA' >tree/x86_64-a/x-linux-gnu-clang.cfg
cp tree/*.cfg tools

list() { # options that load or write, one kind a line
    cat <<END
-Xclang -load -Xclang $work/load.so
-Xclang -fpass-plugin=$work/load.so
-Xclang -add-plugin -Xclang any
-Xclang -plugin -Xclang any -Xclang -load -Xclang $work/load.so
-fplugin=$work/load.so
-fplugin $work/load.so
-fpass-plugin=$work/load.so
-Wp,-load,$work/load.so
-Wp,-fpass-plugin=$work/load.so
-Xpreprocessor -load -Xpreprocessor $work/load.so
-mllvm -load=$work/load.so
-mllvm=-load=$work/load.so
-mllvm -load-pass-plugin=$work/load.so
-Xarch_host -fplugin=$work/load.so
-Xclang -mllvm -Xclang -load=$work/load.so
@load.rsp
--config=$work/tree/clang.cfg
--config $work/tree/clang.cfg
--config-user-dir=$work/tree
--target=x86_64-a/x-linux-gnu
-target x86_64-a/x-linux-gnu
-target $work/tree/x86_64-a/x-linux-gnu
--config-system-dir=$work/tree
-B$work/tools
-B $work/tools
-fno-integrated-as -B$work/tools
-no-integrated-as
-fno-integrated-cc1
-ccc-gcc-name $work/tools/gcc
-ccc-install-dir $work/tools
-fuse-ld=$work/tools/ld
-wrapper $work/tools/cc
-multiply_defined
-I -load
-ftime-trace
-ftime-trace=trace.json
-save-stats
-save-stats=obj
-save-temps
-save-temps=obj
--save-temps
--driver-mode=cl
-MJwritten.json
-MJ written.json
-MD -MF written.d
-MD
-MFwritten.d
-Wp,-MD,written.d
-Wp,-dependency-file,written.d
-fproc-stat-report=written.csv
-foptimization-record-file=written.yaml
-fsave-optimization-record
-fmodules -fmodules-cache-path=$work/tree/cache
-fmodules -fcxx-modules -fimplicit-modules
-fmodule-output=$work/tree/written.pcm
-fmodule-output
-mllvm -ir-dump-directory=$work/tree/dumped
-mllvm -print-after-all -mllvm -ir-dump-directory=$work/tree/dumped
-Xclang -dependency-file -Xclang $work/tree/written.d -Xclang -MT -Xclang a
-Xclang -dependency-dot -Xclang $work/tree/written.dot
-Xclang -serialize-diagnostic-file -Xclang $work/tree/written.dia
-Xclang -diagnostic-log-file -Xclang $work/tree/written.log
-Xclang -header-include-file -Xclang $work/tree/written.h
-Xclang -o -Xclang $work/tree/written.o
-Xclang -emit-obj
-Xclang -split-dwarf-output -Xclang $work/tree/written.dwo
--serialize-diagnostics $work/tree/written.dia
-serialize-diagnostics $work/tree/written.dia
-gsplit-dwarf
-dumpdir written
-fcrash-diagnostics-dir=$work/tree
-gen-cdb-fragment-path $work/tree
-index-store-path $work/tree/store
-H
--coverage
-ftest-coverage -fprofile-arcs
-fstack-usage
-fdump-tree-all
-o written.o
-owritten.o
--output=written.o
-S -o written.s
-E -o written.i
-Wa,-a=written.lst
-Wl,-Map=written.map
-Xassembler -a=written.lst
END
}

entry() { # SOURCE COMMAND
    printf '{"directory":"%s/tree","file":"%s","command":"%s -c %s"},\n' "$work" "$1" "$2" "$1"
}

# What is done with options hardly depends on the language: each is tried alone in C, with three others elsewhere.
database() { # SOURCE...: the JSON of a database with the options for each source, then all of them
    echo '['
    for source; do
        others='- - -'
        [ "$source" != main.c ] || others=
        # shellcheck disable=SC2086 # words
        list | paste -d ' ' - $others | while read -r options; do
            entry "$source" "cc $options"
        done
        entry "$source" "env CCC_OVERRIDE_OPTIONS=+-DEXTRA CC_PRINT_OPTIONS=1 \
CC_PRINT_OPTIONS_FILE=$work/tree/written CC_LOG_DIAGNOSTICS=1 $work/tools/clang"
        entry "$source" "CCC_OVERRIDE_OPTIONS=+-DEXTRA $work/tools/clang"
        entry "$source" "$work/tools/x86_64-pc-linux-gnu-gcc"
        entry "$source" "$work/tools/cc $(list | tr '\n' ' ')"
    done
    entry main.c cc | sed '$ s/,$//'
    echo ']'
}

note_tree() { # what is in the sources' directory
    find tree -printf '%p %s %T@\n' | LC_ALL=C sort
}

unchanged() { # nothing ran, and nothing was written beside the sources
    [ ! -e "$mark" ] || fail "$name" "something of the database ran"
    rm -f "$mark"
    note_tree >after
    diff before after || fail "$name" "the sources' directory is not as it was"
}

# --ir=on, which does all that the others do but --ir=only, comes where the sources may be written to.
# --ir=only has the same command lines for clang: C++ is collected with it, the other languages with --ir=on.
mkdir build
database main.cc >build/compile_commands.json
chmod -R a-w tree
note_tree >before
# Files that options are in make what is read doubtful.
collect hostile_database_only 1 --quiet --ir=only -p build --output-dir graphs-only
! grep -v 'config.* has more options; --trust-compiler asks the compiler for them$' stderr ||
    fail "$name" "speaks"
unchanged
chmod -R u+w tree
database main.c low.S >build/compile_commands.json
note_tree >before
collect hostile_database_on 1 --ir=on -p build --output-dir graphs-on
unchanged
ls graphs-on/*.mcg graphs-only/main.c*.mcg >listed || fail "$name" "no graphs"
# A graph that does not have the word in its file has no such function.
for graph in $(grep -l extra graphs-on/*.mcg graphs-only/main.c*.mcg); do
    ! "$dump" "$graph" | grep -q extra || fail "$name" "a configuration was read: $graph"
done
[ -z "$(find graphs-on graphs-only -type f ! -name '*.mcg' ! -name .cgcollect)" ] ||
    fail "$name" "wrote more than graphs"

# One line for each distinct option, however many files have it.
says '^cgcollect: note: option left out of [0-9]* files: -Xclang -load$'
says '^cgcollect: note: [0-9]* more options left out$'
[ "$(grep -c 'left out of' stderr)" -eq 20 ] || fail "$name" "does not tell 20 options"
[ "$(grep -c -- ': -Xclang -load$' stderr)" -eq 1 ] || fail "$name" "tells an option more than once"

# What makes clang run other programs gives no IR.
printf '[{"directory":"%s/tree","file":"main.c","command":"cc -x cuda --cuda-path=%s -B%s -c main.c -x none"}]' \
    "$work" "$work/tools" "$work/tools" >build/compile_commands.json
note_tree >before
collect device_code 1 --ir=on -p build --output-dir graphs-device
unchanged

# The driver's own plan is checked as well, unless all options are known just to compile.
cat >driver <<END
#!/bin/sh
case "\$*" in
*--version*) echo "clang version 19.0" ;;
*-###) cat "$work/plan" >&2 ;;
*) : >"$mark" ;;
esac
END
chmod +x driver
plan() { # WORD PLAN: the plan is refused because of this word
    printf "$2" >plan
    collect "plan $1" 1 --clang="$work/driver" --ir=on tree/main.c -o plan.mcg -- -trigraphs
    says "source only, no IR: clang would do more than compile: $1\$"
    unchanged
}
cc1=' "/usr/bin/clang" "-cc1" "-emit-llvm-bc"'
out=' "-o" "/proc/self/fd/3" "a.c"\n'
plan -load "$cc1 \"-load\" \"x.so\"$out"
plan -mllvm "$cc1 \"-mllvm\" \"-load=x.so\"$out"
plan -dependency-file "$cc1 \"-dependency-file\" \"x.d\"$out"
plan -o "$cc1 \"-o\" \"a.o\" \"a.c\"\n"
plan -o "$cc1 \"-o\" \"a.pcm\" \"a.c\"\n"
plan /usr/bin/ld "$cc1$out \"/usr/bin/ld\" \"a.o\"\n"
plan /usr/bin/clang "$cc1$out \"/usr/bin/clang\" \"-cc1as\" \"a.s\"\n"
assembler_plan() { # WORD PLAN: of assembler, too
    printf "$2" >plan
    collect "assembler plan $1" 2 --clang="$work/driver" tree/low.S -o plan.mcg
    says "low.S: not collected: clang would do more than compile: $1\$"
    unchanged
}
assembler_plan -load ' "/usr/bin/clang" "-cc1as" "-load" "x.so" "-o" "/proc/self/fd/3" "a.s"\n'
assembler_plan -o ' "/usr/bin/clang" "-cc1as" "-o" "a.s" "b.s"\n'
assembler_plan -o ' "/usr/bin/clang" "-cc1" "-o" "/tmp/a.pcm" "b.s"\n'
assembler_plan /usr/bin/as ' "/usr/bin/as" "-o" "/proc/self/fd/3" "b.s"\n'
plan 'a command that is cut' "$cc1 -load$out"
plan 'a command that is cut' "$cc1 \"-DX="
plan 'a command that is cut' "$cc1 \"a.c\""
plan 'no command' 'clang: warning: nothing to do\n'
printf 'note\n%s "-D\\"X \\$Y=\\\\" "-mllvm" "-some-model"%b' "$cc1" "$out" >plan
collect plan_compiles 1 --clang="$work/driver" --ir=on tree/main.c -o plan.mcg -- -trigraphs
[ -e "$mark" ] || fail "$name" "is refused"
rm -f "$mark"

evident() { # NAME ASKED FLAGS...: the driver is asked about this, 1, or not, 0
    name=evident_$1
    asked=$2
    shift 2
    echo "$cc1 \"-load\"" >plan
    collect "$name" 1 --clang="$work/driver" --ir=on tree/main.c -o plan.mcg -- "$@"
    [ -e "$mark" ] || [ "$asked" -eq 1 ] || fail "$name" "was asked for its plan"
    [ ! -e "$mark" ] || [ "$asked" -eq 0 ] || fail "$name" "was not asked for its plan"
    rm -f "$mark"
}
evident nothing 0
evident common 0 -DX=1 -D Y -I. -isystem . -O2 -Wall -Wno-unused -std=c11 -fPIC -march=native
evident language 1 -x cuda
evident level 1 -Ofast
evident trigraphs 1 -trigraphs
# An option that clang's errors quote is dropped, and a source can put one there. Without this option, clang reads
# files beside it, so that its plan is checked.
cat >driver_of_message <<END
#!/bin/sh
case "\$*" in
*--version*) echo "clang version 19.0" ;;
*-###) cat "$work/plan" >&2 ;;
*--no-default-config*) echo "main.c:1:1: error: '--no-default-config'" >&2 && exit 1 ;;
*) : >"$mark" ;;
esac
END
chmod +x driver_of_message
collect evident_message 1 --clang="$work/driver_of_message" --ir=on tree/main.c -o plan.mcg
says 'source only, no IR: clang would do more than compile: -load$'
unchanged

one() { # NAME WORDS: collect one file with these arguments, in JSON
    mkdir -p one
    printf '[{"directory":"%s/tree","file":"main.c","arguments":["cc",%s,"-c","main.c"]}]' \
        "$work" "$2" >one/compile_commands.json
    collect "$1" 0 -p one --output-dir one
}

takes_extra() {
    has one/main.c.mcg 'main -> extra direct main.c:6:25'
}

one known_options '"-DEXTRA","-O2","-Wall","-g","-std=c11","-fPIC","-m64","-pipe","-flto","-Wa,--x","-MD"'
[ "$(grep -vc 'complete' stderr)" -eq 0 ] || fail "$name" "$(cat stderr)"
takes_extra
one preprocessor_parts '"-Wp,-DEXTRA,-MD,x.d,-D_FORTIFY_SOURCE=2"'
takes_extra
one preprocessor_pairs '"-Xpreprocessor","-D","-Xpreprocessor","EXTRA","-Xpreprocessor","-fopenmp"'
takes_extra
printf '#define EXTRA\n' >tree/extra.h
for words in '"-include","extra.h"' '"-imacros","extra.h"' '"-includeextra.h"' '"--include=extra.h"' \
    '"-Xclang","-include","-Xclang","extra.h"' '"-Xclang","-DEXTRA"' '"--define-macro","EXTRA"' \
    '"-DEXTRA","-no-such-option","-UEXTRA","-D","EXTRA"'; do
    one "operand $words" "$words"
    takes_extra
done
one unknown_option '"-no-such-option=1","-DEXTRA"'
says '^cgcollect: note: option left out of 1 file: -no-such-option$'
takes_extra

# A program is found where cgcollect starts, not where the database is.
mkdir -p start/bin tree/bin
cp tools/clang tree/bin/clang
ln -s "$(command -v clang-19 || command -v clang)" start/bin/clang
printf '[{"directory":"%s/tree","file":"main.cc","command":"cc -c main.cc"}]' "$work" >one/compile_commands.json
name=clang_of_the_user
total=$((total + 1))
(cd start && "$bin/cgcollect" --clang=bin/clang -p ../one --output-dir ../one) 2>stderr ||
    fail "$name" "fails"
[ ! -e "$mark" ] || fail "$name" "ran the database's clang"
rm -f "$mark"

# The variables of the user's build do not make collecting write.
name=reports_of_the_build
total=$((total + 1))
env CC_PRINT_OPTIONS=1 CC_PRINT_OPTIONS_FILE="$work/tree/said" \
    CC_PRINT_HEADERS=1 CC_PRINT_HEADERS_FILE="$work/tree/headers" \
    CC_LOG_DIAGNOSTICS=1 CC_LOG_DIAGNOSTICS_FILE="$work/tree/log" \
    CC_PRINT_PROC_STAT=1 CC_PRINT_PROC_STAT_FILE="$work/tree/stat" \
    DEPENDENCIES_OUTPUT="$work/tree/deps" SUNPRO_DEPENDENCIES="$work/tree/sun" \
    "$bin/cgcollect" --ir=on -p one --output-dir one 2>stderr || fail "$name" "fails"
for file in said headers log stat deps sun; do
    [ ! -e "tree/$file" ] || fail "$name" "wrote $file"
done

# Standing in for the compiler: it gets what it is given, collecting does not.
printf '#!/bin/sh\nfor word; do [ "$word" = -load ] && : >%s/told; done\n: >main.o\n' "$work" >own-cc
chmod +x own-cc
name=wrapper
total=$((total + 1))
(cd tree && "$bin/cgcollect" --ir=on --cc "$work/own-cc" -- -c main.c -o main.o \
    -Xclang -load -Xclang "$work/load.so" -ftime-trace=written.json) 2>stderr || fail "$name" "fails"
[ -e told ] || fail "$name" "changed the compiler's command line"
[ -e tree/main.o.mcg ] || fail "$name" "no graph"
[ ! -e "$mark" ] || fail "$name" "loaded the library"
[ ! -e tree/written.json ] || fail "$name" "wrote a trace"

# What is named after the sources goes nowhere else.
mkdir -p victim links/deep/er
echo precious >victim/bashrc
cp victim/bashrc victim/old.mcg
echo 'int f(void) { return 0; }' >links/a.c
cp links/a.c links/deep/er/b.c
cp links/a.c links/c.c
linked() {
    printf '[{"directory":"%s/links","file":"a.c","command":"cc -c a.c"},
{"directory":"%s/links","file":"deep/er/b.c","command":"cc -c deep/er/b.c"}]' "$work" "$work"
}
linked >links/compile_commands.json
untouched() {
    says 'this is a symbolic link, which may lead anywhere: remove it, or name another output'
    [ "$(cat victim/bashrc victim/old.mcg)" = "precious
precious" ] || fail "$name" "wrote through the link"
    [ "$(ls victim)" = "bashrc
old.mcg" ] || fail "$name" "made $(ls victim)"
    rm -rf links/mcg
}
mkdir -p links/mcg
ln -s "$work/victim/bashrc" links/mcg/a.c.mcg
collect link_for_graph 2 -p links
says 'a.c: not written: .*/mcg/a.c.mcg: '
untouched
ln -s "$work/victim" links/mcg
collect link_for_directory 2 -p links
untouched
mkdir links/mcg
ln -s "$work/victim/bashrc" links/mcg/.cgcollect
collect link_for_record 2 -p links
[ "$(wc -l <stderr)" -eq 1 ] || fail "$name" "the reason is told several times"
untouched
mkdir links/mcg
ln -s "$work/victim" links/mcg/deep
collect link_on_the_way 2 -p links
untouched
mkdir links/mcg
ln -s "$work/victim/bashrc" links/mcg/.cgcollect
collect link_for_list 2 -p links
untouched
mkdir links/mcg
ln -s "$work/victim" links/mcg/gone
printf 'cgcollect record 1\ngraph gone/old.mcg\ngraph ../victim/old.mcg\ngraph %s/victim/old.mcg\n' "$work" >links/mcg/.cgcollect
collect list_leads_outside 0 -p links
[ -e victim/old.mcg ] || fail "$name" "removed a file outside"
rm -rf links/mcg
collect chosen_directory_may_be_link 0 -p links --output-dir links/mcg
ln -s "$work/links/mcg" chosen
collect chosen_directory_is_link 0 -p links --output-dir chosen
[ -e links/mcg/deep/er/b.c.mcg ] || fail "$name" "no graph"
: >links/mcg/c.mcg
ln -s "$work/links/mcg/c.mcg" chosen.mcg
collect chosen_output_is_link 0 links/a.c -o chosen.mcg
[ -L chosen.mcg ] || fail "$name" "replaced the link"
ln -s "$work/victim/bashrc" a.c.mcg
collect link_for_named_after 2 links/a.c
untouched
ln -s "$work/victim/bashrc" links/c.o.mcg
name=link_beside_object
total=$((total + 1))
(cd links && "$bin/cgcollect" --cc cc -- -c c.c) 2>stderr || fail "$name" "costs the build"
[ "$(cat victim/bashrc)" = precious ] || fail "$name" "wrote through the link"
[ -e links/c.o ] || fail "$name" "no object"
: >mode.mcg
chmod 4640 mode.mcg
collect mode_of_old_file 0 links/a.c -o mode.mcg
[ "$(stat -c %a mode.mcg)" = 640 ] || fail "$name" "is $(stat -c %a mode.mcg)"
collect modes_below 0 -p links --output-dir modes
chmod 6604 modes/a.c.mcg
collect mode_of_old_file_below 0 -p links --fresh --output-dir modes
[ "$(stat -c %a modes/a.c.mcg)" = 604 ] || fail "$name" "is $(stat -c %a modes/a.c.mcg)"

# What is found in a tree is not waited for; a pipe that was named is read.
refuses_pipe() { # NAME FILE
    name=$1
    total=$((total + 1))
    timeout 20 "$bin/cgcollect" -p links 2>stderr
    [ $? -eq 2 ] || fail "$name" "waits"
    says "$2: .*it is not a regular file"
}
rm -rf links/mcg
mkdir links/mcg
mkfifo links/mcg/.cgcollect
refuses_pipe pipe_for_list links/mcg/.cgcollect
rm -r links/mcg links/compile_commands.json
mkfifo links/compile_commands.json
refuses_pipe pipe_for_database links/compile_commands.json
rm links/compile_commands.json

# Nor is what has no end, or a hole of 100 GB, read into memory.
bounded() { # NAME SAID ARGUMENT...: is refused with less than 4 GB
    name=$1
    said=$2
    total=$((total + 1))
    shift 2
    (ulimit -v 4000000 && timeout 100 "$bin/cgcollect" "$@") 2>stderr
    [ $? -eq 2 ] || fail "$name" "is not refused: $(tail -1 stderr)"
    says "$said"
}
truncate -s 100G links/huge
linked >links/compile_commands.json
if ! grep -q -e __asan_init -e __tsan_init "$bin/cgcollect"; then
    bounded device_for_database '/dev/zero: error: it has more than 1 GiB$' -p /dev/zero
    bounded hole_for_database 'links/huge: error: not a compilation database' -p links/huge
    mkdir -p links/mcg
    ln links/huge links/mcg/.cgcollect
    bounded hole_for_record 'links/mcg/.cgcollect: error: cannot read: File too large$' -p links
    rm -r links/mcg
fi
rm links/huge links/compile_commands.json
strange() { # NAME SAID WORDS: one of two files has a command that names what has no end
    name=$1
    total=$((total + 1))
    printf '[{"directory":"%s/links","file":"a.c","command":"cc %s -c a.c"},
{"directory":"%s/links","file":"c.c","command":"cc -DWHERE=/dev/zero -c c.c"}]' "$work" "$3" "$work" >links/compile_commands.json
    rm -rf links/mcg
    "$bin/cgcollect" --timeout 20 -p links 2>stderr
    [ $? -eq 1 ] || fail "$name" "costs more than one file"
    says "^a.c: not collected: the command has $2 read, which is not a regular file\$"
    [ -e links/mcg/c.c.mcg ] || fail "$name" "the other file is not collected"
}
mkdir -p links/headers
mkfifo links/wait links/headers/found.h links/pre.h.gch
: >links/pre.h
strange forced_device /dev/zero '-include /dev/zero'
strange forced_device_joined /dev/random '-include/dev/random'
strange forced_device_long /dev/zero '--include=/dev/zero'
strange forced_pipe wait '-include wait'
strange forced_pipe_elsewhere wait '-working-directory .. -working-directory links -include wait'
strange forced_pipe_through wait '-Xclang -include -Xclang wait'
strange macros_of_pipe wait '-imacros wait'
strange found_pipe found.h '-Iheaders -include found.h'
strange precompiled_pipe wait '-include-pch wait'
strange pipe_for_precompiled pre.h '-include pre.h'
strange overlay_of_pipe wait '-ivfsoverlay wait'
strange list_of_pipe wait '-fsanitize=address -fsanitize-ignorelist=wait'
strange module_of_pipe wait '-fmodule-file=name=wait'
printf '[{"directory":"%s/links","file":"a.c","command":"cc -D W=/dev/zero -include /dev/null -c a.c"}]' "$work" >links/compile_commands.json
collect device_that_is_empty 0 --fresh -p links
rm -r links/compile_commands.json links/mcg links/headers links/wait links/pre.h*

# A pipe that a source reads has no writer. Some kernels do not tell what a process waits for.
sleep 10 &
sleep 0.2
place=$(cat /proc/$!/wchan 2>/dev/null || echo 0)
kill $!
reads_pipe() { # NAME SOURCE TEXT OPTION...: SOURCE with this text
    printf "$3" >"links/$2"
    printf '[{"directory":"%s/links","file":"%s","command":"cc -c %s"},
{"directory":"%s/links","file":"c.c","command":"cc -c c.c"}]' "$work" "$2" "$2" "$work" >links/compile_commands.json
    source=$2
    name=$1
    total=$((total + 1))
    shift 3
    timeout 100 "$bin/cgcollect" --timeout 20 "$@" -p links 2>stderr
    [ $? -eq 1 ] || fail "$name" "costs more than one file"
    says "^$source: not collected: \(reads a pipe that nobody writes to\|took more than 20 seconds (--timeout)\)\$"
    [ "$place" = 0 ] || says 'reads a pipe'
    [ -e links/mcg/c.c.mcg ] || fail "$name" "the other file is not collected"
    rm -r links/mcg "links/$source"
}
mkfifo links/pipe.h
reads_pipe pipe_in_source pipe.c '#include "pipe.h"\n'
reads_pipe pipe_in_cxx pipe.cc '#include "pipe.h"\n' --ir=only
reads_pipe pipe_in_assembler pipe.S '.incbin "pipe.h"\n'
rm links/pipe.h links/compile_commands.json

# What has no end ends at the limit of memory, and the other file is collected. Not under sanitizers, which take
# terabytes for themselves.
cat >most.py <<'END'
import resource
import subprocess
import sys
code = subprocess.run(sys.argv[1:], check=False).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)
END
endless() { # NAME SOURCE TEXT SAID OPTION...: SOURCE with this text
    name=$1
    total=$((total + 1))
    printf "$3" >"links/$2"
    source=$2
    said=$4
    shift 4
    printf '[{"directory":"%s/links","file":"%s","command":"cc -c %s"},
{"directory":"%s/links","file":"c.c","command":"cc -c c.c"}]' "$work" "$source" "$source" "$work" >links/compile_commands.json
    # The outer limit is far more than the option allows, and far less than the machine has.
    (ulimit -v 4000000 && timeout 100 python3 most.py "$bin/cgcollect" --max-memory 400 "$@" -p links) >most 2>stderr
    [ $? -eq 1 ] || fail "$name" "costs more than one file"
    [ "$(cat most)" -lt 800000 ] || fail "$name" "takes $(cat most) KiB"
    says "^$source: not collected: $said\$"
    [ -e links/mcg/c.c.mcg ] || fail "$name" "the other file is not collected"
    rm -r links/mcg "links/$source"
}
if ! grep -q -e __asan_init -e __tsan_init "$bin/cgcollect"; then
    endless device_in_source endless.c '#include "/dev/zero"\n' 'out of memory (--max-memory, ulimit)'
    endless device_in_cxx endless.cc '#include "/dev/zero"\n' 'out of memory (--max-memory, ulimit)'
    endless device_in_statement endless.c '__asm__(".incbin \"/dev/zero\"");\n' \
        'clang is out of memory (--max-memory, ulimit)' --ir=on
    endless device_in_assembler endless.S '.incbin "/dev/zero"\n' 'clang is out of memory (--max-memory, ulimit)'
    endless large_output endless.S '.data\n.space 3000000000\n' 'clang is out of memory (--max-memory, ulimit)'
fi
rm -f links/compile_commands.json

# A small stack is enough: how much is read at once does not depend on it.
linked >links/compile_commands.json
name=small_stack
total=$((total + 1))
(ulimit -s 64 && "$bin/cgcollect" -p links) 2>stderr || fail "$name" "fails"
rm -r links/compile_commands.json links/mcg
name=database_from_pipe
total=$((total + 1))
linked | "$bin/cgcollect" -q -p /dev/stdin --output-dir piped 2>stderr || fail "$name" "is refused"
[ -e piped/a.c.mcg ] || fail "$name" "no graph: $(find piped)"

echo "$total commands, $failed failures"
[ "$failed" -eq 0 ]
