#!/usr/bin/env python3
"""Runs every output path of the four tools under faults.

    faults.py BIN_DIR SHIM [--seconds N] [--seed S] [--only PART,...] [--verbose]

A fault makes one call of a run fail (faults_shim.c), takes away memory, fills the disk, or kills or
interrupts the process. After each the run must end as without it, with the same bytes; or with exit
status 2, a message, and the old output as it was. No signal, no hang, no temporary file left. After a
kill or an interruption each output is whole, or as it was; after the latter, no other file is left.

Each combination of a scenario and a kind of call is tried for all calls if they are few; else for
some, by the seed. --seconds ends the campaign after about so long; what comes first is chosen by
the seed as well. --only names scenarios, kinds of faults or both. Tools that are
linked with AddressSanitizer keep their memory, which that allocates.
"""
import argparse
import contextlib
import errno
import io
import json
import os
import random
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

TIMEOUT = 60
HERE = Path(__file__).resolve().parent
GRAPHS = HERE.parent / 'cli' / 'graphs'
PROFILES = HERE.parent / 'cli' / 'profiles'

# Calls that change files: an interruption comes before each.
CHANGING = ('write', 'rename', 'link', 'unlink')

# What a call of each kind may fail with. 0 makes it short.
KINDS = {
    'read': [errno.EIO, errno.EINTR, 0],
    'write': [errno.ENOSPC, errno.EIO, errno.EINTR, 0],
    'open': [errno.EMFILE, errno.EACCES, errno.EIO],
    'close': [errno.EIO],
    'fdopen': [errno.ENOMEM],
    'fsync': [errno.EIO],
    'ftruncate': [errno.EIO],
    'fstat': [errno.EIO],
    'rename': [errno.EIO, errno.EACCES],
    'link': [errno.EIO, errno.EXDEV],
    'unlink': [errno.EACCES],
    'mkdir': [errno.ENOSPC],
    'mmap': [errno.ENOMEM],
    'malloc': [errno.ENOMEM],
    'thread': [errno.EAGAIN],
    'fork': [errno.EAGAIN],
    'pipe': [errno.EMFILE],
    'memfd': [errno.ENFILE],
    'flock': [errno.EIO],
}
# One that works again after an interruption is no failure; one that never does is a hang.
PASSING = {errno.EINTR, 0}
SCALES = ' '.join(f'-P p={scale}:in/scales/{scale}.folded' for scale in (4, 8, 16, 32, 64))
ELSEWHERE = (b'cannot write standard output', b'ended early (exit 0)', b'cgcollect: error: out of memory')
OLD = b'what an earlier run left\n'

SOURCES = {
    'one.c': '#include "one.h"\n#include "deep.h"\n'
             'static int twice(int x) { return deep(x) * 2; }\n'
             'int (*hook)(int) = twice;\n'
             'int main(void) { return hook(2) + two(1); }\n',
    'two.c': '#include "one.h"\nstatic int idle(int x) { return x; }\n'
             'int two(int x) { return idle(x); }\n',
    'low.S': '.globl low\n.type low, @function\nlow:\n    call helper\n    ret\n.size low, . - low\n',
    'three.cc': '#include "deep.h"\n'
                'struct A { virtual int f() { return deep(1); } virtual ~A() {} };\n'
                'struct B : A { int f() override { return 2; } };\n'
                'int run(A &a) { return a.f(); }\n'
                'extern "C" int three() { B b; return run(b); }\n',
    'nested.c': 'int outer(void) { int nested(void) { return 1; } return nested(); }\n',
    'one.h': 'int two(int);\n',
    'program.c': 'static int spin(int x) { return x > 0 ? spin(x - 1) + 1 : 0; }\n'
                 'int main(void) { int sum = 0;\n'
                 '  for (int i = 0; i < 60000; i++) sum += spin(i % 50); return sum == 0; }\n',
    'headers/deep.h': '#ifndef DEEP_H\n#define DEEP_H\n'
                      'static inline int deep(int x) { return x + 1; }\n#endif\n',
}


# What a run for `cgquery refine` leaves.
PROBES = '#!/bin/sh\ncp in/run.cg "$CG_PROFILE"\necho "9 2.0" >"$CG_TIME"\n'


class Scenario:
    """A command line, and what it may leave.

    argv      with `{bin}`; it runs in a directory with `in` and `out`
    old       files of an earlier run, relative to `out`; what they hold is OLD, or that of another file
    below     only faults on files of this directory count
    several   several outputs, each of which is written or not by itself
    steps     how the names begin of what each step leaves for the next, whatever becomes of that
    stdout    the name of a file of `out` whose content is compared as what is printed is
    """

    def __init__(self, name, argv, old=(), below=None, several=False, environment=None, stdin=None,
                 steps=None, stdout='stdout'):
        self.name = name
        self.argv = argv.split()
        self.old = dict(old) if isinstance(old, dict) else {name: OLD for name in old}
        self.below = below
        self.several = several
        self.environment = environment or {}
        self.stdin = stdin
        self.steps = steps
        self.stdout = stdout
        self.tool = next(word for word in self.argv if word.startswith('{bin}')).split('/')[1]


def scenarios():
    merge, query = '{bin}/cgmerge', '{bin}/cgquery'
    validate, collect = '{bin}/cgvalidate', '{bin}/cgcollect'
    record = '{bin}/cgrecord'
    return [
        Scenario('merge', f'{merge} -j1 in/one.mcg in/two.mcg -o out/whole.mcg', ['whole.mcg']),
        Scenario('merge-threads', f'{merge} -j3 in/one.mcg in/two.mcg in/program.mcg -r '
                 '-o out/whole.mcg', ['whole.mcg']),
        Scenario('merge-new', f'{merge} -j1 in/program.mcg --mcg-version=2 -r -o out/new.mcg'),
        Scenario('merge-stdout', f'{merge} -j1 in/one.mcg in/two.mcg -o -'),
        Scenario('merge-directory', f'{merge} -j1 in -v --annotate=in/notes.csv '
                 '--summaries=in/more.summaries -o out/whole.mcg', ['whole.mcg']),
        Scenario('merge-conflicts', f'{merge} -j1 in/one.mcg in/two.mcg --conflicts=out/c.json '
                 '-o out/whole.mcg', ['whole.mcg', 'c.json'], several=True),
        Scenario('merge-list', f'{merge} -j1 --files-from=in/list -o out/whole.mcg', ['whole.mcg']),
        Scenario('merge-embed', f'{merge} -j1 in/one.mcg in/two.mcg --embed=out/program',
                 {'program': 'in/program'}),
        Scenario('merge-embed-and-write', f'{merge} -j1 in/one.mcg in/two.mcg --embed=out/program '
                 '-o out/whole.mcg', {'program': 'in/program', 'whole.mcg': 'in/two.mcg'}, several=True),
        Scenario('merge-build', f'{merge} -j1 -p in/build --program=app -o out/whole.mcg', ['whole.mcg']),
        Scenario('merge-build-list', f'{merge} -j1 -p in/build'),
        Scenario('merge-ninja', f'{merge} -j1 -p in/ninja in/build/mcg --program=app -o out/whole.mcg', ['whole.mcg']),
        Scenario('merge-build-reading', f'{merge} -j1 -p in/build --program=app -o out/whole.mcg', ['whole.mcg'],
                 below='in/build'),
        Scenario('merge-program', f'{merge} -j1 in/wrapped/app -o out/whole.mcg', ['whole.mcg']),
        Scenario('merge-objects', f'{merge} -j1 in/wrapped/one.o in/wrapped/libtwo.a -o out/whole.mcg', ['whole.mcg']),
        Scenario('merge-program-reading', f'{merge} -j1 in/wrapped/app -o out/whole.mcg', ['whole.mcg'],
                 below='in/wrapped'),
        Scenario('merge-kinds', f'{merge} --list-metadata'),
        Scenario('query-stats', f'{query} stats in/program.mcg --json'),
        Scenario('query-dead', f'{query} dead in/linked.mcg'),
        Scenario('query-top', f'{query} top in/program.mcg callers'),
        Scenario('query-reach', f'{query} reach in/program.mcg main b --json'),
        *(Scenario(f'query-{name}', f'{query} {words}') for name, words in (
            ('callers', 'callers in/program.mcg secret --transitive'),
            ('callees', 'callees in/program.mcg main --transitive'),
            ('common', 'common in/program.mcg parse report'),
            ('dominators', 'dominators in/program.mcg'),
            ('show', 'show in/linked.mcg --graph --json'),
            ('uses', 'uses in/uses.mcg TWICE'),
            ('roots', 'roots in/program.mcg'),
            ('cycles', 'cycles in/program.mcg'),
            ('stack', 'stack in/stack.mcg --bounds=in/bounds'),
            ('unresolved', 'unresolved in/linked.mcg --json'),
            ('why', 'why in/program.mcg main secret'),
            ('path', 'path in/program.mcg main secret'),
            ('defined', 'select -D @in/sets in/program.mcg $chosen'),
            ('baseline', 'check in/program.mcg in/rules --baseline=in/accepted'),
            ('measured', 'export in/program.mcg -f jsonl --profile=in/run.folded --profile=in/run.cg'),
            ('fit', f'models in/program.mcg {SCALES}'))),
        Scenario('query-names', f'{query} select in/program.mcg @in/names'),
        Scenario('query-diff', f'{query} diff in/before.mcg in/after.mcg -o out/diff', ['diff']),
        Scenario('query-dot', f'{query} export in/program.mcg -f dot -o out/g.dot', ['g.dot']),
        *(Scenario(f'query-{form}', f'{query} export in/program.mcg -f {form} -o out/g', ['g'])
          for form in ('html', 'graphml', 'jsonl', 'mcg', 'folded')),
        Scenario('query-export-stdout', f'{query} export in/program.mcg -f jsonl'),
        Scenario('query-browse', f'{query} browse in/program.mcg -o out/page.html', ['page.html'],
                 environment={'BROWSER': 'true'}, several=True),
        Scenario('query-instrument', f'{query} instrument -s minimal-depth:1 in/program.mcg --for scorep -o out/filter',
                 ['filter'], several=True),
        Scenario('query-models', f'{query} models in/program.mcg {SCALES} --plot=out/plots',
                 several=True),
        Scenario('query-refine', f'{query} refine in/program.mcg --run in/probes --uncounted '
                 '--repetitions 1 --iterations 1 --into out/refined -- in/probes', several=True,
                 steps=('refined/log', 'refined/time', 'refined/iteration-', 'refined/least/')),
        Scenario('query-csv', f'{query} export in/program.mcg -f csv -o out/t.csv',
                 ['t.nodes.csv', 't.edges.csv'], several=True),
        Scenario('query-sqlite', f'{query} export in/program.mcg -f sqlite -o out/g.db', ['g.db']),
        Scenario('query-check', f'{query} check in/program.mcg in/rules --sarif=out/s.sarif '
                 '--write-baseline=out/b', ['s.sarif', 'b'], several=True),
        Scenario('query-impact', f'{query} impact in/impact.mcg --diff=in/change'),
        Scenario('validate', f'{validate} in/program.mcg in/run.folded -o out/answer', ['answer']),
        Scenario('validate-patch', f'{validate} in/program.mcg in/run.folded --patch=out/p.mcg '
                 '--annotate=out/a.mcg --sarif=out/s --write-baseline=out/b --json',
                 ['p.mcg', 'a.mcg', 's', 'b'], several=True),
        *(Scenario(f'validate-write-{name}', f'{validate} --write=out/{name} in/run.folded in/run.cg',
                   [name]) for name in ('w.cubex', 'w.folded', 'w.callgrind')),
        Scenario('validate-dump-file', f'{validate} --dump=json in/run.cg -o out/dump', ['dump']),
        Scenario('validate-dump', f'{validate} --dump=json in/run.cg'),
        Scenario('collect', f'{collect} -q -j1 in/src/one.c -o out/a.mcg -- -Iin/src/headers',
                 ['a.mcg']),
        Scenario('collect-stdout', f'{collect} -q -j1 in/src/two.c -o -'),
        Scenario('collect-cplusplus', f'{collect} -q -j1 in/src/three.cc -o out/a.mcg -- '
                 '-Iin/src/headers', ['a.mcg']),
        Scenario('collect-assembler', f'{collect} -q -j1 in/src/low.S -o out/a.mcg', ['a.mcg']),
        Scenario('collect-reading', f'{collect} -q -j1 in/src/one.c -o out/a.mcg -- '
                 '-Iin/src/headers', ['a.mcg'], below='in/src'),
        Scenario('collect-reading-cplusplus', f'{collect} -q -j1 in/src/three.cc -o out/a.mcg -- '
                 '-Iin/src/headers', ['a.mcg'], below='in/src'),
        Scenario('collect-database', f'{collect} -q -j1 -p in/src --output-dir out/mcg',
                 several=True),
        Scenario('collect-watch', f'{collect} -q -j1 -p in/src --output-dir out/mcg --watch '
                 '--then=kill${IFS}$PPID', several=True),
        Scenario('collect-wrapper', f'{collect} --require-graph --cc cc -c in/src/two.c -o out/two.o',
                 several=True),
        Scenario('collect-wrapper-map', f'{collect} --require-graph --object-map=out/map --log=out/log --cc cc -c '
                 'in/src/nested.c -o out/nested.o', ['map'], several=True,
                 steps=('log', 'nested.o.mcg.log')),
        Scenario('record-time', f'{record} -q --mode=hooks --rate=0 --time=out/time '
                 '-o out/run.cubex -- in/program', ['run.cubex', 'time'], several=True),
        Scenario('record', f'{record} -q --mode=hooks --rate=0 -o out/run.cubex -- in/program',
                 ['run.cubex']),
        Scenario('record-sample', f'{record} -q --mode=sample -o out/samples.cubex -- in/program',
                 ['samples.cubex']),
        Scenario('record-keep', f'{record} -q --mode=hooks --rate=0 --keep=out/kept -o out/run.cubex -- in/program',
                 ['run.cubex'], several=True, steps=('kept/',)),
        Scenario('record-stdout', f'{record} -q --mode=hooks --rate=0 -o - -- in/program', stdout='run.cubex'),
        Scenario('record-study', f'{record} -q --study --repetitions=1 -- in/program', stdout='time'),
        # Without a compiler for XRay: what is preloaded here gets into its program as well, which may not bear it.
        Scenario('record-calibrate', f'{record} calibrate -q', {'cache/cgrecord/probe-ns': b'3.50\n'},
                 environment={'XDG_CACHE_HOME': '{work}/out/cache', 'PATH': '{work}/out'}, several=True,
                 stdout='time'),
        Scenario('record-report', f'{record} merge -q in/kept -o out/run.cubex', ['run.cubex']),
        Scenario('record-merge', f'{record} merge -q in/run.cubex in/run.cubex -o out/both.cubex',
                 ['both.cubex']),
    ]


class Campaign:
    def __init__(self, arguments):
        self.bin = Path(arguments.bin).resolve()
        self.shim = str(Path(arguments.shim).resolve())
        # It must come first in a process.
        self.sanitizer = sanitizer_of(self.bin / 'cgmerge')
        self.preload = ' '.join(filter(None, [self.sanitizer, self.shim]))
        self.random = random.Random(arguments.seed)
        self.end = time.monotonic() + arguments.seconds
        self.verbose = arguments.verbose
        self.work = Path(tempfile.mkdtemp(prefix='faults.'))
        self.injected = {}
        self.findings = []

    # Where it runs

    def prepare(self):
        inputs = self.work / 'in'
        for name, text in SOURCES.items():
            path = inputs / 'src' / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        here = str(inputs / 'src')
        commands = ', '.join(
            f'{{"directory": "{here}", "file": "{name}", "command": "cc -Iheaders -c {name}"}}'
            for name in ('one.c', 'two.c', 'three.cc'))
        (inputs / 'src' / 'compile_commands.json').write_text(f'[{commands}]\n')
        for name in ('program.mcg', 'linked.mcg', 'before.mcg', 'after.mcg', 'impact.mcg', 'stack.mcg', 'uses.mcg'):
            shutil.copy(GRAPHS / name, inputs)
        shutil.copy(PROFILES / 'sampled.folded', inputs / 'run.folded')
        shutil.copy(PROFILES / 'program.cg', inputs / 'run.cg')
        shutil.copytree(PROFILES / 'scales', inputs / 'scales')
        (inputs / 'probes').write_text(PROBES)
        (inputs / 'probes').chmod(0o755)
        (inputs / 'notes.csv').write_text('function,weight\nmain,3\n')
        (inputs / 'more.summaries').write_text('')
        (inputs / 'list').write_text('in/one.mcg\nin/two.mcg\n')
        (inputs / 'names').write_text('main\n')
        (inputs / 'bounds').write_text('frame main 64\n')
        (inputs / 'sets').write_text('chosen = main | secret\n')
        (inputs / 'accepted').write_text('')
        (inputs / 'rules').write_text('deny main -> b\n')
        (inputs / 'change').write_text('--- a/main.c\n+++ b/main.c\n@@ -1,2 +1,2 @@\n-a\n+b\n c\n')
        (self.work / 'count').write_bytes(bytes(16))
        subprocess.run(['cc', '-finstrument-functions', '-o', 'in/program', 'in/src/program.c'],
                       cwd=self.work, check=True)
        subprocess.run([self.bin / 'cgrecord', '-q', '--rate=0', '-o', 'in/run.cubex', '--',
                        'in/program'], cwd=self.work, check=True)
        subprocess.run([self.bin / 'cgrecord', '-q', '--mode=hooks', '--rate=0', '--keep=in/kept', '-o', 'in/run.cubex',
                        '--', 'in/program'], cwd=self.work, check=True)
        if (self.bin / 'cgcollect').exists():
            self.prepare_builds(inputs)
        for name in ('one', 'two'):
            made = subprocess.run([self.bin / 'cgcollect', '-q', f'in/src/{name}.c', '-o',
                                   f'in/{name}.mcg', '--', '-Iin/src/headers'], cwd=self.work)
            if made.returncode:
                shutil.copy(GRAPHS / 'program.mcg', inputs / f'{name}.mcg')

    def prepare_builds(self, inputs):
        """A program, an archive of it and a response file: as a build says it, and as its objects do."""
        build, ninja, wrapped = (inputs / name for name in ('build', 'ninja', 'wrapped'))
        for directory in (build / 'CMakeFiles' / 'app.dir', build / 'CMakeFiles' / 'two.dir', build / 'sub' / 'CMakeFiles' / 'other.dir', ninja, wrapped):
            directory.mkdir(parents=True)
        commands = [{'directory': str(build), 'file': f'../src/{name}.c', 'output': f'{name}.o',
                     'command': f'cc -I../src/headers -c ../src/{name}.c -o {name}.o'} for name in ('one', 'two')]
        (build / 'compile_commands.json').write_text(json.dumps(commands))
        (build / 'CMakeFiles' / 'app.dir' / 'link.txt').write_text('cc @objects.rsp -o app libtwo.a\n')
        (build / 'CMakeFiles' / 'two.dir' / 'link.txt').write_text('ar qc libtwo.a two.o\n')
        (build / 'sub' / 'CMakeFiles' / 'other.dir' / 'link.txt').write_text('cc ../two.o -o other\n')
        (build / 'objects.rsp').write_text('one.o\n')
        (ninja / 'build.ninja').write_text(
            f'include rules.ninja\nbuild {build}/libtwo.a: archive {build}/two.o\n'
            f'build app: link {build}/one.o {build}/libtwo.a\n')
        (ninja / 'rules.ninja').write_text('rule link\n  command = cc $in -o $out\n'
                                           'rule archive\n  command = ar qc $out $in\n')
        for directory, compiler in (build, ['cc']), (wrapped, [self.bin / 'cgcollect', '--cc', 'cc']):
            for name in ('one', 'two'):
                subprocess.run([*compiler, '-I../src/headers', '-c', f'../src/{name}.c', '-o', f'{name}.o'],
                               cwd=directory, check=True)
            subprocess.run(['ar', 'qc', 'libtwo.a', 'two.o'], cwd=directory, check=True)
            subprocess.run([*compiler, '-o', 'app', 'one.o', 'libtwo.a'], cwd=directory, check=True)
        subprocess.run([self.bin / 'cgcollect', '-q', '-p', build], check=True)

    def reset(self, scenario):
        out = self.work / 'out'
        for directory in (out, self.work / 'tmp'):
            shutil.rmtree(directory, ignore_errors=True)
            directory.mkdir()
        for name, text in scenario.old.items():
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            (out / name).write_bytes(text)
            if text.startswith(b'\x7fELF'):
                (out / name).chmod(0o755)

    def files(self):
        out = self.work / 'out'
        return {str(path.relative_to(out)): content(path, path.read_bytes())
                for path in out.rglob('*') if path.is_file()}

    def argv(self, scenario):
        return [word.replace('{bin}', str(self.bin)) for word in scenario.argv]

    def environment(self, scenario):
        values = {k: v for k, v in os.environ.items() if not k.startswith('CG_')}
        values.update({name: value.replace('{work}', str(self.work)) for name, value in scenario.environment.items()})
        return {**values, 'TMPDIR': str(self.work / 'tmp'), 'LC_ALL': 'C.UTF-8'}

    def run(self, scenario, environment=None, before=None, stdout=subprocess.PIPE):
        self.reset(scenario)
        values = {**self.environment(scenario), **(environment or {})}
        try:
            done = subprocess.run(self.argv(scenario), cwd=self.work, env=values, timeout=TIMEOUT,
                                  stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE,
                                  preexec_fn=before)
        except subprocess.TimeoutExpired as late:
            return Ended(None, b'', late.stderr or b'', self.files())
        return Ended(done.returncode, content(Path(scenario.stdout), done.stdout or b''), done.stderr, self.files())

    # Faults of calls

    def shot(self, scenario, fault):
        (self.work / 'count').write_bytes(bytes(16))
        environment = {'LD_PRELOAD': self.preload, 'CG_FAULT': fault,
                       'CG_FAULT_COUNT': str(self.work / 'count')}
        if scenario.below:
            environment['CG_FAULT_BELOW'] = str(self.work / scenario.below)
        else:
            environment['CG_FAULT_PROGRAM'] = scenario.tool
        ended = self.run(scenario, environment)
        calls, failed = struct.unpack('QQ', (self.work / 'count').read_bytes())
        return ended, calls, failed

    def calls(self, scenario, good, kind, most):
        """Fail each call of a kind, or `most` of them."""
        _, calls, _ = self.shot(scenario, f'{kind}:0:0')
        numbers = list(range(1, calls + 1))
        if len(numbers) > most:
            numbers = sorted(self.random.sample(numbers, most))
        for number in numbers:
            for reason in KINDS[kind]:
                for rest in ('', ':rest'):
                    if rest and reason in PASSING:
                        continue
                    if time.monotonic() > self.end:
                        return
                    fault = f'{kind}:{number}:{reason}{rest}'
                    ended, _, failed = self.shot(scenario, fault)
                    if failed:
                        self.count(scenario)
                        self.judge(scenario, good, ended, fault)

    def count(self, scenario):
        self.injected[scenario.tool] = self.injected.get(scenario.tool, 0) + 1

    def judge(self, scenario, good, ended, fault):
        self.note(scenario, fault, verdict(scenario, good, ended, fault),
                  f'{ended.code} {ended.stderr.decode(errors="replace").strip()[:300]}')

    def note(self, scenario, fault, wrong, end):
        if wrong:
            self.findings.append((scenario.tool, scenario.name, fault, wrong))
        if wrong or self.verbose:
            print(f'{"FINDING" if wrong else "ok"} {scenario.name} {fault}: {f"{wrong}; " if wrong else ""}{end}',
                  flush=True)

    # Memory

    def memory(self, scenario, good, kilobytes):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (kilobytes * 1024, kilobytes * 1024))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        ended = self.run(scenario, before=limit)
        if b'error while loading shared libraries' in ended.stderr or ended.code == 127:
            return
        self.count(scenario)
        self.judge(scenario, good, ended, f'memory:{kilobytes}')

    def needed(self, scenario, good):
        """The address space, in KiB, below which a run fails."""
        low, high = 1 << 10, 1 << 23
        while high - low > max(256, high // 50):
            middle = (low + high) // 2

            def limit(bytes=middle * 1024):
                resource.setrlimit(resource.RLIMIT_AS, (bytes, bytes))
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if self.run(scenario, before=limit).code == good.code:
                high = middle
            else:
                low = middle
        return high

    def memories(self, scenario, good, most):
        needed = self.needed(scenario, good)
        for _ in range(most):
            if time.monotonic() > self.end:
                return
            part = self.random.choice((1.0, 0.98, 0.95, 0.9, 0.8, 0.6))
            self.memory(scenario, good, int(needed * part) - self.random.randrange(64))

    # Disk

    def disk(self, scenario, good, most):
        largest = max([len(good.stdout)] + [len(text) for text in good.files.values()])
        sizes = {0, 1, largest - 1} | {self.random.randrange(largest + 1) for _ in range(most)}
        for size in sorted(s for s in sizes if s >= 0):
            if time.monotonic() > self.end:
                return

            def limit(bytes=size):
                resource.setrlimit(resource.RLIMIT_FSIZE, (bytes, bytes))
            ended = self.run(scenario, before=limit)
            self.count(scenario)
            self.judge(scenario, good, ended, f'disk:{size}')
        if good.stdout and time.monotonic() < self.end:
            with open('/dev/full', 'wb') as full:
                ended = self.run(scenario, stdout=full)
            self.count(scenario)
            self.judge(scenario, good, ended, 'disk:/dev/full')
            reader, writer = os.pipe()
            os.close(reader)
            ended = self.run(scenario, stdout=writer)
            os.close(writer)
            self.count(scenario)
            self.judge(scenario, good, ended, 'disk:closed pipe')

    # Kills

    def kills(self, scenario, good, most):
        begin = time.monotonic()
        self.run(scenario)
        length = time.monotonic() - begin
        for _ in range(most):
            if time.monotonic() > self.end:
                return
            self.reset(scenario)
            after = self.random.uniform(0, length)
            process = subprocess.Popen(self.argv(scenario), cwd=self.work, start_new_session=True,
                                       env=self.environment(scenario), stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(after)
            process.kill()
            process.wait()
            time.sleep(0.02)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            self.count(scenario)
            torn = [name for name, text in self.files().items()
                    if name in good.files and not name.endswith('.o')  # of the compiler
                    and not (scenario.steps and name.startswith(scenario.steps))
                    and text not in (good.files[name], scenario.old.get(name))]
            wrong = f'half an output: {", ".join(torn)}' if torn else None
            self.note(scenario, f'kill {after:.3f}s', wrong, process.returncode)

    # Interruptions: before a call that changes files, and at any time, as by the terminal (all processes) or by another
    # process (one)

    def interrupts(self, scenario, good, most):
        for kind in CHANGING:
            _, calls, _ = self.shot(scenario, f'{kind}:0:0')
            for number in sorted(self.random.sample(range(1, calls + 1), min(calls, most))):
                if time.monotonic() > self.end:
                    return
                fault = f'{kind}:{number}:-{signal.SIGTERM.value}'
                ended, _, failed = self.shot(scenario, fault)
                if failed:
                    self.count(scenario)
                    self.note(scenario, fault, self.left_by_interrupt(scenario, good), ended.code)
        self.interrupt_at_random(scenario, good, most)

    def interrupt_at_random(self, scenario, good, most):
        begin = time.monotonic()
        self.run(scenario)
        length = time.monotonic() - begin
        for _ in range(most):
            if time.monotonic() > self.end:
                return
            self.reset(scenario)
            after = self.random.uniform(0, length)
            sent = self.random.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
            process = subprocess.Popen(self.argv(scenario), cwd=self.work, start_new_session=True,
                                       env=self.environment(scenario), stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(after)
            with contextlib.suppress(ProcessLookupError):
                (os.killpg if sent == signal.SIGINT else os.kill)(process.pid, sent)
            wrong = None
            try:
                process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                wrong = 'it hangs'
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            self.count(scenario)
            wrong = wrong or self.left_by_interrupt(scenario, good)
            self.note(scenario, f'{sent.name} {after:.3f}s', wrong, process.returncode)

    def left_by_interrupt(self, scenario, good):
        files = {name: text for name, text in self.files().items()
                 if not name.endswith(('.o', '.mcg.log'))  # of the compiler, and about what it could not do
                 and not (scenario.steps and name.startswith(scenario.steps))}
        extra = sorted(set(files) - set(good.files) - set(scenario.old))
        if extra:
            return f'it leaves {", ".join(extra)}'
        if scenario.tool == 'cgrecord':  # it writes what the command did until then
            return None
        torn = [name for name, text in files.items()
                if name in good.files and text not in (good.files[name], scenario.old.get(name)) and
                (name != MANIFEST or lacks_graphs(files))]  # it may have less than all
        return f'half an output: {", ".join(torn)}' if torn else None

    # All

    def plan(self, only):
        steps = [(scenario, kind) for scenario in scenarios()
                 for kind in (*KINDS, 'memory', 'disk', 'kill', 'interrupt')
                 if not only or {scenario.name, scenario.tool, kind} & only]
        names = {s.name for s in scenarios()} | {s.tool for s in scenarios()}
        if only & names and only - names:
            steps = [(s, k) for s, k in steps if {s.name, s.tool} & only and k in only]
        if self.sanitizer:
            steps = [(s, k) for s, k in steps if k not in ('malloc', 'memory')]
        for tool, needed in (('cgcollect', self.bin / 'cgcollect'),
                             ('cgrecord', self.work / 'in' / 'program')):
            if not needed.exists():
                steps = [(s, k) for s, k in steps if s.tool != tool]
        if not (self.work / 'in' / 'wrapped').exists():
            steps = [(s, k) for s, k in steps if 'in/wrapped' not in ' '.join(s.argv) and 'in/build' not in ' '.join(s.argv)]
        self.random.shuffle(steps)
        for scenario, _ in steps:
            scenario.old = {name: text if isinstance(text, bytes) else (self.work / text).read_bytes()
                            for name, text in scenario.old.items()}
        return [(s, k) for s, k in steps if not s.below or k in
                ('read', 'open', 'mmap', 'fstat', 'close')]

    def go(self, only):
        self.prepare()
        good = {}
        most = 4
        steps = self.plan(only)
        while steps and time.monotonic() < self.end and most <= 4096:
            for scenario, kind in steps:
                if time.monotonic() > self.end:
                    break
                if scenario.name not in good:
                    good[scenario.name] = self.run(scenario)
                    check_good(scenario, good[scenario.name])
                self.step(scenario, good[scenario.name], kind, most)
            most *= 8
        shutil.rmtree(self.work, ignore_errors=True)

    def step(self, scenario, good, kind, most):
        if kind == 'memory':
            self.memories(scenario, good, most)
        elif kind == 'disk':
            self.disk(scenario, good, min(most, 64))
        elif kind == 'kill':
            self.kills(scenario, good, min(most, 256))
        elif kind == 'interrupt':
            self.interrupts(scenario, good, min(most, 256))
        else:
            self.calls(scenario, good, kind, most)

    def report(self):
        for tool, number in sorted(self.injected.items()):
            found = sum(1 for finding in self.findings if finding[0] == tool)
            print(f'{tool}: {number} faults, {found} findings')
        return 1 if self.findings or not self.injected else 0


def sanitizer_of(tool):
    """The library of AddressSanitizer that a tool is linked with, or None."""
    libraries = subprocess.run(['ldd', tool], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = re.search(r'libasan\S* => (\S+)', libraries)
    return found and found.group(1)


def content(path, text):
    """The bytes of a file; of the record of an output directory, which has times, the names; of a
    profile, which has numbers of processes, what it is of; of times, how many there are."""
    if path.suffix == '.cubex' and text.endswith(bytes(512)):
        with tarfile.open(fileobj=io.BytesIO(text)) as profile:
            members = {name: profile.extractfile(name).read() for name in profile.getnames()}
        if path.stem == 'samples':
            return ' '.join(sorted(members)).encode()
        return re.sub(rb'<rank>\d+</rank>', b'', b''.join(members[name] for name in sorted(members)))
    if path.name in ('time', 'probe-ns', 'probe-ns-xray') and text != OLD:
        return re.sub(rb' *[0-9.e+-]+( %  (yes|no))?', b'N', text)
    if path.name == '.cgcollect':
        names = [line[len(b'graph '):] for line in text.splitlines() if line.startswith(b'graph ')]
        return b'\n'.join(names)
    return text


class Ended:
    """How a run ended: its exit status (None: it hung), its outputs."""

    def __init__(self, code, stdout, stderr, files):
        self.code, self.stdout, self.stderr, self.files = code, stdout, stderr, files

    def files_of(self, scenario):
        """Without what steps leave for others."""
        return {name: text for name, text in self.files.items()
                if not scenario.steps or not name.startswith(scenario.steps)}


MANIFEST = 'mcg/.cgcollect'


def lacks_graphs(files):
    listed = set(files.get(MANIFEST, b'').decode().split())
    return {name[len('mcg/'):] for name in files if name.endswith('.mcg')} - listed


def check_good(scenario, good):
    if good.code not in (0, 1, 3) or b'rror' in good.stderr:
        sys.exit(f'{scenario.name}: does not work without a fault: exit status {good.code}: '
                 f'{good.stderr.decode()}')


def verdict(scenario, good, ended, fault):
    """What is wrong with the end of a run, or None."""
    if ended.code is None and scenario.name == 'collect-watch' and b'error: --then: ' in ended.stderr:
        return None  # it says that it cannot run what would end it, and goes on
    if ended.code is None:
        return 'it hangs'
    if ended.code < 0:
        return f'it dies of {signal.Signals(-ended.code).name}'
    extra = sorted(name for name in set(ended.files_of(scenario)) - set(good.files) - set(scenario.old)
                   if not name.endswith('.mcg.log'))  # of the wrapper, about what it could not do
    if extra:
        return f'it leaves {", ".join(extra)}'
    if ended.code == good.code and ended.stdout == good.stdout and ended.files_of(scenario) == good.files_of(scenario):
        return None
    if scenario.name.startswith('collect-wrapper') and b'cc: ' in ended.stderr and (
            ended.code == 126 or fault.startswith('disk:')):
        return None  # as a shell ends when it cannot run the compiler, or as the compiler does
    if scenario.tool == 'cgrecord' and ended.code == 126 and b'error: ' in ended.stderr:
        return None  # as a shell ends when it cannot run the command
    if scenario.name == 'collect-watch' and ended.code == good.code and ended.stderr.strip() and all(
            text == good.files.get(name) for name, text in ended.files.items() if name.endswith('.mcg')):
        return None  # it says what it lacks, and goes on until it is interrupted
    if scenario.tool == 'cgrecord' and ended.code == good.code and b'warning: ' in ended.stderr:
        return None  # it says what the profile lacks
    if ended.code != 2 and not (scenario.several and ended.code == 1 and scenario.tool == 'cgcollect'):
        same = 'the same output' if ended.files == good.files else 'another output'
        return f'exit status {ended.code}, with {same}'
    if not ended.stderr.strip() and fault != 'disk:closed pipe':
        return f'exit status {ended.code} without a message'
    for name in set(good.files) | set(scenario.old):
        if name == MANIFEST:
            if lacks_graphs(ended.files):
                return f'exit status {ended.code}, and {name} lacks graphs'
            continue
        if scenario.steps and name.startswith(scenario.steps):
            continue
        now, old, new = ended.files.get(name), scenario.old.get(name), good.files.get(name)
        # What is whole stays when the only failure is one of another output, or of the way on
        # which a process of cgcollect reports that it has written.
        elsewhere = scenario.several or any(text in ended.stderr for text in ELSEWHERE)
        if now != old and not (elsewhere and now == new):
            return f'exit status {ended.code}, and {name} is not as it was'
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('bin')
    parser.add_argument('shim')
    parser.add_argument('--seconds', type=float, default=30)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--only', default='')
    parser.add_argument('--verbose', action='store_true')
    arguments = parser.parse_args()
    campaign = Campaign(arguments)
    campaign.go(set(filter(None, arguments.only.split(','))))
    return campaign.report()


if __name__ == '__main__':
    sys.exit(main())
