#!/usr/bin/env python3
"""The same run in different formats gives the same calls, as far as the format can.

    formats.py RECORDINGS [CGVALIDATE]

RECORDINGS is what record_formats.sh left. With CGVALIDATE, that tool reads every recording, and
must see what edges.py sees. Only calls from function to function of the program itself are
compared: what a library did in between is not known in each format. Functions at one address (C1
and C2 constructors) are one: which name a tool chooses is its own.

Exact ones (uftrace, its folded stacks, gprof) must be equal to callgrind, and what perf saw must be
in it, but for who made a tail call, which gprof and samples lose, and uftrace where it guesses
returns: a call of theirs that callgrind has not, from a to c, must be a path of callgrind's calls
from a to c, and only then may they have fewer. Without optimisation there are none. Exit 1: there
are differences beyond that.
"""
import os
import subprocess
import sys

import edges

START = {'_start', '_init', '_fini', 'frame_dummy', 'register_tm_clones', 'deregister_tm_clones',
         '__do_global_dtors_aux'}


def own_functions(directory):
    """Functions of the program: name -> the name used for all at its address."""
    own = {}
    for program in os.listdir(os.path.join(directory, 'bin')):
        places = {}
        for address, name in edges.symbols(os.path.join(directory, 'bin', program)):
            places.setdefault(address, []).append(name)
        for names in places.values():
            for name in set(names) - START:
                own[name] = min(names)
    return own


def told(cgvalidate, kind, path, binary):
    """What cgvalidate reads of a recording."""
    command = [cgvalidate, '--dump=edges', '--mangled', '--color=never', path]
    if kind == 'gprof':
        command.append('--binary=' + binary)
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for line in text.splitlines()[1:]:
        yield tuple(line.strip().split('  ', 1)[1].split(' -> ', 1))


def first(pairs, count=5):
    return [' '.join(pair) for pair in sorted(pairs)[:count]]


def reachable(calls, start):
    """Functions below one, by calls."""
    seen, waiting = set(), [start]
    while waiting:
        for callee in calls.get(waiting.pop(), ()):
            if callee not in seen:
                seen.add(callee)
                waiting.append(callee)
    return seen


def compare(kind, calls, exact):
    """Print how calls of a format differ from callgrind's. Return whether they may."""
    callees = {}
    for a, b in exact:
        callees.setdefault(a, set()).add(b)
    more = calls - exact
    less = set() if kind == 'perf' else exact - calls
    wrong = {(a, c) for a, c in more if c not in reachable(callees, a)}
    if not more:  # it loses nobody
        wrong |= less
    print(f'{kind}: {len(calls)} calls; {len(more)} more and {len(less)} fewer than callgrind,'
          f' of them not by tail calls: {len(wrong)}', *first(wrong), sep='\n    ')
    return not wrong


def check_reader(path, mine, theirs):
    if mine == theirs:
        return True
    print(path, *first(theirs - mine), 'not in cgvalidate:', *first(mine - theirs), sep='\n    ')
    return False


def main():
    directory = sys.argv[1]
    own = own_functions(directory)

    def normal(pairs):
        return {(own[a], own[b]) for a, b in pairs if a in own and b in own}

    good, seen = True, {}
    for kind, path, binary in edges.recordings(directory):
        calls = normal(edges.read(kind, path, binary))
        if len(sys.argv) > 2:
            good &= check_reader(path, calls, normal(told(sys.argv[2], kind, path, binary)))
        if kind == 'perf':
            calls = normal(edges.perf(path, inlined=False))
        seen.setdefault(kind, set()).update(calls)
    for kind in sorted(set(seen) - {'callgrind'}):
        good &= compare(kind, seen[kind], seen['callgrind'])
    sys.exit(not (good and seen.get('callgrind')))


main()
