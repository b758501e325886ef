#!/usr/bin/env python3
"""Text of recorded runs to measure reading with.

    profile_text.py perf|folded BYTES FILE         large, of random stacks
    profile_text.py walks GRAPH.mcg PATHS FILE     folded stacks that are walks of a graph

Nothing is random but by a fixed seed.
"""
import json
import random
import sys

random.seed(6)
NAMES = [f'_ZN4area{n % 97:02d}5part_{n:05d}Ei' for n in range(5000)]


def stacks(count):
    """Stacks that share their beginnings, as those of a program do."""
    stack = ['main']
    for _ in range(count):
        del stack[max(1, len(stack) - random.randrange(1, 6)):]
        while len(stack) < 8 or len(stack) < 40 and random.random() < 0.8:
            stack.append(NAMES[(hash_of(stack) + random.randrange(4)) % len(NAMES)])
        yield stack


def hash_of(stack):
    """Callees are few and depend on the caller."""
    return len(stack) * 131 + int(stack[-1][-7:-2]) * 17 if len(stack) > 1 else 7


def perf(stack):
    yield 'program 4711 [001] 12345.678901:     250000 cpu-clock:u: '
    for depth, name in enumerate(reversed(stack)):
        yield f'\t{0x55d0 + depth:x}{random.randrange(1 << 24):06x} {name}+0x1c (/usr/bin/program)'
    yield ''


def folded(stack):
    yield ';'.join(stack) + f' {random.randrange(1, 1000)}'


def large(lines, wanted, out):
    """A few megabytes, as often as it takes."""
    block = '\n'.join(line for stack in stacks(5000) for line in lines(stack)) + '\n'
    for _ in range(wanted // len(block) + 1):
        out.write(block)


def walks(path, count, out):
    with open(path, encoding='utf-8') as file:
        nodes = json.load(file)['_CG']['nodes']
    starts = sorted(number for number in nodes if nodes[number]['callees'])
    for _ in range(count):
        number, walk = random.choice(starts), []
        while number is not None and len(walk) < 30:
            walk.append(nodes[number]['functionName'])
            callees = sorted(nodes[number]['callees'])
            number = random.choice(callees) if callees else None
        out.write(';'.join(walk) + ' 1\n')


def main():
    with open(sys.argv[-1], 'w', encoding='utf-8') as out:
        if sys.argv[1] == 'walks':
            walks(sys.argv[2], int(sys.argv[3]), out)
        else:
            large({'perf': perf, 'folded': folded}[sys.argv[1]], int(sys.argv[2]), out)


main()
