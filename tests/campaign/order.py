#!/usr/bin/env python3
"""Merges graphs in random orders and groups, and writes random names in version 2.

    order.py BIN_DIR [--seconds N] [--seed S]

Every order of the arguments, and every nesting of -r, must give the same bytes, or be refused in each.
The graphs have several functions named main, definitions that differ, and values of any kind. A name
comes back from version 2 as it was, or the writing is refused.
"""
import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GRAPHS = Path(__file__).resolve().parent.parent / 'cli' / 'graphs'
HEADER = {'version': '4.0', 'generator': {'name': 't', 'version': '1', 'sha': ''}}
PARTS = ['f', 'g', '', 'f#', '#', '##', 'meta', 'nodes', 'callees', '_CG', 'é', 'a b', '"', '\\',
         'f\n', '0', '\u2028', 'f#18446744073709551616', 'main']
ENDS = ['#0', '#1', '#2', '#00', '#01', '#10', '#', '0']


class Order:
    def __init__(self, arguments, work):
        self.bin = Path(arguments.bin).resolve()
        self.random = random.Random(arguments.seed)
        self.work = work
        self.files = 0
        self.wrong = 0
        self.shipped = [GRAPHS / f'{name}.mcg' for name in
                        ('program', 'before', 'after', 'measured', 'impact', 'stack')]

    def file(self):
        self.files += 1
        return self.work / f'{self.files}.mcg'

    def merge(self, inputs, *options):
        """The merged graph's file, or None if it is refused."""
        out = self.file()
        done = subprocess.run([self.bin / 'cgmerge', '-q', '-j2', *options, *inputs, '-o', out],
                              capture_output=True)
        if done.returncode not in (0, 2):
            sys.exit(f'cgmerge ends with {done.returncode}: {done.stderr.decode()}')
        return out if done.returncode == 0 else None

    def graph(self, names):
        """A random graph of functions with some of these names."""
        choose, nodes = self.random, {}
        for i, name in enumerate(names):
            meta = {}
            if choose.random() < .6:
                meta['linkage'] = choose.choice(['internal', 'external', 'weak'])
            for key, value in (('loopDepth', choose.randint(0, 4)), ('zoo', choose.choice([1, 't', [2]])),
                               ('resultType', choose.choice(['int', 'char *'])),
                               ('numStatements', choose.randint(0, 9))):
                if choose.random() < .5:
                    meta[key] = value
            nodes[str(i)] = {'functionName': name, 'hasBody': choose.random() < .6, 'meta': meta,
                             'origin': choose.choice([None, 'x.c', 'y.c', 'z.c']), 'callees': {}}
        for node in nodes.values():
            for _ in range(choose.randint(0, 3)):
                node['callees'][choose.choice(list(nodes))] = {}
        path = self.file()
        path.write_text(json.dumps({'_MetaCG': HEADER, '_CG': {'meta': {}, 'nodes': nodes}}))
        return path

    def nested(self, inputs):
        """The inputs merged with -r in random groups."""
        inputs = self.random.sample(inputs, len(inputs))
        if len(inputs) < 3:
            return self.merge(inputs, '-r')
        at = self.random.randrange(1, len(inputs))
        parts = [self.nested(inputs[:at]), self.nested(inputs[at:])]
        return None if None in parts else self.merge(parts, '-r')

    def check_order(self):
        names = ['main', 'main', 'f', 'f', 'g', 'h']
        pool = list(self.shipped)
        for _ in range(4):
            graph = self.graph(self.random.sample(names, self.random.randint(2, 6)))
            older = self.merge([graph], '-r', '--mcg-version=2')
            pool += [graph] if older is None else [graph, older]
        inputs = self.random.sample(pool, self.random.randint(2, 6))
        for options in ([], ['-r']):
            results = [self.merge(self.random.sample(inputs, len(inputs)), *options) for _ in range(3)]
            nested = self.nested(inputs)
            results.append(nested and self.merge([nested], *options))
            if len({result and result.read_bytes() for result in results}) > 1:
                self.report(f'the order decides {" ".join(["cgmerge", *options])}', inputs)

    def check_names(self):
        names = [self.random.choice(PARTS) +
                 ''.join(self.random.choices(ENDS, k=self.random.choice([0, 0, 1, 1, 2])))
                 for _ in range(self.random.randint(1, 6))]
        four = self.merge([self.graph(names)], '-r')
        two = four and self.merge([four], '-r', '--mcg-version=2')
        back = two and self.merge([two], '-r')
        if two and (not back or calls_of(four) != calls_of(back)):
            self.report('version 2 loses names', [four])

    def report(self, what, inputs):
        self.wrong += 1
        print(f'FINDING {what}:')
        for path in inputs:
            print(f'  {path.name}: {path.read_text()}' if path.parent == self.work else f'  {path}')


def calls_of(path):
    nodes = json.loads(path.read_text())['_CG']['nodes']
    return sorted((node['functionName'], node['hasBody'], node['origin'] or '',
                   sorted(nodes[callee]['functionName'] for callee in node['callees']))
                  for node in nodes.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('bin')
    parser.add_argument('--seconds', type=float, default=15)
    parser.add_argument('--seed', type=int, default=1)
    arguments = parser.parse_args()
    end = time.monotonic() + arguments.seconds
    with tempfile.TemporaryDirectory(prefix='order.') as name:
        order = Order(arguments, Path(name))
        rounds = 0
        while time.monotonic() < end:
            order.check_order()
            order.check_names()
            rounds += 1
            for path in order.work.iterdir():
                path.unlink()
    print(f'{rounds} rounds, {order.wrong} findings')
    return 1 if order.wrong or not rounds else 0


if __name__ == '__main__':
    sys.exit(main())
