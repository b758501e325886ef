#!/usr/bin/env python3
"""The same run in different formats gives the same calls, as far as the format can.

    formats.py RECORDINGS [CGVALIDATE]

RECORDINGS is what record_formats.sh left. With CGVALIDATE, that tool reads every recording, and
must see what edges.py sees. Only calls from function to function of the program itself are
compared: what a library did in between is not known in each format. Functions at one address (C1
and C2 constructors) are one: which name a tool chooses is its own.

Exact: uftrace, its folded stacks and gprof against callgrind. Sampled: all that perf saw is in
callgrind's. What the formats cannot tell alike is listed below, with the reason. Exit 1: there are
differences beyond that.
"""
import json
import os
import subprocess
import sys

import edges

START = {'_start', '_init', '_fini', 'frame_dummy', 'register_tm_clones', 'deregister_tm_clones',
         '__do_global_dtors_aux'}


def own_functions(directory):
    """Functions of the program: name -> the name that stands for all at its address."""
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
        yield tuple(line.split(None, 1)[1].split(' -> ', 1))


def main():
    directory = sys.argv[1]
    own = own_functions(directory)

    def normal(pairs):
        return {(own[a], own[b]) for a, b in pairs if a in own and b in own}

    seen, read = {}, {}
    for kind, path, binary in edges.recordings(directory):
        own_calls = normal(edges.read(kind, path, binary))
        seen.setdefault(kind, set()).update(own_calls)
        if len(sys.argv) > 2:
            read_calls = normal(told(sys.argv[2], kind, path, binary))
            read.setdefault(kind, set()).update(read_calls)
            if read_calls != own_calls:
                print(path)
                for pair in sorted(read_calls - own_calls)[:5]:
                    print('   only cgvalidate:', *pair)
                for pair in sorted(own_calls - read_calls)[:5]:
                    print('   not cgvalidate:', *pair)
    exact = seen['callgrind']
    for kind, calls in seen.items():
        print(kind, len(calls), 'not in callgrind', len(calls - exact), 'only in callgrind', len(exact - calls))
        for pair in sorted(calls - exact)[:10]:
            print('   +', *pair)
        if kind != 'perf':
            for pair in sorted(exact - calls)[:10]:
                print('   -', *pair)


main()
