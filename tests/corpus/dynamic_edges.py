#!/usr/bin/env python3
"""Print the distinct pairs of caller and callee that ran, both in a binary below BINDIR.

    dynamic_edges.py BINDIR callgrind.out...

Tab-separated: caller, callee, kind, calls. Kind `call`: one function of the program called the
other. Kind `vialib`: library code called the program's function; the caller is the library's.
"""
import os
import re
import sys

START = {'(below main)', '_start', '_init', '_fini', 'deregister_tm_clones', 'register_tm_clones',
         '__do_global_dtors_aux', 'frame_dummy'}


class Names:
    """Callgrind spells a name once, `(7) name`, and says `(7)` from then on."""

    def __init__(self):
        self.known = {}

    def read(self, text):
        match = re.match(r'\((\d+)\)(?: (.*))?$', text)
        if not match:
            return text
        if match.group(2) is not None:
            self.known[match.group(1)] = match.group(2)
        return self.known.get(match.group(1), '?')


def calls(path):
    """The calls of a profile: caller's object, caller, callee's object, callee, count."""
    functions, objects = Names(), Names()
    ob = fn = cob = cfn = None
    with open(path, errors='replace') as lines:
        for line in lines:
            key, equals, value = line.rstrip('\n').partition('=')
            if not equals:
                continue
            if key == 'ob':
                ob = objects.read(value)
            elif key == 'fn':
                fn = functions.read(value)
            elif key == 'cob':
                cob = objects.read(value)
            elif key == 'cfn':
                cfn = functions.read(value)
            elif key == 'calls':
                yield ob, fn, cob if cob is not None else ob, cfn, int(value.split()[0])
                cob = cfn = None


def main():
    directory = os.path.realpath(sys.argv[1]) + '/'
    own_objects = {}

    def is_own(name):
        if name not in own_objects:
            own_objects[name] = os.path.realpath(name or '').startswith(directory)
        return own_objects[name]

    edges = {}
    for path in sys.argv[2:]:
        for ob, fn, cob, cfn, count in calls(path):
            if not is_own(cob):
                continue
            # A recursive function's deeper levels are "name'2".
            caller, callee = (re.sub(r"'\d+$", '', name) for name in (fn, cfn))
            if callee in START or caller in START or callee.startswith('0x'):
                continue
            kind = 'call' if is_own(ob) else 'vialib'
            if kind == 'call' and caller.startswith('0x'):
                continue
            edges[caller, callee, kind] = edges.get((caller, callee, kind), 0) + count
    print('caller\tcallee\tkind\tcalls')
    for edge in sorted(edges):
        print(*edge, edges[edge], sep='\t')


main()
