#!/usr/bin/env python3
"""Count how linking resolved a program's calls through pointers; for precision.sh.

    precision.py count GRAPH PROGRAM_DIR OUT_DIR [--bin BIN_DIR]
    precision.py table PRECISION.json...

`count` prints what recall.py does, and exits as it does; PROGRAM_DIR is as it wants it, and without
callgrind.out.* nothing is said of runs. OUT_DIR has link.json of measured.py and link.log, and gets
precision.json and sites.tsv, a line a site. With the tools of BIN_DIR (reach-pairs) all pairs of 60
functions are asked. `table` prints the counts of programs as Markdown.

A site is a call through a pointer: a place (file, line, column) in a function, and a type. Its
callees are those of edges with a call site of kind pointer there, whether it is resolved or not. So
with virtual calls, less functions that are pure. OUT_DIR/mcg has the graphs that were linked: by the class hierarchy alone a virtual
call would have what the tables of all classes derived from its receiver's have at its slot. By type
alone a call through a pointer it would have all functions whose address is taken and whose type, typedefs resolved and
records by tag, is compatible with that of the call.
"""
import argparse
import collections
import glob
import json
import os
import re
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True
import linked_graph  # noqa: E402
import recall  # noqa: E402

DRAWN, SEED = 60, 1
NAMED_WITHIN = 4  # lines of a call in which a function that it hands over is named
ATTRIBUTE = re.compile(r' __attribute__\(\([^()]*\)\)')
POINTER = re.compile(r'\(\*(?:const|volatile|restrict|__restrict| )*\)')


def called_type(text):
    """The function type of a call: of R (*)(A), R (A)."""
    text = ATTRIBUTE.sub('', text)
    at = text.find('(')
    while at >= 0 and text.startswith('(*(', at):  # a result that is a pointer to a function
        at += 2
    match = POINTER.match(text, at) if at >= 0 else None
    return text[:at] + text[match.end():] if match else text


def without_parameters(text):
    """The type with () for its parameters: what is compatible with all functions of its result."""
    at = text.find('(')
    while at >= 0 and text.startswith('(*(', at):
        at += 2
    depth = 0
    for end in range(at, len(text)):
        depth += {'(': 1, ')': -1}.get(text[end], 0)
        if depth == 0:
            return text[:at] + '()' + text[end + 1:]
    return text


class Types:
    """Functions whose address is taken, by type."""

    def __init__(self, functions):
        self.equal = collections.defaultdict(set)
        self.same_result = collections.defaultdict(set)
        for function in functions:
            if function.taken_at and function.signature:
                text = ATTRIBUTE.sub('', function.signature)
                self.equal[text].add(function)
                self.same_result[without_parameters(text)].add(function)

    def compatible(self, text):
        """Functions that a call of this type may call; None when the type is not known."""
        if not text or '::*' in text:
            return None
        text = called_type(text)
        bare = without_parameters(text)
        if text == bare:  # no prototype
            return self.same_result[bare]
        return self.equal[text] | self.equal[bare]


class Tables:
    """What virtual tables have, by the types they serve as."""

    def __init__(self, directory, graph):
        self.graph = graph
        self.serving = collections.defaultdict(set)  # type: (functions, entry)
        for path in glob.glob(os.path.join(directory, '**', '*.mcg'), recursive=True):
            with open(path, encoding='utf-8') as file:
                whole = json.load(file)['_CG']
            for meta in (whole['meta'], *(node['meta'] or {} for node in whole['nodes'].values())):
                self._add(fact for fact in meta.get('classes', []) if fact[0] == 'table')

    def _add(self, tables):
        for _, _, types, functions, *_ in tables:
            for name, *entries in types:
                self.serving[name].update((tuple(functions), entry) for entry in entries)

    def callees(self, receiver, slot):
        """Functions that a virtual call of a class may call; None when no table is known."""
        names = {functions[entry + slot] for functions, entry in self.serving.get(receiver, ())
                 if entry + slot < len(functions)}
        found = {function for name in names if name  # NAME or NAME|FILE
                 for function in self.graph.by_name[name.split('|')[0]] if not function.pure}
        return found or None


class Site:
    def __init__(self, function, call, resolved, by_type):
        self.caller = function
        self.place = call.place
        self.type = call.type
        self.resolved = resolved
        self.unknown = None if resolved else call.unknown or '-'
        self.callees = set()
        self.by_type = by_type
        self.recorded = set()


def find_sites(graph, kind, by_type):
    """Sites of calls that were open for the reason `kind`, with the callees of their edges, and those
    that `by_type` has of a call."""
    sites = []
    for function in graph.functions.values():
        here = collections.defaultdict(list)
        for calls, resolved in ((function.closed, True), (function.open, False)):
            for call in calls:
                if call.reason == kind:
                    here[call.place].append(Site(function, call, resolved, by_type(call)))
        for callee, edges in function.edges.items():
            for at in edges:
                if at[0] == kind and not callee.pure:
                    for site in here.get(at[1:], ()):
                        site.callees.add(callee)
        for group in here.values():
            share_callees(group)
            sites += group
    return sorted(sites, key=lambda site: (*map(str, site.place), site.caller.name, str(site.type)))


def share_callees(group):
    """Sites of one place, such as those of a macro: edges do not say which, so types have to."""
    fitting = [site.callees & (site.by_type or set()) for site in group]
    rest = group[0].callees - set().union(*fitting)
    if len(group) > 1:
        for site, callees in zip(group, fitting):
            site.callees = callees | rest


def rank(values, share):
    """The smallest value that so large a share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * share // 100) - 1)] if ordered else 0


def spread(values):
    return {'count': len(values), 'mean': statistics.fmean(values) if values else 0,
            'median': rank(values, 50), 'most of 95 %': rank(values, 95),
            'max': max(values, default=0)}


def count_sites(sites):
    """What is said of sites without a run."""
    some = [site for site in sites if site.callees]
    typed = [site for site in some if site.by_type is not None]
    return {
        'sites': len(sites),
        'resolved': sum(site.resolved for site in sites),
        'callees': spread([len(site.callees) for site in some]),
        'unresolved callees': spread([len(site.callees) for site in some if not site.resolved]),
        'over 50': sum(len(site.callees) > 50 for site in sites),
        'by type': spread([len(site.by_type) for site in typed]),
        'wider than type': sum(len(site.callees) > len(site.by_type) for site in typed),
        'with callees of other types': sum(not site.callees <= site.by_type for site in typed),
        'reasons': dict(collections.Counter(site.unknown for site in sites
                                            if not site.resolved).most_common()),
    }


def add_runs(held, sites, runs):
    """Hang on sites what was called there. Sites on one line of a function share it."""
    lines = collections.defaultdict(list)
    for site in sites:
        lines[site.caller, site.place[:2]].append(site)
    for caller, file, line, callee in runs.calls:
        start, end = held.node(caller), held.node(callee)
        called = start.edges.get(end, ()) if start else ()
        if end and not any(at[:3] == ('direct', file, line) for at in called):
            for site in lines.get((start, (file, line)), ()):
                site.recorded.add(end)
    return [group for group in lines.values() if group[0].recorded]


def count_ran(groups):
    """Recall and precision where a pointer called a function of the program."""
    hit = ran = ours = by_type = 0
    shares = []
    for group in groups:
        callees = {f for site in group for f in site.callees if f.has_body}
        typed = {f for site in group for f in site.by_type or () if f.has_body}
        found = callees & group[0].recorded
        hit, ran = hit + len(found), ran + len(group[0].recorded)
        ours, by_type = ours + len(callees), by_type + len(typed)
        shares.append(len(found) / len(callees) if callees else 0)
    return {'sites': len(groups), 'recorded': ran, 'found': hit, 'ours': ours, 'by type': by_type,
            'mean precision': statistics.fmean(shares) if shares else 0}


def stays_by_type(callee, places):
    """Is there an edge without what linking finds out about pointers? Library functions call what
    is named at the call."""
    named = {(file, line + i) for kind, file, line, _ in places if kind == 'callback'
             for i in range(NAMED_WITHIN)}
    return (not places or any(place[0] in ('direct', 'virtual', 'implicit') for place in places)
            or not named.isdisjoint(callee.taken_at))


def type_edges(graph, sites):
    """The graph with the callees that types alone give at its sites: callees by function."""
    edges = {function: set() for function in graph.functions.values()}
    for function, callees in edges.items():
        callees.update(callee for callee, places in function.edges.items()
                       if stays_by_type(callee, places))
    for site in sites:
        edges[site.caller] |= site.callees if site.by_type is None else site.by_type
    return edges


def reached(edges, start):
    seen, todo = {start}, [start]
    while todo:
        for callee in edges[todo.pop()] - seen:
            seen.add(callee)
            todo.append(callee)
    return seen


def ask_pairs(graph, sites, bin_dir, path):
    """Shares of answers over all pairs of functions drawn, and of yes were types followed."""
    command = [f'{bin_dir}/reach-pairs', path, str(DRAWN), str(SEED), 'defined']
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr)
    lines = run.stdout.splitlines()
    drawn = [tuple(line.split('\t')) for line in lines[:len(lines) // 2]]
    letters = ''.join(line[:i] + line[i + 1:] for i, line in enumerate(lines[len(drawn):])).lower()
    known = {(f.name, linked_graph.relative(graph.root, f.file)): f for f in graph.defined()}
    functions = [known[name, linked_graph.relative(graph.root, linked_graph.absolute(
        graph.root, file))] for name, file in drawn]
    edges = type_edges(graph, sites)
    yes = sum(len((reached(edges, f) - {f}) & set(functions)) for f in functions)
    pairs = len(letters) or 1
    return {'pairs': len(letters), 'yes': letters.count('y') / pairs,
            'no': letters.count('n') / pairs, 'unknown': letters.count('u') / pairs,
            'yes by type': yes / pairs}


def validate_gcc(options):
    """What cgvalidate says of the runs of a program that gcc and g++ built; None without any. Lines
    are not compared: compilers put calls on lines of their own."""
    paths = sorted(glob.glob(os.path.join(options.program, 'gcc', 'callgrind.out.*')))
    if not paths:
        return None
    run = subprocess.run([f'{options.bin}/cgvalidate', '--strict', '--json', options.graph, *paths],
                         capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(run.stderr)
    answer = json.loads(run.stdout)
    for call in answer['calls']:
        if call['verdict'].startswith('missing'):
            print(f"g++: {call['verdict']}: {call['caller']['name']} -> {call['callee']['name']}")
    return answer['summary']


def write_sites(path, graph, sites):
    with open(path, 'w', encoding='utf-8') as file:
        print('place\tcaller\tstate\tcallees\tby type\trecorded\ttype', file=file)
        for site in sites:
            name, line, column = site.place
            print(f'{linked_graph.relative(graph.root, name)}:{line}:{column}', site.caller.name,
                  site.unknown or 'resolved', len(site.callees),
                  '-' if site.by_type is None else len(site.by_type), len(site.recorded),
                  site.type, sep='\t', file=file)


def read_facts(path):
    """How many pointer facts there were, as cgmerge -v says; None without."""
    if not os.path.exists(path):
        return None
    with open(path, encoding='utf-8') as file:
        match = re.search(r'from (\d+) facts', file.read())
    return int(match.group(1)) if match else None


def count(options):
    graph = linked_graph.Graph(options.graph, os.path.realpath(options.program))
    types = Types(graph.functions.values())
    sites = find_sites(graph, 'pointer', lambda call: types.compatible(call.type))
    tables = Tables(os.path.join(options.out, 'mcg'), graph)
    if sites and not types.equal:
        sys.exit(f'{options.graph}: no types of functions; collect with the metadata "signature"')
    found = {'program': os.path.basename(os.path.normpath(options.program)),
             'functions': len(graph.defined()), 'edges added': graph.added,
             'pointer': count_sites(sites),
             'virtual': count_sites(find_sites(
                 graph, 'virtual', lambda call: tables.callees(call.receiver, call.slot)))}
    runs = recall.recorded(options.program)
    if runs:
        held = recall.Recall(graph, recall.Symbols(options.program))
        found['recall'] = recall.hold(held, runs, options.graph, options.bin)
        found['ran'] = count_ran(add_runs(held, sites, runs))
    else:
        print('nothing is recorded, see record.sh')
    if options.bin:
        found['gcc'] = validate_gcc(options)
        found['reach'] = ask_pairs(graph, sites, options.bin, options.graph)
    found['facts'] = read_facts(os.path.join(options.out, 'link.log'))
    with open(os.path.join(options.out, 'link.json'), encoding='utf-8') as file:
        found['link'] = json.load(file)
    write_sites(os.path.join(options.out, 'sites.tsv'), graph, sites)
    with open(os.path.join(options.out, 'precision.json'), 'w', encoding='utf-8') as file:
        json.dump(found, file, indent=1)
    return 1 if runs and found['recall']['wrong'] else 0


def percent(part, whole):
    return f'{100 * part / whole:.0f} %' if whole else '-'


def virtual_cells(calls):
    """Callees are compared with the class hierarchy at the sites that have both."""
    if not calls['sites']:
        return ['-'] * 5
    return [calls['sites'], percent(calls['resolved'], calls['sites']),
            f"{calls['callees']['mean']:.2f}", f"{calls['by type']['mean']:.2f}",
            calls['wider than type']]


def site_cells(found):
    calls = found['pointer']
    some, opened, typed = calls['callees'], calls['unresolved callees'], calls['by type']
    return [calls['sites'], percent(calls['resolved'], calls['sites']), f"{some['mean']:.1f}",
            some['median'], some['most of 95 %'], some['max'], f"{opened['mean']:.1f}",
            opened['median'], opened['max'], calls['over 50'], f"{typed['mean']:.1f}", typed['max'],
            calls['wider than type'], calls['with callees of other types'], found['edges added'],
            *virtual_cells(found['virtual'])]


SITE_TITLES = ('sites | resolved | mean | median | 95 % | max | unresolved: mean | median | max'
               ' | > 50 | by type: mean | max | wider | other types | edges added | virtual | resolved'
               ' | mean | by hierarchy | wider')


def run_cells(found):
    cost = found.get('link', {})
    cells = [found['facts'] or '-', cost.get('seconds', '-'), cost.get('MB', '-')]
    held, ran, reach = (found.get(key) for key in ('recall', 'ran', 'reach'))
    called = dict(held['verdicts']) if held else {}
    called['inlined'] = called.get('inlined', 0) + called.pop('no line', 0)
    cells += ['-'] * 8 if not held else [
        held['calls'], *called.values(),
        sum(held['callbacks'].values()), held['callbacks']['MISSING'],
        f"{held['dead']} / {held['no']}" if 'dead' in held else '-']
    gcc = found.get('gcc')
    cells += ['-'] * 3 if not gcc else [gcc['calls'], f"{100 * gcc['recall']:.2f} %",
                                        gcc['missingEdges'] + gcc['missingNodes']]
    cells += ['-'] * 5 if not ran else [
        ran['sites'], percent(ran['found'], ran['recorded']), percent(ran['found'], ran['ours']),
        percent(ran['mean precision'], 1), percent(ran['found'], ran['by type'])]
    return cells + (['-'] * 4 if not reach else [
        percent(reach[key], 1) for key in ('yes', 'no', 'unknown', 'yes by type')])


RUN_TITLES = ('facts | link s | MB | calls ran | at line | unresolved | inlined, no line | missing'
              ' | called back | missing | dead / no that ran | g++: calls | recall | missing | sites ran | recall | precision'
              ' | mean of sites | by type | pairs: yes | no | unknown | yes by type')


def print_rows(titles, all_found, cells):
    columns = titles.count('|') + 1
    print('| program |', titles, '|')
    print('|---' * (columns + 1) + '|')
    for found in all_found:
        row = cells(found) if 'pointer' in found else [found['failed'], *['-'] * (columns - 1)]
        print('|', ' | '.join(map(str, [found['program'], *row])), '|')
    print()


def table(options):
    all_found = []
    for path in options.files:
        with open(path, encoding='utf-8') as file:
            all_found.append(json.load(file))
    print_rows(SITE_TITLES, all_found, site_cells)
    print_rows(RUN_TITLES, all_found, run_cells)
    print('Unresolved, by what is not known:\n')
    for found in all_found:
        reasons = found.get('pointer', {}).get('reasons', {})
        text = ', '.join(f'{n} {name}' for name, n in reasons.items())
        print(f"* {found['program']}:", text or '-')


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    counting = commands.add_parser('count')
    counting.add_argument('graph')
    counting.add_argument('program')
    counting.add_argument('out')
    counting.add_argument('--bin')
    counting.set_defaults(run=count)
    tables = commands.add_parser('table')
    tables.add_argument('files', nargs='+')
    tables.set_defaults(run=table)
    options = parser.parse_args()
    return options.run(options)


if __name__ == '__main__':
    sys.exit(main())
