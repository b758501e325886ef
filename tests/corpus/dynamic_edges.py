#!/usr/bin/env python3
"""Print the distinct pairs of caller and callee that ran, both in a binary below BINDIR.

    dynamic_edges.py BINDIR callgrind.out...

Tab-separated: caller, callee, kind, calls. Kind `call`: one function of the program called the
other. Kind `vialib`: library code called the program's function; the caller is the library's.
"""
import os
import re
import sys

sys.dont_write_bytecode = True
import callgrind_reader  # noqa: E402

START = {'(below main)', '_start', '_init', '_fini', 'deregister_tm_clones', 'register_tm_clones',
         '__do_global_dtors_aux', 'frame_dummy'}


def main():
    directory = os.path.realpath(sys.argv[1]) + '/'
    own_objects = {}

    def is_own(name):
        if name not in own_objects:
            own_objects[name] = os.path.realpath(name or '').startswith(directory)
        return own_objects[name]

    edges = {}
    for path in sys.argv[2:]:
        for (key, column), count in callgrind_reader.read(path).calls.items():
            _, ob, _, fn, cob, _, cfn, _, _ = key
            if column != 'visits' or not is_own(cob):
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
