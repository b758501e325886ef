# Ninja: a small project built, built again, damaged and cleaned, and the tools that ask about it.
rm -rf project && mkdir -p project/sub && cd project
said=0
run() { # what each says has a file of its own
    said=$((said + 1))
    { echo "== $*"; (cd .. && $RUN bin/ninja -C project "$@"); echo "exit $?"; } >said.$said 2>&1
}
cat >build.ninja <<'END'
ninja_required_version = 1.3
builddir = out
flags = -a $
  -b
pool heavy
  depth = 1
rule copy
  command = cp $in $out
  description = COPY $out
rule join
  command = cat $in >$out
  restat = 1
rule scan
  command = cp $in $out && printf '%s: %s header.h\n' $out $in >$out.d
  depfile = $out.d
  deps = gcc
rule loose
  command = cp $in $out && printf '%s: %s \\\n header.h\n' $out $in >$out.d
  depfile = $out.d
rule msvc
  command = echo "Note: including file: header.h"; cp $in $out
  deps = msvc
rule listed
  command = cp $out.rsp $out
  rspfile = $out.rsp
  rspfile_content = $in_newline $flags
rule dynamic
  command = cp $in $out
rule configure
  command = touch $out
  generator = 1
rule same
  command = test -f $out || cp $in $out
  restat = 1
build one: copy in1
build two: copy in2 | header.h
build three: scan in1 || one
build four: loose in2
build visual: msvc in1
build five | five.side: copy in1
build all.txt: join one two three four
  pool = heavy
build list: listed one two
build dd: copy in.dd
build dynamic.out: dynamic in1 || dd
  dyndep = dd
build unchanged: same in1
build after: copy unchanged |@ checked
build checked: copy in2
build console: copy in1
  pool = console
build sub/in.txt: copy in1
build build.ninja: configure template
build group: phony all.txt list
build $
  odd$ name$:x: copy in1
subninja sub/sub.ninja
include rules.ninja
default group after dynamic.out
END
cat >rules.ninja <<'END'
rule fail
  command = echo "out"; exit 3
build broken: fail in1
build needs_missing: copy nowhere
build circle1: copy circle2
build circle2: copy circle1
END
cat >sub/sub.ninja <<'END'
flags = $flags -c
rule deeper
  command = echo $flags >$out
build sub/deeper: deeper sub/in.txt
END
printf 'ninja_dyndep_version = 1\nbuild dynamic.out | dynamic.side: dyndep | in2\n  restat = 1\n' >in.dd
echo 1 >in1; echo 2 >in2; : >header.h; : >template; touch build.ninja
run --version
run -n -v
run -j2 -v -d explain -d stats
run
touch in1; run -k 0 -d explain group visual four three
echo changed >header.h; run -j1 -l 8 three four two; run --quiet three
run broken all.txt; run -k0 broken two; run needs_missing; run circle1; run nosuch; run on
run console 'odd name:x' five unchanged checked sub/deeper two^ in1^
touch in1; run -d keeprsp -d keepdepfile list unchanged after
NINJA_STATUS='[%s/%t %f %u %r %p %o %c %e %%] ' run -d explain visual four
rm one; run -n -v one; run one
for tool in targets 'targets all' 'targets rule copy' 'targets depth 2' commands 'commands -s all.txt' \
    deps 'deps three' 'query two' 'query nosuch' graph 'graph all.txt' 'path one two' list rules 'rules -d' \
    'inputs all.txt' 'missingdeps group' missingdeps compdb 'compdb copy' 'compdb -x copy listed' \
    restat recompact cleandead 'clean -r copy' 'clean one' 'clean -g' urtle nosuch 'clean --help' \
    'deps nosuch' browse wincodepage; do
    # shellcheck disable=SC2086 # options are words
    run -t $tool </dev/null
done
run; rm -f out/.ninja_log; run; truncate -s -3 out/.ninja_deps; run three
printf '# ninja log v4\n0\t1\t2\tone\tabc\n' >out/.ninja_log; run one
printf 'damaged' >out/.ninja_deps; run three
echo 'not a dyndep file' >in.dd; run dynamic.out
run -C nosuch; run -f nosuch; run -w dupbuild=err; run -w list; run -d list; run -d nosuch; run -h; run --wrong
i=0
while read -r line; do
    i=$((i + 1)); printf "$line\n" >bad$i.ninja; run -f bad$i.ninja -w phonycycle=err
done <<'END'
build x: nosuchrule y
rule r\n  command = $x\n  wrong = 1
rule r\n  description = none
rule r\n  command = c\nrule r\n  command = c
build x: phony x
pool p\n  depth = -1
x = $!
build a: phony b\nbuild a: phony c
ninja_required_version = 99.0
default nosuch
\tbuild
include nosuch.ninja
rule r\n  command = c\n  rspfile = only
rule r\n  command = c\nbuild a b: r\n  dyndep = x
rule r\n  command = c\n  deps = odd\nbuild a: r b
END
run -t clean
run -t clean -r nosuch
