// Lists over the whole graph: cycles, dead code, the largest of anything.
import { REASONS } from '../graph.js';
import { el, number, counted, choice, field } from '../dom.js';
import { Best, inSlices, sorted } from '../work.js';
import { functionLink, placeText } from '../names.js';
import { functionOf, labelOf, routeOf } from '../router.js';
import { measureNamed, measures } from '../measures.js';
import { matching } from '../search.js';
import { folded } from '../folds.js';
import { drawingOf } from '../share.js';
import { Table } from '../table.js';

const STEPS = 16384; // functions between two pauses

const nameColumn = (graph) => ({
  title: 'function', of: (x) => graph.shown(x.f),
  show: (x) => [functionLink(graph, x.f), x.others && x.others.length > 0 && el('small', {}, ` and ${number(x.others.length)} more of ${x.use}`)],
});
const fileColumn = (graph) => ({ title: 'file', of: (x) => graph.file(x.f), show: (x) => { const place = graph.place(x.f); return place ? placeText(place) : ''; } });

function view(graph, title, head, table) {
  const share = () => ({ title, tables: [table.share()], ...drawingOf(graph, table.rows.map((row) => row.f)) });
  return { title, node: el('article', {}, el('h1', {}, title), head, table.node), focus: () => table.first(), share };
}

/** A list folded, and what unfolds it. */
function foldedList(app, params, list) {
  const unfold = params.get('unfold') === 'yes';
  const rows = folded(app.graph, list);
  return {
    rows: unfold ? list : rows,
    switcher: rows.length < list.length && field('Made by macros', choice([['', 'folded'], ['yes', 'each']], unfold ? 'yes' : '', app.choose('unfold'))),
  };
}

// Cycles

function cycleTable(app) {
  const { graph } = app;
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
  return view(graph, `Cycle of ${counted(members.length, 'function')}`, el('p', {}, el('a', { href: routeOf('cycles') }, 'all cycles')), table);
}

/** Work: functions that call themselves and are in no cycle with others. */
function* alone(graph) {
  const found = [];
  for (let f = 0; f < graph.n; f++) {
    if (!graph.component(f) && graph.callBetween(f, f) >= 0) found.push({ f, value: graph.callerCount(f) });
    if (f % STEPS === STEPS - 1) yield;
  }
  return found.sort((a, b) => b.value - a.value);
}

export async function cyclesView(app, params, signal) {
  const { graph } = app;
  const f = functionOf(graph, params.get('of'));
  await app.findMembers();
  if (f >= 0 && graph.component(f)) return oneCycle(app, f);
  const cycles = cycleTable(app);
  const own = await inSlices(alone(graph), signal) || [];
  const show = params.get('show') || 'cycles';
  const table = show === 'alone' ? new Table('Functions that call themselves', [nameColumn(graph), { title: 'callers', of: (x) => x.value, number: true, bar: true }, fileColumn(graph)], own, 1) : cycles;
  const options = [['cycles', `through others (${counted(cycles.rows.length, 'cycle')})`], ['alone', `directly only (${number(own.length)})`]];
  const switcher = field('Functions that may call themselves', choice(options, show, app.choose('show')));
  return view(graph, 'Cycles', el('div', { class: 'bar' }, switcher), table);
}

// Dead code

/** Work: functions with a body outside of system headers that are dead, and that may be. */
function* deadFunctions(graph) {
  const [dead, maybe] = [[], []];
  for (let f = 0; f < graph.n; f++) {
    const own = graph.hasBody(f) && !graph.isSystem(f);
    if (own && graph.isDead(f)) dead.push(f);
    else if (own && graph.mayBeDead(f)) maybe.push(f);
    if (f % STEPS === STEPS - 1) yield;
  }
  return { dead, maybe };
}

export async function deadView(app, params, signal) {
  const { graph } = app;
  const { dead, maybe } = await inSlices(deadFunctions(graph), signal) || { dead: [], maybe: [] };
  const show = params.get('show') || (dead.length || !maybe.length ? 'dead' : 'maybe');
  const statements = graph.functionValues.find((v) => v.path === 'numStatements');
  const sizeOf = statements ? statements.at : (f) => graph.lines(f);
  const found = await inSlices(sorted(show === 'maybe' ? maybe : dead, (f) => sizeOf(f) || 0, (a, b) => b - a), signal) || [];
  const rows = found.map((f) => ({ f, size: sizeOf(f) }));
  const list = foldedList(app, params, rows);
  const size = (x) => (x.others || []).reduce((sum, other) => sum + other.size, x.size);
  const table = new Table('Dead functions', [nameColumn(graph), { title: statements ? 'statements' : 'lines', of: size, number: true, bar: true },
    { title: 'why', of: (x) => REASONS[graph.reason(x.f)].replace(/^[^:]*: /, '') }, fileColumn(graph)], list.rows, 1);
  const switcher = field('Show', choice([['dead', `dead (${number(dead.length)})`], ['maybe', `may be dead (${number(maybe.length)})`]], show, app.choose('show')));
  return view(graph, show === 'maybe' ? 'Code that may be dead' : 'Dead code', el('div', { class: 'bar' }, switcher, list.switcher, el('span', { class: 'quiet' }, counted(rows.length, 'function'), ' with a body, without those of system headers')), table);
}

// The largest

const MOST_TOP = 1000;

/** Work: the functions among those of a query of which a number is largest: {found: [{f, value}], count: how
 *  many the query finds}. */
function* largest(app, measure, query) {
  const { functions } = yield* matching(app.index, query);
  const best = new Best(MOST_TOP, (a, b) => b.value - a.value);
  for (const [i, f] of functions.entries()) {
    const value = measure.of(f) || 0;
    if (value > 0 || query) best.add({ f, value });
    if (i % 16384 === 16383) yield;
  }
  return { found: best.items, count: functions.length };
}

export async function topView(app, params, signal) {
  const { graph } = app;
  const measure = measureNamed(app, params.get('by'), 'callers');
  const query = params.get('in') || '';
  const { found, count } = await inSlices(largest(app, measure, query), signal) || { found: [], count: 0 };
  const list = foldedList(app, params, found);
  const within = el('input', { type: 'search', value: query, placeholder: 'dir:src -is:system', size: 24, onchange: (event) => app.choose('in')(event.target.value) });
  const beside = [{ title: 'callers', of: (x) => graph.callerCount(x.f), number: true }, { title: 'callees', of: (x) => graph.calleeCount(x.f), number: true }];
  const table = new Table('Functions', [nameColumn(graph), { title: measure.title, of: (x) => x.value, number: true, bar: true },
    ...beside.filter((column) => column.title !== measure.title), fileColumn(graph)], list.rows, 1);
  return view(graph, 'Top', el('div', { class: 'bar' }, field('By', choice(measures(app).map((m) => [m.name, m.title]), measure.name, app.choose('by'))), field('Among', within), list.switcher, query && el('span', { class: 'quiet' }, counted(count, 'function'), found.length < count && `, the first ${number(found.length)} of which are shown`)), table);
}
