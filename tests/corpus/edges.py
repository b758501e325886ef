"""Reads the calls of recordings in the simplest way, to compare cgvalidate's readers with.

Each function yields (caller, callee) of functions that follow each other directly. Names are as
recorded, which is linkage names in what record_formats.sh leaves.
"""
import bisect
import gzip
import json
import os
import re
import struct
import subprocess


def callgrind(path):
    names = {}

    def name(text):
        match = re.match(r'\((\d+)\)(?: (.*))?$', text)
        if match and match.group(2) is not None:
            names[match.group(1)] = match.group(2)
        # A recursive function's deeper levels are "name'2".
        return re.sub(r"'\d+$", '', names[match.group(1)] if match else text)

    fn = cfn = None
    with open(path, encoding='utf-8', errors='replace') as lines:
        for line in lines:
            if line.startswith('fn='):
                fn = name(line[3:].rstrip('\n'))
            elif line.startswith('cfn='):
                cfn = name(line[4:].rstrip('\n'))
            elif line.startswith('calls='):
                yield fn, cfn


def chrome(path):
    """As uftrace writes: an event a line, B and E, in order."""
    stacks = {}
    with gzip.open(path, 'rt') as lines:
        for line in lines:
            if '"ph":"B"' not in line and '"ph":"E"' not in line:
                continue
            event = json.loads(line.rstrip().rstrip(','))
            stack = stacks.setdefault((event['pid'], event.get('tid')), [])
            if event['ph'] == 'E':
                if stack:
                    stack.pop()
                continue
            if stack:
                yield stack[-1], event['name']
            stack.append(event['name'])


def folded(path):
    with open(path, encoding='utf-8', errors='replace') as lines:
        for line in lines:
            frames = line.rsplit(' ', 1)[0].split(';')
            yield from zip(frames, frames[1:])


def perf(path, inlined=True):
    """With inlined frames, or passing them over."""
    callee = None
    with open(path, encoding='utf-8', errors='replace') as lines:
        for line in lines:
            match = re.match(r'\s+[0-9a-f]+ (.*) \((.*)\)$', line)
            if not match:
                callee = None
                continue
            if match.group(2) == 'inlined' and not inlined:
                continue
            frame = re.sub(r'\+0x[0-9a-f]+$', '', match.group(1))
            if callee is not None:
                yield frame, callee
            callee = frame


def symbols(binary):
    """Functions a binary defines: (address, name), sorted. Static ones share names."""
    text = subprocess.run(['nm', '--defined-only', binary], check=True, capture_output=True,
                          text=True).stdout
    lines = (line.split(' ', 2) for line in text.splitlines())
    return sorted((int(address, 16), name) for address, kind, name in lines if kind in 'tTwWi')


def gprof(path, binary):
    """The arcs: records of tag 1 with two addresses and a count."""
    functions = symbols(binary)
    starts = [address for address, _ in functions]

    def function(address):
        at = bisect.bisect_right(starts, address) - 1
        return functions[at][1] if at >= 0 else None

    with open(path, 'rb') as file:
        data = file.read()
    at = 20
    while at < len(data):
        if data[at] == 0:
            bins = struct.unpack_from('<i', data, at + 17)[0]
            at += 41 + 2 * bins
        else:
            caller, callee = struct.unpack_from('<QQ', data, at + 1)
            yield function(caller), function(callee)
            at += 21


READERS = {'callgrind': callgrind, 'uftrace': chrome, 'folded': folded, 'perf': perf}


def recordings(directory):
    """What record_formats.sh left: (format, path, binary or None), sorted."""
    patterns = (('callgrind', 'callgrind', 'callgrind.out.'), ('perf', 'perf', '.perf'),
                ('uftrace', 'uftrace', '.json.gz'), ('folded', 'uftrace', '.folded'))
    for kind, place, part in patterns:
        for name in sorted(os.listdir(os.path.join(directory, place))):
            if part in name:
                yield kind, os.path.join(directory, place, name), None
    for program in sorted(os.listdir(os.path.join(directory, 'gprof'))):
        binary = os.path.join(directory, 'bin-gprof', program)
        for name in sorted(os.listdir(os.path.join(directory, 'gprof', program))):
            yield 'gprof', os.path.join(directory, 'gprof', program, name), binary


def read(kind, path, binary):
    return set(gprof(path, binary) if kind == 'gprof' else READERS[kind](path))
