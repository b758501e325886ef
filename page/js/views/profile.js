// The recorded run: flame graph, callers of what costs most, a flat list, and the run against the
// graph. Each step of refining keeps the paths that pass a function or file, or that do not.
import { el, fill, number, counted, choice, field } from '../dom.js';
import { Flame } from '../flame.js';
import { functionLink } from '../names.js';
import { adjust, go, labelOf, routeOf } from '../router.js';
import { readSteps, writeSteps } from '../run.js';
import { locationsView } from './locations.js';
import { Table } from '../table.js';

const MOST_CALLERS = 12;

const share = (value, total) => (total ? `${((100 * value) / total).toFixed(1)} %` : '');

function frameLink(run, frame) {
  const f = run.frameFunction[frame];
  return f >= 0 ? functionLink(run.graph, f) : el('span', { class: 'fn', title: 'The graph does not have it' }, run.nameOf(frame));
}

/** The steps, each to be taken back. */
function stepBar(steps, change) {
  const parts = steps.map((step, i) => el('li', {}, `${step.kind} `, el('code', {}, step.of), ' ',
    el('button', { 'aria-label': `Take back: ${step.kind} ${step.of}`, onclick: () => change(steps.filter((_, k) => k !== i)) }, '×')));
  const input = el('input', { type: 'search', placeholder: 'function or file:net.c', size: 24, 'aria-label': 'Keep paths through' });
  const add = (kind) => () => input.value.trim() && change([...steps, { kind, of: input.value.trim() }]);
  input.addEventListener('keydown', (event) => event.key === 'Enter' && add('through')());
  return el('div', { class: 'bar' }, el('ol', { class: 'steps', 'aria-label': 'Filters' }, el('li', {}, 'all paths'), parts), input,
    el('button', { onclick: add('through') }, 'only through'), el('button', { onclick: add('without') }, 'without'));
}

function flatTable(run, values, total, steps, change) {
  const rows = run.flat(values);
  const only = (row, kind, text) => !run.inPieces && el('button', { onclick: () => change([...steps, { kind, of: run.nameOf(row.frame) }]) }, text);
  return new Table('Functions', [
    { title: 'function', of: (r) => run.nameOf(r.frame), show: (r) => frameLink(run, r.frame) },
    { title: 'exclusive', of: (r) => r.own, number: true, bar: true },
    { title: '%', of: (r) => r.own / total, show: (r) => share(r.own, total), number: true },
    { title: 'inclusive', of: (r) => r.all, number: true, bar: true },
    { title: '% ', of: (r) => r.all / total, show: (r) => share(r.all, total), number: true },
    { title: 'refine', of: () => '', show: (r) => [only(r, 'through', 'through'), ' ', only(r, 'without', 'without'), ' ',
      el('a', { href: routeOf('profile', { ...Object.fromEntries(new URLSearchParams(location.hash.split('?')[1])), show: 'callers', of: run.nameOf(r.frame) }) }, 'callers')] },
  ], rows, 1);
}

/** Callers of a function, unfolded on demand, with the cost that came through each. */
function bottomUp(run, values, frame) {
  const total = run.top(values).value;
  const row = (node, depth) => {
    const item = el('details', { class: 'up' }, el('summary', {}, frameLink(run, node.frame), ' ', el('span', { class: 'end' }, `${number(node.value)} · ${share(node.value, total)}`)));
    const unfold = () => {
      if (item.childElementCount > 1) return;
      const callers = run.callers(node);
      item.append(...callers.slice(0, MOST_CALLERS).map((caller) => row(caller, depth + 1)));
      if (!callers.length) item.append(el('p', { class: 'none' }, 'nothing recorded calls it'));
    };
    item.addEventListener('toggle', unfold);
    if (depth < 2) {
      unfold();
      item.open = true;
    }
    return item;
  };
  return el('section', {}, el('h2', {}, 'Callers of ', run.nameOf(frame)), row(run.bottom(frame, values), 0));
}

function frameNamed(run, text) {
  for (let frame = 0; frame < run.frameFunction.length; frame++) if (run.nameOf(frame) === text) return frame;
  return -1;
}

function flameOf(app, run, values, metric, root) {
  const frame = root ? frameNamed(run, root) : -1;
  const top = frame >= 0 ? run.rooted(frame, values) : run.top(values);
  const source = {
    top, unit: metric.unit || metric.name, calls: (node) => run.calls(node, values), name: (fr) => run.nameOf(fr),
    group: (fr) => (fr < 0 ? '' : run.fileOf(fr).split('/').slice(0, -1).join('/') || run.nameOf(fr)),
  };
  const open = (fr) => run.frameFunction[fr] >= 0 && go('function', { of: labelOf(app.graph, run.frameFunction[fr]) });
  return new Flame(source, open, app.say);
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

function againstGraph(app, run) {
  const { graph } = app;
  const ran = run.ran();
  const rows = [];
  const count = { bodies: 0, ran: 0 };
  for (let f = 0; f < graph.n; f++) {
    if (!graph.hasBody(f) || graph.isSystem(f)) continue;
    count.bodies++;
    if (ran.has(f)) count.ran++;
    else if (!graph.isDead(f)) rows.push({ f });
  }
  rows.sort((a, b) => graph.lines(b.f) - graph.lines(a.f));
  const never = new Table('Never ran', [
    { title: 'function', of: (x) => graph.shown(x.f), show: (x) => functionLink(graph, x.f) },
    { title: 'lines', of: (x) => graph.lines(x.f), number: true, bar: true },
    { title: 'callers that ran', of: (x) => callersThatRan(graph, x.f, ran), number: true },
    { title: 'file', of: (x) => graph.file(x.f) },
  ], rows, 1);
  const missing = missingTable(graph);
  return el('section', {}, el('p', {}, `${number(count.ran)} of ${counted(count.bodies, 'function')} with a body ran (${share(count.ran, count.bodies)}). `,
    `The run has ${counted(graph.facts.recordedCalls, 'distinct call')}: ${number(missing.rows.length)} are missing from the graph, ${number(graph.facts.explainedCalls)} are explained by inlining and the like.`),
  missing.rows.length > 0 && [el('h2', {}, 'Ran but missing ', el('small', {}, number(missing.rows.length))), missing.node],
  el('h2', {}, 'Never ran, though not dead ', el('small', {}, number(rows.length))), never.node);
}

function callersThatRan(graph, f, ran) {
  let count = 0;
  for (let i = graph.firstIn[f]; i < graph.firstIn[f + 1]; i++) if (ran.has(graph.caller[graph.callsInto[i]])) count++;
  return count;
}

export function profileView(app, params) {
  const { run, graph } = app;
  const metric = run.metricNamed(params.get('metric'));
  const steps = readSteps(params.get('steps'));
  const show = params.get('show') || 'flame';
  const values = run.refine(metric, steps);
  const total = run.top(run.refine(metric, [])).value;
  const kept = run.top(values).value;
  const change = (next) => { adjust({ steps: writeSteps(next) }); app.show(); };
  const set = (key) => (value) => { adjust({ [key]: value }); app.show(); };
  const flat = flatTable(run, values, total, steps, change);
  const flame = show === 'flame' && flameOf(app, run, values, metric, params.get('of'));
  const frame = frameNamed(run, params.get('of') || (flat.rows[0] ? run.nameOf(flat.rows[0].frame) : ''));
  const tabs = [['flame', 'flame graph'], ['flat', 'functions'], ['callers', 'bottom up'], ['graph', 'against the graph']];
  if (run.hasLocations) tabs.push(['locations', 'over locations']);
  const spread = show === 'locations' && run.hasLocations && locationsView(app, params, metric);
  const body = { flame: () => [params.get('of') && el('p', {}, 'Rooted at ', el('code', {}, params.get('of')), ' ', el('button', { onclick: () => set('of')('') }, 'from the start')), flame.about, flame.canvas],
    flat: () => flat.node, callers: () => frame >= 0 && bottomUp(run, values, frame), graph: () => againstGraph(app, run), locations: () => spread && spread.node }[show] || (() => flat.node);
  return {
    title: 'Run',
    node: el('article', {}, el('h1', {}, 'Recorded run'),
      el('p', { class: 'summary' }, `${graph.facts.profile}, ${counted(graph.facts.locations, 'location')}, ${number(total)} ${metric.unit} ${metric.name} in all`,
        steps.length > 0 && `; ${number(kept)} (${share(kept, total)}) on the paths that are kept`, '. ', run.inPieces && 'It has calls, not paths: trees share the cost of a function among its callers in proportion.', graph.facts.sampled ? ' It is sampled.' : ''),
      el('div', { class: 'bar' }, field('Show', choice(tabs, show, set('show'))), field('Metric', choice(run.metrics.map((m) => [m.name, m.name]), metric.name, set('metric')))),
      !run.inPieces && !spread && stepBar(steps, change), body()),
    drawn: () => flame && flame.draw(), focus: () => (flame ? flame.canvas : (spread ? spread.table : flat).first()), share: () => (spread ? spread.table : flat).share(`${graph.facts.name}: ${metric.name}`),
  };
}

// Beside functions and calls

const PREFIX = 'profile.metrics.';

/** {metric: {of: value}} of "profile.metrics.time.inclusive" and the like. */
function recordedValues(values, i) {
  const found = {};
  for (const value of values) {
    const x = value.at(i);
    if (!value.path.startsWith(PREFIX) || Number.isNaN(x)) continue;
    const parts = value.path.slice(PREFIX.length).split('.');
    const of = parts.at(-2) === 'locations' ? `locations.${parts.pop()}` && parts.concat() : null;
    const name = of ? of.slice(0, -1).join('.') : parts.slice(0, -1).join('.');
    const key = of ? `at one location, ${value.path.split('.').pop()}` : parts.at(-1);
    (found[name] ||= {})[key] = x;
  }
  return found;
}

export function recordedSection(app, f) {
  const { graph, run } = app;
  const metrics = recordedValues(graph.functionValues, f);
  const visits = graph.functionValues.find((v) => v.path === 'profile.visits');
  if (!Object.keys(metrics).length) return el('section', {}, el('h2', {}, 'Recorded run'), el('p', { class: 'quiet' }, run.frameOf(f) >= 0 ? 'It ran; nothing was measured.' : 'It did not run, or was inlined.'));
  const of = graph.shown(f);
  return el('section', {}, el('h2', {}, 'Recorded run'),
    visits && visits.at(f) > 0 && el('p', {}, counted(visits.at(f), 'visit')),
    el('table', { class: 'facts', 'aria-label': 'Recorded run' }, el('tbody', {}, Object.entries(metrics).map(([name, values]) =>
      el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, Object.entries(values).map(([key, x]) => `${key} ${number(x)}`).join(' · ')))))),
    el('p', {}, el('a', { href: routeOf('profile', { show: 'flame', of }) }, 'Flame graph from here'), ' · ', el('a', { href: routeOf('profile', { show: 'callers', of }) }, 'Bottom up'), ' · ',
      el('a', { href: routeOf('profile', { steps: writeSteps([{ kind: 'through', of }]) }) }, 'Only paths through it')));
}

/** What a run measured of a call, in a tree. */
export function recordedCall(app) {
  const visits = app.graph.callValues.find((v) => v.path === 'profile.visits');
  const metric = app.run.metricNamed('');
  const inclusive = app.graph.callValues.find((v) => v.path === `${PREFIX}${metric.name}.inclusive`);
  const show = ({ e }) => {
    const parts = [inclusive && inclusive.at(e) > 0 && `${number(inclusive.at(e))} ${metric.unit === 'occ' ? metric.name : metric.unit || metric.name}`, visits && visits.at(e) > 0 && `${number(visits.at(e))}×`].filter(Boolean);
    return parts.length ? el('span', { class: 'recorded' }, parts.join(' ')) : null;
  };
  show.cost = (e) => (inclusive && inclusive.at(e)) || 0;
  return show;
}

