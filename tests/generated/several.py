#!/usr/bin/env python3
"""No false "no", no false "dead" where one graph is of several programs.

several.py BINARIES [FIRST [COUNT]]

Makes, from each seed, two to four small programs of C that share files: linked into several, included by
the sources of several (#include "x.c"), compiled by themselves as well, with definitions, calls and the
main itself under #if. Names of functions and variables are those of others, too. Each program is run, and
says which function called which. All graphs are merged into one, once as they are and once with
--separate-programs: what ran must not be dead, and main and the caller must lead to it: yes, or unknown.
The exit status is 1 if that fails, 77 without gcc.
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

HEADER = r'''
#pragma once
#ifdef COLLECT
#define ENTER(NAME, RESULT)
#else
int trace_enter(const char *function);
void trace_leave(int *left);
#define ENTER(NAME, RESULT) __attribute__((cleanup(trace_leave))) int trace_ = trace_enter(NAME "\t" __FILE__); \
    if (trace_) return RESULT
#endif
#define NULL ((void *)0)
typedef void (*fn)(void);
struct ops { int n; fn f; fn g; };
'''
TRACE = r'''
#include <stdio.h>
static const char *stack[64] = {"-\t-"};
static int depth;
static long count;
int trace_enter(const char *function)
{
    int over = depth > 7 || count++ > 4000;
    if (!over) printf("%s\t%s\n", stack[depth], function);
    stack[++depth] = function;
    return over;
}
void trace_leave(int *left) { (void)left; depth--; }
'''


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, **options)


class Programs:
    """The sources of some programs. Files p1.c are of program 1, as q1.c are; s1.c is linked into several, x1.c
    is included by their p, or compiled by itself."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        chance = self.chance
        self.numbers = range(chance.randint(2, 4))
        self.shared = [f'ext{i}' for i in range(chance.randint(3, 8))]
        self.takes = {name for name in self.shared if chance.random() < 0.3}
        self.globals = [f'var{i}' for i in range(chance.randint(1, 4))]
        self.tables = [f'tab{i}' for i in range(chance.randint(1, 2))]
        several = [f's{i}.c' for i in range(chance.randint(0, 2))]
        included = [f'x{i}.c' for i in range(chance.randint(1, 2))]
        self.compiled, self.includes, self.of_main = {}, {}, {}
        for p in self.numbers:
            own = [f'p{p}.c'] + [f'q{p}.c'] * (chance.random() < 0.4)
            used = [x for x in included if chance.random() < 0.7]
            self.includes[p] = [x for x in used if chance.random() < 0.7]
            self.compiled[p] = own + [s for s in several if chance.random() < 0.6]
            self.compiled[p] += [x for x in used if x not in self.includes[p]]
            self.of_main[p] = chance.choice(used) if used and chance.random() < 0.3 else own[0]
        self.defined = {}
        for name in self.shared:
            for p in self.numbers:
                file = chance.choice(self.compiled[p] + self.includes[p])
                self.defined.setdefault(file, {}).setdefault(name, set()).add(p)
        self.texts = {file: self.text(file) for p in self.numbers for file in self.compiled[p] + self.includes[p]}
        for p in self.numbers:
            begin = f'#define P {p}\n' + ''.join(f'#include "{x}"\n' for x in self.includes[p])
            self.texts[f'p{p}.c'] = begin + self.texts[f'p{p}.c']

    def users(self, file):
        return {p for p in self.numbers if file in self.compiled[p] + self.includes[p]}

    def statement(self, known, variables, has_argument):
        pick = self.chance.choice
        value = pick([f for f in known if f not in self.takes] or ['NULL'])
        function, field = pick(known), pick(self.tables) + pick(['.f', '.g'])
        variable = pick(variables)
        forms = [f'{function}({value if function in self.takes else ""});'] * 2 + [
            f'{variable} = {value};', f'if ({variable}) {variable}();', f'if ({variable}) {variable}();',
            f'{field} = {value};', f'if ({field}) {field}();', f'{variable} = {pick(variables)};']
        if has_argument:
            forms += ['if (a) a();', f'{variable} = a;']
        return pick(forms)

    def body(self, file, known, variables, has_argument):
        lines = []
        for _ in range(self.chance.randint(1, 4)):
            line = '    ' + self.statement(known, variables, has_argument)
            users = sorted(self.users(file))
            if len(users) > 1 and self.chance.random() < 0.3:
                line = f'#if P == {self.chance.choice(users)}\n{line}\n#endif'
            lines.append(line)
        return '\n'.join(lines)

    def only_for(self, file, programs, text):
        condition = ' || '.join(f'P == {p}' for p in sorted(programs))
        return text if programs == self.users(file) else f'#if {condition}\n{text}\n#endif'

    def text(self, file):
        chance, mark = self.chance, file.replace('.', '_')
        parameters = {name: 'fn a' if name in self.takes else 'void' for name in self.shared}
        begin = '' if file[0] == 'p' or chance.random() < 0.5 else 'extern '
        lines = ['#include "trace.h"'] + [f'void {name}({parameters[name]});' for name in self.shared]
        lines += [f'{begin}fn {name};' for name in self.globals] + [f'{begin}struct ops {name};' for name in self.tables]
        own = [f'own{i}_{mark if file[0] == "x" else "c"}' for i in range(chance.randint(0, 2))]
        local = [f'local{i}_{mark}' for i in range(chance.randint(0, 3))]
        local += ['helper'] * (file[0] != 'x' and chance.random() < 0.6)
        lines += [f'static fn {name};' for name in own] + [f'static void {name}(void);' for name in local]
        known, variables = self.shared + local * 2, self.globals + own
        for name in local:
            lines.append(f'__attribute__((unused)) static void {name}(void)\n{{\n    ENTER("{name}", );\n'
                         f'{self.body(file, known, variables, False)}\n}}')
        for name, programs in sorted(self.defined.get(file, {}).items()):
            text = (f'void {name}({parameters[name]})\n{{\n    ENTER("{name}", );\n'
                    f'{self.body(file, known, variables, name in self.takes)}\n}}')
            lines.append(self.only_for(file, programs, text))
        mains = {p for p in self.numbers if self.of_main[p] == file}
        if mains:
            text = (f'int main(void)\n{{\n    ENTER("main", 0);\n{self.body(file, known, variables, False)}\n'
                    f'{self.body(file, known, variables, False)}\n    return 0;\n}}')
            lines.append(self.only_for(file, mains, text))
        return '\n'.join(lines) + '\n'


class Case:
    """The programs of a seed, in a directory."""

    def __init__(self, binaries, seed, directory):
        self.binaries, self.directory, self.programs = binaries, directory, Programs(seed)
        self.graphs, self.failures = {}, []
        for file, text in [*self.programs.texts.items(), ('trace.h', HEADER), ('trace.c', TRACE)]:
            with open(os.path.join(directory, file), 'w', encoding='utf-8') as out:
                out.write(text)

    def must(self, *command, **options):
        done = run(*command, cwd=self.directory, **options)
        if done.returncode:
            raise RuntimeError(f'{command} exits with {done.returncode}: {done.stderr}')
        return done.stdout

    def tool(self, name):
        return os.path.join(self.binaries, name)

    def build(self, p):
        """Compile, collect and run a program. @return the calls that ran"""
        objects = []
        for file in self.programs.compiled[p]:
            flags = ['-w', '-fcommon'] + ([] if file[0] == 'p' else [f'-DP={p}'])
            objects.append(f'{p}_{file}.o')
            self.must('gcc', *flags, '-c', file, '-o', objects[-1])
            key = (file, p if 'P ==' in self.programs.texts[file] else None)
            if key not in self.graphs:
                self.graphs[key] = f'{p}_{file}.mcg'
                self.must(self.tool('cgcollect'), '-q', '--root', self.directory, '-o', self.graphs[key], file, '--',
                          '-DCOLLECT', *flags)
        self.must('gcc', '-fcommon', '-o', f'run{p}', 'trace.c', *objects)
        return {tuple(line.split('\t')) for line in self.must(f'./run{p}').splitlines()}

    def nodes(self):
        with open(os.path.join(self.directory, 'whole.mcg'), encoding='utf-8') as file:
            return {(n['functionName'], n['origin'] or '') for n in json.load(file)['_CG']['nodes'].values()}

    def dead(self):
        answer = json.loads(run(self.tool('cgquery'), 'dead', '--json', '--max', '0', 'whole.mcg', cwd=self.directory).stdout)
        return {(m['function']['name'], m['function'].get('file', '')) for c in answer['clusters'] for m in c['members']}

    def check(self, ran, mode):
        self.must(self.tool('cgmerge'), '-q', *mode, *self.graphs.values(), '-o', 'whole.mcg')
        nodes, dead, pairs = self.nodes(), self.dead(), []
        names = {name: (name, file) for name, file in nodes}
        for calls in ran:
            found = [tuple((n, f) if (n, f) in nodes else names.get(n) for n, f in (call[:2], call[2:]))
                     for call in sorted(calls)]
            main = next(callee for caller, callee in found if not caller)
            for caller, callee in found:
                pairs += [(above, callee) for above in {main, caller} - {None} if callee != main]
                if callee in dead:
                    self.failures.append(f'{mode} calls {callee} dead')
        answers = self.must(self.tool('reach-pairs'), 'whole.mcg', '-',
                            input=''.join('\t'.join((*a, *b)) + '\n' for a, b in pairs)).split()
        self.failures += [f'{mode} answers no for {a} and {b}' for (a, b), answer in zip(pairs, answers, strict=True)
                          if answer == 'n']

    def test(self):
        ran = [self.build(p) for p in self.programs.numbers]
        for mode in ([], ['--separate-programs']):
            self.check(ran, mode)
        return self.failures


def main():
    binaries = os.path.abspath(sys.argv[1])
    first, count = (int(sys.argv[i]) if len(sys.argv) > i else n for i, n in ((2, 72), (3, 8)))
    if not shutil.which('gcc'):
        return 77
    failed = 0
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as directory:
            failures = Case(binaries, seed, directory).test()
        failed += bool(failures)
        for failure in failures[:5]:
            print(f'seed {seed}: {failure}')
    print(f'{count} cases, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
