#!/usr/bin/env python3
"""Remove edges from a graph: cgvalidate must report each, its cause, and repair the graph.

    mutilate.py BIN_DIR GRAPH WORK [PER_KIND] PROFILE...

The graph must have all that ran. Of the calls that ran as they are in the graph some of each kind
(direct, virtual, pointer, callback, constructor) are removed, each alone and then all together: what
the run shows must be missing, with a cause that fits, and nothing else; with --patch nothing is
missing any more. PER_KIND (5) says how many of a kind. Nothing is random: every n-th is taken.
"""
import copy
import json
import os
import re
import subprocess
import sys

# Causes that fit what was removed. A direct call of a constructor is one, an instance of a template
# may be either; who calls through pointers may do that in the same line.
CAUSES = {
    'direct': {'direct', 'template'},
    'virtual': {'virtual'},
    'pointer': {'pointer-resolved', 'pointer-unresolved'},
    'callback': {'callback', 'pointer-resolved', 'pointer-unresolved'},
    'constructor': {'constructor', 'template'},
}


class Validator:
    def __init__(self, tool, work, profiles):
        self.tool, self.work, self.profiles = tool, work, profiles

    def path(self, name):
        return os.path.join(self.work, name)

    def run(self, graph, *more):
        """The report of a graph (a path, or the document itself), and the exit status."""
        if not isinstance(graph, str):
            with open(self.path('cut.mcg'), 'w', encoding='utf-8') as file:
                json.dump(graph, file)
            graph = self.path('cut.mcg')
        done = subprocess.run([self.tool, '--json', *more, graph, *self.profiles],
                              capture_output=True, text=True, check=False)
        if done.returncode == 2:
            sys.exit(done.stderr)
        return json.loads(done.stdout), done.returncode


def missing(report):
    return {(call['caller']['name'], call['callee']['name']): call for call in report['calls']
            if call['verdict'].startswith('missing')}


def kind_of(edge, callee):
    kinds = edge.get('callKinds', [])
    if 'callback' in kinds:
        return 'callback'
    if edge['callType'] == 'VIRTUAL':
        return 'virtual'
    if edge['callType'] == 'INDIRECT':
        return 'pointer'
    return 'constructor' if re.search(r'[CD][012]E|^__cxx_global_', callee) else 'direct'


def candidates(graph, report):
    """Edges that ran literally, by kind: (caller, callee) names and numbers."""
    nodes = graph['_CG']['nodes']
    numbers = {}
    for number, node in nodes.items():
        numbers.setdefault(node['functionName'], []).append(number)
    found = {}
    for call in report['calls']:
        names = call['caller']['name'], call['callee']['name']
        places = [numbers.get(name, []) for name in names]
        if call['verdict'] != 'present' or call['library'] or [len(p) for p in places] != [1, 1]:
            continue
        caller, callee = places[0][0], places[1][0]
        edge = nodes[caller]['callees'].get(callee)
        if edge and nodes[callee]['hasBody']:
            found.setdefault(kind_of(edge, names[1]), []).append((names, (caller, callee)))
    return found


def family(nodes, method):
    """Methods that override this one or that it overrides, in any number of steps."""
    seen, waiting = set(), [method]
    while waiting:
        number = waiting.pop()
        if number not in seen:
            seen.add(number)
            relation = nodes[number]['meta'].get('overrideMD', {})
            waiting += relation.get('overrides', []) + relation.get('overriddenBy', [])
    return seen


def without(graph, removed):
    """A virtual call goes as a whole: an edge to what the callee overrides would be enough."""
    cut = copy.deepcopy(graph)
    nodes = cut['_CG']['nodes']
    for kind, _, (caller, callee) in removed:
        gone = family(nodes, callee) if kind == 'virtual' else {callee}
        for number in gone:
            nodes[caller]['callees'].pop(number, None)
    return cut


def check(validator, graph, picked):
    """Remove edges; complain of what is wrong, and return how often."""
    report, status = validator.run(without(graph, picked), '--patch=' + validator.path('patched.mcg'))
    told, faults = missing(report), []
    for kind, names, _ in picked:
        if names not in told:
            faults.append(f'{kind}: {names[0]} -> {names[1]}: not reported')
        elif told[names]['cause'] not in CAUSES[kind]:
            faults.append(f'{kind}: {names[0]} -> {names[1]}: cause {told[names]["cause"]}')
    expected = {names for _, names, _ in picked}
    callers = {names[0] for kind, names, _ in picked if kind == 'virtual'}
    faults += [f'reported without reason: {a} -> {b}' for a, b in sorted(set(told) - expected)
               if a not in callers or told[a, b]['cause'] != 'virtual']
    if status != 1:
        faults.append(f'exit status {status}')
    healed, status = validator.run(validator.path('patched.mcg'))
    faults += [f'still missing when patched: {a} -> {b}' for a, b in sorted(missing(healed))]
    if status != 0:
        faults.append(f'exit status {status} of the patched graph')
    for fault in faults:
        print('   ', fault)
    return len(faults)


def main():
    tool, path, work = os.path.join(sys.argv[1], 'cgvalidate'), sys.argv[2], sys.argv[3]
    rest = sys.argv[4:]
    per_kind = int(rest.pop(0)) if rest[0].isdigit() else 5
    os.makedirs(work, exist_ok=True)
    validator = Validator(tool, work, rest)
    with open(path, encoding='utf-8') as file:
        graph = json.load(file)
    report, status = validator.run(path)
    if status or missing(report):
        sys.exit('calls are missing before anything was removed')
    picked = []
    for kind, edges in sorted(candidates(graph, report).items()):
        edges.sort()
        step = max(1, len(edges) // per_kind)
        chosen = edges[::step][:per_kind]
        picked += [(kind, names, numbers) for names, numbers in chosen]
        print(f'{kind}: {len(chosen)} of {len(edges)}')
    faults = sum(check(validator, graph, [one]) for one in picked)
    faults += check(validator, graph, picked)
    print(f'{len(picked)} edges removed, {faults} faults')
    sys.exit(bool(faults) or not picked)


main()
