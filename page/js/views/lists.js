// Lists over the whole graph: cycles, unresolved calls, dead code, the largest of anything.
import { REASONS } from '../graph.js';
import { el, fill, number, counted, choice, field } from '../dom.js';
import { Best, inSlices } from '../work.js';
import { functionLink, placeText, shortFile } from '../names.js';
import { adjust, functionOf, labelOf, routeOf } from '../router.js';
import { measureNamed, measures } from '../measures.js';
import { matching } from '../search.js';
import { folded } from '../folds.js';
import { Table } from '../table.js';

const nameColumn = (graph) => ({
  title: 'function', of: (x) => graph.shown(x.f),
  show: (x) => [functionLink(graph, x.f), x.others && x.others.length > 0 && el('small', {}, ` and ${number(x.others.length)} more of ${x.use}`)],
});
const fileColumn = (graph) => ({ title: 'file', of: (x) => graph.file(x.f), show: (x) => { const place = graph.place(x.f); return place ? placeText(place) : ''; } });

function view(title, head, table, rest) {
  return { title, node: el('article', {}, el('h1', {}, title), head, table.node, rest), focus: () => table.first(), share: () => table.share(title) };
}

/** A list folded, and what unfolds it. */
function foldedList(app, params, list) {
  const unfold = params.get('unfold') === 'yes';
  const rows = folded(app.graph, list);
  const change = (value) => { adjust({ unfold: value }); app.show(); };
  return {
    rows: unfold ? list : rows,
    switcher: rows.length < list.length && field('Made by macros', choice([['', 'folded'], ['yes', 'each']], unfold ? 'yes' : '', change)),
  };
}

// Cycles

function cycleTable(app) {
  const { graph } = app;
  app.componentMembers(0);
  const cycles = [...app.members.values()].map((members) => ({ members, f: members[0], size: members.length }));
  for (const cycle of cycles) cycle.files = new Set(cycle.members.map((f) => graph.fileNumber(f))).size;
  cycles.sort((a, b) => b.size - a.size);
  return new Table('Cycles', [
    { title: 'cycle', of: (c) => graph.shown(c.f), show: (c) => el('a', { class: 'fn', href: routeOf('cycles', { of: labelOf(graph, c.f) }) }, graph.shown(c.f)) },
    { title: 'functions', of: (c) => c.size, number: true, bar: true },
    { title: 'files', of: (c) => c.files, number: true },
    { title: 'members', of: (c) => c.members.slice(0, 6).map((f) => graph.shown(f)).join(', ') },
  ], cycles, 1);
}

function oneCycle(app, f) {
  const { graph } = app;
  const own = graph.component(f);
  const members = app.componentMembers(own);
  const calls = (m) => {
    let count = 0;
    for (let e = graph.first[m]; e < graph.first[m + 1]; e++) if (graph.component(graph.callee[e]) === own) count++;
    return count;
  };
  const callers = (m) => {
    let count = 0;
    for (let i = graph.firstIn[m]; i < graph.firstIn[m + 1]; i++) if (graph.component(graph.caller[graph.callsInto[i]]) === own) count++;
    return count;
  };
  const rows = members.map((m) => ({ f: m, out: calls(m), into: callers(m) })).sort((a, b) => b.into - a.into);
  const table = new Table('Members', [nameColumn(graph), { title: 'callers in the cycle', of: (x) => x.into, number: true, bar: true },
    { title: 'calls in the cycle', of: (x) => x.out, number: true, bar: true }, fileColumn(graph)], rows, 1);
  return view(`Cycle of ${counted(members.length, 'function')}`, el('p', {}, el('a', { href: routeOf('cycles') }, 'all cycles')), table);
}

export function cyclesView(app, params) {
  const f = functionOf(app.graph, params.get('of'));
  if (f >= 0 && app.graph.component(f)) return oneCycle(app, f);
  const table = cycleTable(app);
  return view('Cycles', el('p', {}, 'Functions that may call themselves through others. A function that calls itself alone is no cycle of several.'), table);
}

// Unresolved calls

const EXTENTS = ['code not collected', 'functions by name', 'anything'];

function culprits(graph) {
  const groups = new Map();
  for (let f = 0; f < graph.n; f++) {
    if (!graph.unresolvedCount(f)) continue;
    for (const call of graph.unresolvedOf(f)) {
      const key = [call.reason, call.unknown, call.extent].join('\0');
      if (!groups.has(key)) groups.set(key, { key, reason: call.reason, unknown: call.unknown, extent: call.extent, calls: [], functions: new Set() });
      groups.get(key).calls.push({ f, call });
      groups.get(key).functions.add(f);
    }
  }
  return [...groups.values()].sort((a, b) => b.extent - a.extent || b.calls.length - a.calls.length);
}

export function unresolvedView(app) {
  const { graph } = app;
  const groups = culprits(graph);
  const detail = el('section', {});
  const show = (group) => {
    const table = new Table('Calls', [nameColumn(graph), { title: 'site', of: (x) => `${x.call.file}:${x.call.line}`, show: (x) => placeText(x.call) },
      { title: 'type', of: (x) => x.call.type, show: (x) => el('code', {}, x.call.type) }, { title: 'callers', of: (x) => graph.callerCount(x.f), number: true, bar: true }], group.calls.slice());
    fill(detail, el('h2', {}, `${group.reason}${group.unknown ? ` (${group.unknown})` : ''} `, el('small', {}, number(group.calls.length))), table.node);
  };
  const table = new Table('Culprits', [
    { title: 'why', of: (g) => `${g.reason}${g.unknown ? ` (${g.unknown})` : ''}`, show: (g) => el('button', { onclick: () => show(g) }, `${g.reason}${g.unknown ? ` (${g.unknown})` : ''}`) },
    { title: 'may call', of: (g) => EXTENTS[g.extent] },
    { title: 'calls', of: (g) => g.calls.length, number: true, bar: true },
    { title: 'functions', of: (g) => g.functions.size, number: true },
  ], groups);
  if (groups.length) show(groups[0]);
  return view('Unresolved calls', el('p', {}, 'Calls whose callees are not all known, by what keeps them unresolved and the functions that do so; those that may call anything come first.'), table, detail);
}

// Dead code

export function deadView(app, params) {
  const { graph } = app;
  const maybe = params.get('show') === 'maybe';
  const statements = graph.functionValues.find((v) => v.path === 'numStatements');
  const rows = [];
  for (let f = 0; f < graph.n; f++) {
    const counts = maybe ? graph.mayBeDead(f) : graph.isDead(f);
    if (counts && graph.hasBody(f) && !graph.isSystem(f)) rows.push({ f, size: statements ? statements.at(f) : graph.lines(f) });
  }
  rows.sort((a, b) => b.size - a.size);
  const list = foldedList(app, params, rows);
  const size = (x) => (x.others || []).reduce((sum, other) => sum + other.size, x.size);
  const table = new Table('Dead functions', [nameColumn(graph), { title: statements ? 'statements' : 'lines', of: size, number: true, bar: true },
    { title: 'why', of: (x) => REASONS[graph.reason(x.f)].replace(/^[^:]*: /, '') }, fileColumn(graph)], list.rows, 1);
  const switcher = field('Show', choice([['', 'dead'], ['maybe', 'may be dead']], params.get('show') || '', (value) => { adjust({ show: value }); app.show(); }));
  return view(maybe ? 'Code that may be dead' : 'Dead code', el('div', { class: 'bar' }, switcher, list.switcher, el('span', { class: 'quiet' }, counted(rows.length, 'function'), ' with a body, without those of system headers')), table);
}

// The largest

const MOST_TOP = 1000;

/** Work: the functions among those of a query of which a number is largest: [{f, value}]. */
function* largest(app, measure, query) {
  const { functions } = yield* matching(app.index, query);
  const best = new Best(MOST_TOP, (a, b) => b.value - a.value);
  for (const [i, f] of functions.entries()) {
    const value = measure.of(f);
    if (value > 0) best.add({ f, value });
    if (i % 16384 === 16383) yield;
  }
  return best.items;
}

export async function topView(app, params, signal) {
  const { graph } = app;
  const measure = measureNamed(graph, params.get('by'), 'callers');
  const query = params.get('in') || '';
  const list = foldedList(app, params, await inSlices(largest(app, measure, query), signal) || []);
  const change = (key) => (value) => { adjust({ [key]: value }); app.show(); };
  const within = el('input', { type: 'search', value: query, placeholder: 'dir:src -is:system', size: 24, onchange: (event) => change('in')(event.target.value) });
  const table = new Table('Functions', [nameColumn(graph), { title: measure.title, of: (x) => x.value, number: true, bar: true },
    { title: 'callers', of: (x) => graph.callerCount(x.f), number: true }, { title: 'callees', of: (x) => graph.calleeCount(x.f), number: true },
    { title: 'file', of: (x) => shortFile(graph.file(x.f)) }], list.rows, 1);
  return view('Top', el('div', { class: 'bar' }, field('By', choice(measures(graph).map((m) => [m.name, m.title]), measure.name, change('by'))), field('Among', within), list.switcher), table);
}
