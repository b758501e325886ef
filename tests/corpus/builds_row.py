#!/usr/bin/env python3
"""A row of the table of builds: builds_row.py GRAPH PROGRAM <FIGURES

GRAPH.stats and GRAPH.dead are what cgquery says of the graph in JSON; PROGRAM was linked with a section
for each function, and without those that nothing refers to (--gc-sections). FIGURES are the name of the
build and of the program, and CPU seconds: of the plain build, with collecting, of merging, after a file
was saved. Functions called dead whose code is in the program are errors, exit 1, unless the address of one
is taken, or that of a dead one that calls it, or they are other names of functions that are not dead.
"""
import json
import subprocess
import sys
from collections import Counter, defaultdict

ONLY_ADDRESS = ('only its address is taken', 'virtual, never called',
                'method of a class never constructed')


def load(path):
    with open(path, encoding='utf-8') as file:
        return json.load(file)


def functions_of(program):
    """Address and name of each function that a program has; none if there is no such program."""
    run = subprocess.run(['nm', program], capture_output=True, text=True, check=False)
    lines = [line.split() for line in run.stdout.splitlines()]
    return [(words[0], words[2]) for words in lines if len(words) == 3 and words[1] in 'tTwWi']


def names_of_others(functions, dead):
    """Names of dead functions whose code is that of a function that is not dead."""
    living = {address for address, name in functions if name not in dead}
    return {name for address, name in functions if name in dead and address in living}


def defined(graph):
    """How many functions with a body of each name a graph has: static functions may share one."""
    nodes = load(graph)['_CG']['nodes'].values()
    return Counter(node['functionName'] for node in nodes if node['hasBody'])


def dead_of(answer):
    """What is said of dead functions, by name."""
    found = defaultdict(list)
    for cluster in answer['clusters']:
        for member in cluster['members']:
            found[member['function']['name']].append(member)
    return found


def unexplained(present):
    """Dead functions that the linker keeps neither for their address nor because such a one calls them,
    directly or not."""
    explained = {n for n, members in present.items()
                 if any(m['reason'] in ONLY_ADDRESS for m in members)}
    more = True
    while more:
        more = {n for n, members in present.items() for m in members for caller in m['callers']
                if caller['name'] in explained} - explained
        explained |= more
    return {n: members[0]['reason'] for n, members in present.items() if n not in explained}


def main():
    graph, program = sys.argv[1:]
    build, name, plain, collected, merging, again = sys.stdin.read().split()
    stats, answer = load(graph + '.stats'), load(graph + '.dead')
    functions = functions_of(program)
    dead, code, bodies = dead_of(answer), Counter(n for _, n in functions), defined(graph)
    aliases = names_of_others(functions, dead)
    present = {n: members for n, members in dead.items()
               if n not in aliases and code[n] > bodies[n] - len(members)}
    called = unexplained(present)
    print('|', ' | '.join([
        build, name, str(stats['functions']['defined']), f'{plain}', f'{collected}',
        f'{float(collected) / max(float(plain), 0.1):.1f}', merging, again,
        str(stats['unresolvedCalls']['total']),
        str(sum(map(len, dead.values()))), str(len(present)) if code else '-',
        str(answer['unknown']['functions'])]), '|')
    missed = bodies - code - Counter({n: len(members) for n, members in dead.items()})
    print(f'{build}: {name}: the linker has left out, or the compiler inlined, {missed.total()} '
          'functions that are not dead', file=sys.stderr)
    for n, reason in sorted(called.items()):
        print(f'{build}: {name}: {n} is dead ({reason}), and its code is in the program',
              file=sys.stderr)
    return 1 if called else 0


if __name__ == '__main__':
    sys.exit(main())
