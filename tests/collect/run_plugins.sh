#!/bin/sh
# Kinds of metadata that plug-ins collect.
#
#     run_plugins.sh BIN_DIR DUMP PLUGIN_DIR
set -u

bin=$1
dump=$2
plugins=$3
# shellcheck source=tests/collect/support.sh
. "$(dirname "$0")/support.sh"
unset CG_PLUGINS

# value GRAPH FUNCTION KEY: its value, or nothing
value() {
    tr -d '\n' <"$1" | sed 's/"functionName"/\n&/g' |
        sed -n "/^\"functionName\":\"$2\"/s/.*\"$3\":\(\"[^\"]*\"\|[^,}]*\).*/\1/p"
}

is() { # GRAPH FUNCTION KEY VALUE
    got=$(value "$1" "$2" "$3")
    [ "$got" = "$4" ] || fail "$name" "$3 of $2 is $got, not $4"
}

cat >good.c <<'END'
int outside(int);

int twice(int, int);
void is_silent(void);
void is_silent_later(void);

int twice(int a, int b) { return outside(a) + b; }
void is_silent(void) {}
void is_silent_later(void) {}
int main(void) { is_silent(); return twice(1, 2); }
END
cat >templates.cc <<'END'
template <class T> T half(T x) { return x / 2; }
struct shape { shape(int); virtual ~shape() {} virtual int area() { return half(6); } };
shape::shape(int) {}
double f() { return half(1.0); }
END

collect value_of_each_function 0 --plugin "$plugins/looking.so" good.c
is good.c.mcg outside aLook '"declaration at 1"'
is good.c.mcg outside zArguments ''
is good.c.mcg twice aLook '"definition at 7"'
is good.c.mcg twice zArguments 2
is good.c.mcg is_silent aLook ''
is good.c.mcg is_silent_later aLook '"declaration at 5"'
is good.c.mcg main aLook '"definition at 10"'
is good.c.mcg main numStatements 2
grep -q '"notes"' good.c.mcg && fail "$name" "there is a kind that is not collected"
cp good.c.mcg with.mcg

collect without 0 good.c
grep -q aLook good.c.mcg && fail "$name" "there is a kind of a plug-in that is not loaded"
sed 's/"aLook":"[^"]*",//g; s/,"zArguments":[0-9]*//g' with.mcg | cmp -s - good.c.mcg ||
    fail "$name" "a plug-in changed something else"

collect of_instances 0 --plugin "$plugins/looking.so" templates.cc
is templates.cc.mcg _Z4halfIiET_S0_ aLook '"definition at 1"'
is templates.cc.mcg _Z4halfIdET_S0_ aLook '"definition at 1"'
is templates.cc.mcg _ZN5shapeC1Ei aLook '"definition at 3"'
is templates.cc.mcg _ZN5shapeD1Ev zArguments 0

cp good.c.mcg without.mcg
CG_PLUGINS=$plugins/looking.so
export CG_PLUGINS
collect of_environment 0 good.c -o environment.mcg
cmp -s environment.mcg with.mcg || fail "$name" "differs from --plugin"
collect both 2 --plugin "$plugins/looking.so" good.c
says "looking.so: error: the plug-in is loaded already, as $plugins/looking.so"
CG_PLUGINS=$plugins/right.so:$plugins/looking.so
collect two 2 good.c -o two.mcg
says 'error: a plug-in.s collector "looking" has no collect function'
CG_PLUGINS=$plugins/other.so:
collect empty_path 2 good.c
says 'error: CG_PLUGINS has an empty path'
CG_PLUGINS=
collect empty_variable 0 good.c
unset CG_PLUGINS

collect no_function 2 --plugin "$plugins/without-function.so" good.c
says 'error: a plug-in.s collector "look" has no collect function'
collect unreadable 2 --plugin nowhere.so good.c
says 'nowhere.so: error: cannot open: No such file or directory'
collect not_for_this 2 --plugin "$plugins/newer.so" good.c
says 'newer.so: error: the plug-in has ABI version 7, newer'

collect list 0 --plugin "$plugins/looking.so" --list-metadata
head -n 1 stdout | grep -q '^aLook  *node  *how the plug-in was called last$' || fail list "no aLook"
tail -n 1 stdout | grep -q '^zArguments ' || fail list "no zArguments"
grep -q '^notes' stdout && fail list "a kind that is not collected"
sort -c stdout 2>/dev/null || fail list "not in order of key"
collect chosen 0 --plugin "$plugins/looking.so" --metadata=zArguments good.c
is good.c.mcg main zArguments 0
is good.c.mcg main aLook ''
is good.c.mcg main numStatements ''
collect chosen_away 0 --plugin "$plugins/looking.so" --metadata=-aLook good.c
is good.c.mcg main aLook ''
is good.c.mcg main numStatements 2
collect chosen_unknown 2 --metadata=aLook good.c

# Errors are reported, and affect only what they concern.
cat >wrong.c <<'END'
void fails(void) {}
void good(void) { fails(); }
END
collect fails 1 --plugin "$plugins/looking.so" wrong.c
says "^wrong.c: partial, 2 errors: plug-in's kind \"aLook\" of fails: cannot stand it\$"
is wrong.c.mcg fails aLook ''
is wrong.c.mcg fails zArguments 0
is wrong.c.mcg good aLook '"definition at 2"'
echo 'void fails_silently(void); void f(void) { fails_silently(); }' >wrong.c
collect fails_silently 1 --plugin "$plugins/looking.so" wrong.c
says "^wrong.c: partial, 1 error: .* of fails_silently: failed without a message\$"
echo 'void writes_no_json(void) {}' >wrong.c
collect writes_no_json 1 --plugin "$plugins/looking.so" wrong.c
says "^wrong.c: partial, 2 errors: plug-in's kind \"aLook\" of writes_no_json: .*"
is wrong.c.mcg writes_no_json aLook ''
echo 'void writes_a_number(void) {} void good(void) {}' >wrong.c
collect ill_shaped 1 --plugin "$plugins/looking.so" wrong.c
says "^wrong.c: partial, .*: plug-in's kind \"aLook\" of writes_a_number: is not a string\$"
is wrong.c.mcg writes_a_number aLook ''
is wrong.c.mcg writes_a_number zArguments 0
is wrong.c.mcg good aLook '"definition at 1"'
echo 'void writes_null(void);void f(void) { writes_null(); }' >wrong.c
collect ill_shaped_silently 1 --plugin "$plugins/looking.so" wrong.c
says "^wrong.c: partial, .* of writes_null: the value does not have the shape of its kind\$"
is wrong.c.mcg writes_null aLook ''
echo 'void crashes(void) {}' >crash.c
rm -f good.c.mcg
collect crashes 1 --plugin "$plugins/looking.so" -j2 crash.c good.c
says '^crash.c: not collected: crashed (Aborted)$'
cmp -s good.c.mcg with.mcg || fail "$name" "another file suffers"

echo 'void hangs(void) {}' >hang.c
collect hangs 2 --plugin "$plugins/looking.so" --timeout 1 hang.c
says '^hang.c: not collected: took more than 1 second (--timeout)$'

mkdir one two
for jobs in 1 2; do
    collect "jobs_$jobs" 1 --plugin "$plugins/looking.so" -j$jobs good.c wrong.c templates.cc
    mv ./*.mcg one
    [ $jobs = 2 ] || mv one/*.mcg two
done
cmp -s one/good.c.mcg two/good.c.mcg && cmp -s one/wrong.c.mcg two/wrong.c.mcg &&
    cmp -s one/templates.cc.mcg two/templates.cc.mcg || fail "$name" "depends on the number of jobs"

# Standing in for the compiler.
if command -v cc >/dev/null; then
    collect wrapper 0 --root "$work" --plugin "$plugins/looking.so" --cc cc -c good.c -o good.o
    is good.o.mcg twice aLook '"definition at 7"'
    rm -f good.o good.o.mcg
    collect wrapper_behind 0 --cc cc --plugin "$plugins/looking.so" -- -c good.c -o good.o
    is good.o.mcg twice aLook '"definition at 7"'
    rm -f good.o
    collect wrapper_refuses 2 --plugin "$plugins/older.so" --cc cc -c good.c -o good.o
    [ ! -e good.o ] || fail "$name" "compiled all the same"
    says 'older.so: error: the plug-in has ABI version 0, older'
fi

echo "$total cases, $failed failed"
[ "$failed" -eq 0 ]
