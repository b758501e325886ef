// The recorded run: flame graph, callers of what costs most, a flat list, and the run against the
// graph. Each step of refining keeps the paths that pass a function or file, or that do not.
import { compact, el, number, counted, choice, field } from '../dom.js';
import { Flame } from '../flame.js';
import { functionLink } from '../names.js';
import { adjust, advance, openFunction, packed, readRoute, routeOf, unpacked } from '../router.js';
import { readSteps, writeSteps } from '../run.js';
import { drawingOf } from '../share.js';
import { Tree } from '../tree.js';
import { locationsView } from './locations.js';
import { Table } from '../table.js';

const LEVELS = 2; // of callers that are unfolded at first

const share = (value, total) => (total ? `${((100 * value) / total).toFixed(1)} %` : '');

function frameLink(run, frame, attributes = {}) {
  const f = run.frameFunction[frame];
  const title = run.titleOf(frame);
  return f >= 0 ? functionLink(run.graph, f, attributes, title) : el('span', { class: 'fn', title: 'The graph does not have it' }, title);
}

/** The steps, each to be taken back. */
function stepBar(run, steps, change) {
  const parts = steps.map((step, i) => el('li', {}, `${step.kind} `, el('code', {}, run.stepName(step)), ' ',
    el('button', { 'aria-label': `Take back: ${step.kind} ${run.stepName(step)}`, onclick: () => change(steps.filter((_, k) => k !== i)) }, '×')));
  const input = el('input', { type: 'search', placeholder: 'function or file:net.c', size: 24, list: FRAMES, 'aria-label': 'Keep paths through' });
  const add = (kind) => () => input.value.trim() && change([...steps, { kind, of: input.value.trim() }]);
  input.addEventListener('keydown', (event) => event.key === 'Enter' && add('through')());
  return el('div', { class: 'bar' }, el('ol', { class: 'steps', 'aria-label': 'Filters' }, el('li', {}, 'all paths'), parts), input,
    el('button', { onclick: add('through') }, 'only through'), el('button', { onclick: add('without') }, 'without'));
}

function flatTable(run, values, total, steps, change) {
  const rows = run.flat(values);
  const only = (row, kind, text) => !run.inPieces && el('button', { onclick: () => change([...steps, { kind, of: run.keyOf(row.frame) }]) }, text);
  return new Table('Functions', [
    { title: 'function', of: (r) => run.titleOf(r.frame), show: (r) => frameLink(run, r.frame) },
    { title: 'exclusive', of: (r) => r.own, number: true, bar: true },
    { title: 'exclusive %', of: (r) => (100 * r.own) / total, show: (r) => share(r.own, total), number: true },
    { title: 'inclusive', of: (r) => r.all, number: true, bar: true },
    { title: 'inclusive %', of: (r) => (100 * r.all) / total, show: (r) => share(r.all, total), number: true },
    { title: 'refine', control: true, of: () => '', show: (r) => [only(r, 'through', 'through'), ' ', only(r, 'without', 'without'), ' ',
      el('a', { href: routeOf('profile', { ...Object.fromEntries(readRoute().params), show: 'callers', of: run.keyOf(r.frame) }) }, 'callers')] },
  ], rows, 1);
}

// Fields that take a function of the run

const FRAMES = 'frames';
const MOST_FRAMES = 500;

/** What such fields offer: the functions that cost most. */
function frameList(run, values) {
  const names = run.flat(values).slice(0, MOST_FRAMES).map((row) => el('option', { value: run.wordOf(row.frame) }));
  return el('datalist', { id: FRAMES }, names);
}

function rootField(app, run, frame, label, otherwise) {
  const value = frame >= 0 ? run.wordOf(frame) : '';
  return field(label, el('input', { type: 'search', value, placeholder: otherwise, size: 24, list: FRAMES, onchange: (event) => app.change({ of: event.target.value.trim(), zoom: '', up: '' }) }));
}

/** The field that marks functions in the flame graph. */
function markField(run, params, flame) {
  const mark = (text) => flame.mark(text ? run.having(text) : null);
  const input = el('input', { type: 'search', value: params.get('mark'), placeholder: 'part of a name, file:net.c', size: 22, oninput: () => { adjust({ mark: input.value.trim() }); mark(input.value.trim()); flame.draw(); } });
  mark(params.get('mark'));
  return field('Mark', input);
}

const costOf = (run, node, total) => [number(node.value), share(node.value, total)].filter(Boolean).join(' · ');

/** Callers of a function, unfolded on demand, with the cost that came through each. */
function bottomUp(run, values, frame) {
  const total = run.top(values).value;
  return new Tree({
    label: `Callers of ${run.titleOf(frame)}`, root: null, levels: LEVELS,
    children: (node) => (node ? run.callers(node) : [run.bottom(frame, values)]),
    empty: 'nothing recorded calls it', key: (node) => run.keyOf(node.frame), leaf: () => false,
    name: (node) => frameLink(run, node.frame, { tabindex: -1 }), end: (node) => costOf(run, node, total),
  }, 'up');
}

function shareTree(run, tree, total) {
  const shown = tree.shown();
  const rows = shown.map(({ level, node }) => [level, run.titleOf(node.frame), node.value, share(node.value, total)]);
  const calls = shown.filter(({ by }) => by).map(({ node, by }) => [run.titleOf(node.frame), run.titleOf(by.frame), number(node.value)]);
  return { tables: [{ title: 'Callers', columns: ['level', 'function', 'cost', '%'], rows }], calls };
}

function flameOf(app, run, values, metric, frame, zoom) {
  const source = {
    top: frame >= 0 ? run.rooted(frame, values) : run.top(values), unit: metric.unit || metric.name,
    calls: (node) => run.calls(node, values), name: (fr) => run.nameOf(fr), title: (fr) => run.titleOf(fr), key: (fr) => run.keyOf(fr),
    group: (fr) => (fr < 0 ? '' : run.fileOf(fr).split('/').slice(0, -1).join('/') || run.nameOf(fr)),
  };
  return new Flame(source, zoom, {
    open: (fr) => run.frameFunction[fr] >= 0 && openFunction(app.graph, run.frameFunction[fr]),
    zoomed: (keys) => advance({ zoom: packed(keys) }),
  });
}

// Against the graph

function missingTable(graph) {
  const column = (name) => graph.columns.get(`missing${name}`);
  const rows = Array.from(column('Caller'), (_, i) => i);
  const end = (which) => (i) => {
    const f = column(which)[i] - 1;
    return f >= 0 ? functionLink(graph, f) : graph.text(column(`${which}Name`)[i]);
  };
  return new Table('Calls that ran but are missing', [
    { title: 'caller', of: (i) => graph.text(column('CallerName')[i]), show: end('Caller') },
    { title: 'callee', of: (i) => graph.text(column('CalleeName')[i]), show: end('Callee') },
    { title: 'likely cause', of: (i) => graph.text(column('Cause')[i]) },
  ], rows);
}

/** Functions with a body outside of system headers: how many, how many ran, and those that did not, the
 *  dead left out. */
function neverRan(graph, run) {
  const ran = run.ran();
  const found = { bodies: 0, ran: 0, never: [] };
  for (let f = 0; f < graph.n; f++) {
    if (!graph.hasBody(f) || graph.isSystem(f)) continue;
    found.bodies++;
    if (ran.has(f)) found.ran++;
    else if (run.neverRan(f)) found.never.push({ f });
  }
  found.never.sort((a, b) => graph.lines(b.f) - graph.lines(a.f));
  return found;
}

function againstGraph(app, run) {
  const { graph } = app;
  const ran = run.ran();
  const found = neverRan(graph, run);
  const never = new Table('Never ran', [
    { title: 'function', of: (x) => graph.shown(x.f), show: (x) => functionLink(graph, x.f) },
    { title: 'lines', of: (x) => graph.lines(x.f), number: true, bar: true },
    { title: 'callers that ran', of: (x) => callersThatRan(graph, x.f, ran), number: true },
    { title: 'file', of: (x) => graph.file(x.f) },
  ], found.never, 1);
  const missing = missingTable(graph);
  const node = el('section', {}, el('p', {}, `${number(found.ran)} of ${counted(found.bodies, 'function')} with a body ran (${share(found.ran, found.bodies)}). `,
    `The run has ${counted(graph.facts.recordedCalls, 'distinct call')}: ${number(missing.rows.length)} are missing from the graph, ${number(graph.facts.explainedCalls)} are explained by inlining and the like.`),
  missing.rows.length > 0 && [el('h2', {}, 'Ran but missing ', el('small', {}, number(missing.rows.length))), missing.node],
  el('h2', {}, 'Never ran, though not dead ', el('small', {}, number(found.never.length)), ' ', el('a', { href: routeOf('overview', { colour: 'neverRan' }) }, el('small', {}, 'on the map'))), never.node);
  const ends = (i) => ['Caller', 'Callee'].map((end) => graph.text(graph.columns.get(`missing${end}Name`)[i]));
  const share_ = () => ({ tables: [missing.share(), never.share()], names: drawingOf(graph, found.never.map((x) => x.f)).names, calls: missing.rows.map(ends) });
  return { node, share: share_, focus: () => missing.first() || never.first() };
}

function callersThatRan(graph, f, ran) {
  let count = 0;
  for (let i = graph.firstIn[f]; i < graph.firstIn[f + 1]; i++) if (ran.has(graph.caller[graph.callsInto[i]])) count++;
  return count;
}

const SHOWS = [['flame', 'flame graph'], ['flat', 'functions'], ['callers', 'bottom up'], ['graph', 'against the graph'], ['locations', 'over locations']];

/** What is shown below the bar: {node, share(), focus(), drawn()}. */
const PARTS = {
  flame: ({ app, run, params, values, metric, frame }) => {
    const flame = flameOf(app, run, values, metric, frame, unpacked(params.get('zoom')));
    const fields = el('div', { class: 'bar' }, rootField(app, run, frame, 'Rooted at', 'where it begins'), markField(run, params, flame), flame.found);
    const shared = () => { const { table, calls } = flame.share(); return { tables: [table], calls }; };
    return { node: el('div', {}, fields, flame.about, flame.canvas), drawn: () => flame.draw(), focus: () => flame.canvas, share: shared };
  },
  flat: ({ run, values, total, steps, change }) => {
    const table = flatTable(run, values, total, steps, change);
    const functions = () => table.rows.map((row) => run.frameFunction[row.frame]).filter((f) => f >= 0);
    return { node: table.node, focus: () => table.first(), share: () => ({ tables: [table.share()], ...drawingOf(run.graph, functions()) }) };
  },
  callers: ({ app, run, values, total, frame: wanted }) => {
    const frame = wanted >= 0 ? wanted : costliest(run, values);
    if (frame < 0) return { node: el('p', { class: 'empty' }, 'Nothing that was recorded is on these paths.') };
    const tree = bottomUp(run, values, frame);
    return { node: el('section', {}, el('div', { class: 'bar' }, rootField(app, run, frame, 'Callers of', 'the costliest')), tree.node), focus: () => tree.node.querySelector('[tabindex="0"]'), share: () => shareTree(run, tree, total) };
  },
  graph: ({ app, run }) => againstGraph(app, run),
  locations: ({ app, params, metric }) => locationsView(app, params, metric),
};

function costliest(run, values) {
  const [row] = run.flat(values);
  return row ? row.frame : -1;
}

function runSummary({ run, graph, total, kept, metric, steps }) {
  return el('p', { class: 'summary' }, `${graph.facts.profile}, ${counted(graph.facts.locations, 'location')}, ${number(total)} ${metric.unit === metric.name ? '' : metric.unit} ${metric.name} in all`,
    steps.length > 0 && `; ${number(kept)} (${share(kept, total)}) on the paths that are kept`, '. ', run.inPieces && 'It has calls, not paths: trees share the cost of a function among its callers in proportion.', graph.facts.sampled ? ' It is sampled.' : '');
}

export function profileView(app, params) {
  const { run, graph } = app;
  if (!run.metrics.length) return { title: 'Run', node: el('p', { class: 'empty' }, 'The run has no metric whose values add up.') };
  const metric = run.metricNamed(params.get('metric'));
  const steps = readSteps(params.get('steps'));
  const values = run.refine(metric, steps);
  const total = run.top(run.refine(metric, [])).value;
  const kept = run.top(values).value;
  const change = (next) => app.change({ steps: writeSteps(next), zoom: '' });
  const of = params.get('of');
  const frame = of ? run.frameNamed(of) : -1;
  const shows = SHOWS.filter(([name]) => name !== 'locations' || run.hasLocations);
  const [show, words] = shows.find(([name]) => name === params.get('show')) || shows[0];
  const part = PARTS[show]({ app, run, params, values, metric, total, steps, frame, change });
  return {
    ...part, title: 'Run',
    node: el('article', {}, el('h1', {}, 'Recorded run'), runSummary({ run, graph, total, kept, metric, steps }),
      el('div', { class: 'bar' }, field('Show', choice(shows, show, app.choose('show'))),
        field('Metric', choice(run.metrics.map((m) => [m.name, m.name]), metric.name, app.choose('metric')))),
      !run.inPieces && show !== 'locations' && show !== 'graph' && stepBar(run, steps, change),
      frameList(run, values), of && frame < 0 && el('p', { class: 'empty' }, `The run has no function ${of}.`), part.node),
    share: part.share && (() => ({ title: `${graph.facts.name}: ${words}, ${metric.name}`, ...part.share() })),
  };
}

// Beside functions and calls

const PREFIX = 'profile.metrics.';

/** A map of maps, metric to (what to value), of "profile.metrics.time.inclusive" and the like. */
function recordedValues(values, i) {
  const found = new Map();
  for (const value of values) {
    const x = value.at(i);
    if (!value.path.startsWith(PREFIX) || Number.isNaN(x)) continue;
    const parts = value.path.slice(PREFIX.length).split('.');
    const of = parts.at(-2) === 'locations' ? `locations.${parts.pop()}` && parts.concat() : null;
    const name = of ? of.slice(0, -1).join('.') : parts.slice(0, -1).join('.');
    const key = of ? `at one location, ${value.path.split('.').pop()}` : parts.at(-1);
    if (!found.has(name)) found.set(name, new Map());
    found.get(name).set(key, x);
  }
  return found;
}

export function recordedSection(app, f) {
  const { graph, run } = app;
  const metrics = recordedValues(graph.functionValues, f);
  const visits = graph.functionValues.find((v) => v.path === 'profile.visits');
  if (!metrics.size) return el('section', {}, el('h2', {}, 'Recorded run'), el('p', { class: 'quiet' }, run.frameOf(f) >= 0 ? 'It ran; nothing was measured.' : 'It did not run, or was inlined.'));
  const of = run.keyOf(run.frameOf(f));
  return el('section', {}, el('h2', {}, 'Recorded run'),
    visits && visits.at(f) > 0 && el('p', {}, counted(visits.at(f), 'visit')),
    el('table', { class: 'facts', 'aria-label': 'Recorded run' }, el('tbody', {}, [...metrics].map(([name, values]) =>
      el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, [...values].map(([key, x]) => `${key} ${number(x)}`).join(' · ')))))),
    el('p', {}, el('a', { href: routeOf('profile', { show: 'flame', of }) }, 'Flame graph from here'), ' · ', el('a', { href: routeOf('profile', { show: 'callers', of }) }, 'Bottom up'), ' · ',
      el('a', { href: routeOf('profile', { steps: writeSteps([{ kind: 'through', of }]) }) }, 'Only paths through it')));
}

/** What a run measured of a call, in a tree. */
export function recordedCall(app) {
  const visits = app.graph.callValues.find((v) => v.path === 'profile.visits');
  const metric = app.run.metricNamed('');
  const inclusive = app.graph.callValues.find((v) => v.path === `${PREFIX}${metric.name}.inclusive`);
  const show = ({ e }) => {
    const unit = metric.unit === 'occ' ? metric.name : metric.unit || metric.name;
    const words = (write) => [inclusive && inclusive.at(e) > 0 && `${write(inclusive.at(e))} ${unit}`, visits && visits.at(e) > 0 && `${write(visits.at(e))}×`].filter(Boolean).join(' ');
    return words(number) ? el('span', { class: 'recorded', title: words(number) }, words(compact)) : null;
  };
  show.cost = (e) => (inclusive && inclusive.at(e)) || 0;
  return show;
}

