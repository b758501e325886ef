"""A linked graph (.mcg, version 4) for recall.py and precision.py.

Read from the JSON alone, without the library. Paths are absolute: those in the graph are relative to
the directory the program was collected with (--root).
"""
import collections
import json
import os

POINTER, VIRTUAL, CALLBACK = 'pointer', 'virtual', 'callback'
KINDS = {'DIRECT': 'direct', 'INDIRECT': POINTER, 'VIRTUAL': VIRTUAL}


class Function:
    """A node. `edges` maps callees to lists of (kind, file, line, column)."""

    def __init__(self, number, node, root):
        meta = node['meta'] or {}
        self.number = number
        self.name = node['functionName']
        self.file = absolute(root, node['origin'])
        self.has_body = node['hasBody']
        self.names = [self.name, *meta.get('names', [])]
        self.files = {self.file} | {absolute(root, place['file'])
                                    for place in meta.get('definedIn', []) if place.get('file')}
        self.internal = meta.get('linkage') == 'internal'
        self.signature = meta.get('signature')
        self.taken_at = {(absolute(root, place.get('file')), place.get('line', 0))
                         for place in meta.get('addressTaken', [])}
        self.of_system = meta.get('fileProperties', {}).get('systemInclude', False)
        self.pure = meta.get('pureVirtual', False) and not self.has_body
        self.escapes = meta.get('escapes', False)
        self.always_inline = meta.get('inlineInfo', {}).get('markedAlwaysInline', False)
        self.open = [Open(site, root) for site in meta.get('unresolvedCalls', [])]
        self.closed = [Open(site, root) for site in meta.get('resolvedCalls', [])]
        self.edges = {}

    def __repr__(self):
        return self.name


class Open:
    """A call that was open before linking."""

    def __init__(self, site, root):
        self.file = absolute(root, site.get('file'))
        self.line = site.get('line', 0)
        self.column = site.get('column', 0)
        self.reason = site.get('reason')
        self.type = site.get('type')
        self.unknown = site.get('unknown')
        self.through = site.get('through')
        self.receiver = site.get('receiver')  # of virtual calls, as type info
        self.slot = site.get('slot')

    @property
    def place(self):
        return self.file, self.line, self.column


def absolute(root, path):
    return os.path.normpath(os.path.join(root, path)) if path else None


def relative(root, path):
    """As the graph spells it."""
    inside = path and path.startswith(root + '/')
    return os.path.relpath(path, root) if inside else path or ''


class Graph:
    """Functions by number, and by each of their linkage names."""

    def __init__(self, path, root):
        with open(path, encoding='utf-8') as file:
            whole = json.load(file)['_CG']
        self.root = root
        self.meta = whole['meta']
        self.functions = {number: Function(number, node, root)
                          for number, node in whole['nodes'].items()}
        self.added = 0  # edges that linking added
        self.called_back = set()
        for number, node in whole['nodes'].items():
            for callee, edge in node['callees'].items():
                self._read_edge(self.functions[number], self.functions[callee], edge or {}, root)
        self.by_name = collections.defaultdict(list)
        for function in self.functions.values():
            for name in dict.fromkeys(function.names):
                self.by_name[name].append(function)

    def _read_edge(self, caller, callee, edge, root):
        kinds = edge.get('callKinds') or [KINDS.get(edge.get('callType'), 'direct')]
        if kinds == ['candidate']:  # conceivable, not followed
            return
        sites = [(site.get('kind', 'direct'), absolute(root, site.get('file')),
                  site.get('line', 0), site.get('column', 0)) for site in edge.get('callSites', [])]
        caller.edges[callee] = sites
        caller.files.update(site[1] for site in sites)  # where #line says that its body is
        self.added += edge.get('evidence') == ['link']
        if CALLBACK in kinds or any(site[0] == CALLBACK for site in sites):
            self.called_back.add(callee)

    def defined(self):
        return [function for function in self.functions.values() if function.has_body]

    def find(self, name, file):
        """The function of a name that begins in a file; None if it is not known."""
        found = self.by_name.get(name, [])
        if len(found) > 1:
            found = ([function for function in found if function.file == file]
                     or [function for function in found if file in function.files])
        return found[0] if len(found) == 1 else None
