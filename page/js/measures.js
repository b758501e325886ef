// Numbers of functions that views rank, size and colour by.

/** What a recorded run measured is called as in its view: "Ir exclusive", "visits". */
function titleOf(path) {
  return path.replace(/^profile\.(metrics\.)?/, '').replace(/\.([^.]*)$/, (whole, last) => (path.startsWith('profile.') ? ` ${last}` : whole));
}

/** [{name, title, of(f)}] */
export function measures({ graph, run }) {
  const own = [
    ['functions', 'functions', () => 1],
    ['lines', 'lines', (f) => graph.lines(f)],
    ['callers', 'callers', (f) => graph.callerCount(f)],
    ['callees', 'callees', (f) => graph.calleeCount(f)],
    ['unresolved', 'unresolved calls', (f) => graph.unresolvedCount(f)],
    ['dead', 'dead', (f) => (graph.isDead(f) ? 1 : 0)],
    ['maybe', 'perhaps dead', (f) => (graph.mayBeDead(f) ? 1 : 0)],
    ['cyclic', 'in cycles', (f) => (graph.component(f) ? 1 : 0)],
    ...(run ? [['neverRan', 'never ran', (f) => (run.neverRan(f) ? 1 : 0)]] : []),
  ].map(([name, title, of]) => ({ name, title, of }));
  const values = graph.functionValues.map((value) => ({ name: value.path, title: titleOf(value.path), of: value.at }));
  return own.concat(values);
}

export function measureNamed(app, name, otherwise) {
  const all = measures(app);
  return all.find((m) => m.name === name) || all.find((m) => m.name === otherwise) || all[0];
}
