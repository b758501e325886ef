// The page of one function.
import { KINDS, NONE, REASONS } from '../graph.js';
import { el, number, counted, choice, field } from '../dom.js';
import { inSlices } from '../work.js';
import { Walk } from '../walk.js';
import { callTree, treeFilter } from '../calls.js';
import { functionOf, go, labelOf, routeOf } from '../router.js';
import { quoted } from '../search.js';
import { sourceSection } from '../source.js';
import { unfolding } from '../unfold.js';
import { badge, evidenceWords, functionBadges, placeAndCode, placeText, shortLink, withoutParameters } from '../names.js';

const MOST = 50;
const DIRECTIONS = ['callers', 'callees'];
const QUIET = /^(inlineInfo|fileProperties)\./; // of interest only where it is so

function row(name, ...values) {
  return values.some((v) => v !== null && v !== '' && v !== false)
    && el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, values));
}

/** The functions that every chain from the entry points passes, outermost first. */
export function rulers(graph, f) {
  const chain = [];
  for (let by = graph.dominator(f); by >= 0 && chain.length < 1000; by = graph.dominator(by)) chain.unshift(by);
  return chain;
}

/** A list of links, cut. */
export function linkList(graph, functions, separator = ', ', most = MOST) {
  const links = functions.slice(0, most).flatMap((f, i) => [i > 0 && separator, shortLink(graph, f)]);
  const rest = functions.length - most;
  return [...links, rest > 0 && ` and ${number(rest)} more`];
}

function facts(app, f) {
  const { graph } = app;
  const above = rulers(graph, f);
  const members = graph.component(f) ? app.componentMembers(graph.component(f)).filter((m) => m !== f) : [];
  const ruled = app.ruled(f);
  return el('table', { class: 'facts', 'aria-label': 'Facts' }, el('tbody', {},
    row('Signature', graph.signature(f) && el('code', {}, graph.signature(f))),
    row('Linkage name', graph.name(f) !== graph.shown(f) && el('code', {}, graph.name(f))),
    row('Linkage', graph.linkage(f)),
    row('Made by', graph.madeBy(f)),
    row('Known from', evidenceWords(graph.evidence(f))),
    row('Runs', graph.hasBody(f) && REASONS[graph.reason(f)]),
    row('Cycle', members.length > 0 && [`with ${counted(members.length, 'other function')}: `, linkList(graph, members, ', ', 8), ' ',
      el('a', { href: routeOf('cycles', { of: labelOf(graph, f) }) }, 'show')]),
    row('Dominators', above.length > 0 && [el('span', { title: 'Every path from the entry points passes these' }, linkList(graph, above, ' → ', 12))]),
    row('Dominates', ruled > 1 && `${counted(ruled - 1, 'function')}, to which only paths through it lead`),
    row('Overrides', linkedPairs(app, f, 'derived', 'base')),
    row('Overridden by', linkedPairs(app, f, 'base', 'derived'))));
}

// Metadata

/** Metadata that the recorded run left are in a section of their own. */
const ofRun = (app, path) => app.run && /^(profile|BaseProfileData)\b/.test(path);

/** All metadata of a function: [[path, text]]. */
function metadataOf(app, f) {
  const { graph } = app;
  const numbers = graph.functionValues.filter((value) => !ofRun(app, value.path) && !Number.isNaN(value.at(f)) && (value.at(f) || !QUIET.test(value.path)));
  const others = Object.entries(graph.metadata(f)).filter(([key]) => !isInColumns(graph, key) && !ofRun(app, key));
  return [...numbers.map((value) => [value.path, number(value.at(f))]), ...others.map(([key, value]) => [key, metadataText(key, value)])];
}

/** Whether all there is to metadata are numbers, which have columns. */
function isInColumns(graph, key) {
  return graph.functionValues.some((value) => value.path === key || value.path.startsWith(`${key}.`));
}

const parameterText = (p) => `${(p && p.type) || '?'} ${(p && p.name) || ''}`.trim();

function metadataText(key, value) {
  if (key === 'parameters' && Array.isArray(value)) return value.map(parameterText).join(', ') || 'none';
  if (Array.isArray(value) && value.every((x) => typeof x === 'string')) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const MOST_LETTERS = 160; // of metadata that do not unfold

function metadataSection(rows) {
  const cell = ([path, text]) => (text.length <= MOST_LETTERS ? text : unfolding(`metadata ${path}`, {}, `${text.slice(0, MOST_LETTERS)}…`, () => el('code', {}, text)));
  return rows.length > 0 && el('section', {}, el('h2', {}, 'Metadata'), el('table', { class: 'facts', 'aria-label': 'Metadata' }, el('tbody', {}, rows.map((r) => row(r[0], cell(r))))));
}

/** The declaration of a function, as far as it is known. */
function declaration(graph, f) {
  const { parameters, resultType } = graph.metadata(f);
  if (!Array.isArray(parameters) || typeof resultType !== 'string') return '';
  return `${resultType} ${withoutParameters(graph.shown(f))}(${parameters.map(parameterText).join(', ')})`;
}

function linkedPairs(app, f, own, other) {
  const { graph } = app;
  const owns = graph.columns.get(own);
  const others = graph.columns.get(other);
  const found = [];
  for (let i = 0; i < owns.length; i++) if (owns[i] === f) found.push(others[i]);
  return found.length ? linkList(graph, found) : '';
}

function unresolvedList(graph, f) {
  const calls = graph.unresolvedOf(f);
  return calls.length > 0 && el('section', {}, el('h2', {}, `Unresolved calls `, el('small', {}, number(calls.length))),
    el('ul', { class: 'lines' }, calls.slice(0, MOST).map((call) => el('li', {}, placeAndCode(graph, call),
      ` ${call.reason}`, call.unknown && ` (${call.unknown})`, call.type && [' ', el('code', {}, call.type)],
      ' ', badge(['code not collected', 'named functions', 'anything'][call.extent] || '', call.extent === 2 ? 'bad' : 'quiet', 'What it may call')))),
    calls.length > MOST && el('p', {}, `${number(calls.length - MOST)} more`));
}

function takenList(graph, f) {
  const places = graph.takenOf(f);
  return places.length > 0 && el('section', {}, el('h2', {}, 'Address taken ', el('small', {}, number(places.length))),
    el('ul', { class: 'lines' }, places.slice(0, MOST).map((place) => el('li', {}, placeAndCode(graph, place)))));
}

function side(app, f, direction, filter, extra) {
  const { graph } = app;
  const count = direction === 'callees' ? graph.calleeCount(f) : graph.callerCount(f);
  const query = `${direction === 'callees' ? 'from' : 'to'}:${quoted(labelOf(graph, f))}`;
  const reachCount = el('a', { class: 'reachcount', href: routeOf('top', { in: query }), title: 'Show them as a list' });
  const tree = callTree(graph, f, direction, filter, extra);
  const node = el('section', { class: 'side' },
    el('h2', {}, direction === 'callees' ? 'Callees ' : 'Callers ', el('small', {}, number(count)), ' ', reachCount), tree.node);
  return { node, tree, reachCount };
}

async function countReach(app, f, direction, target, signal) {
  const walk = await inSlices(new Walk(app.graph, app.contexts, direction).from([f]), signal);
  if (!walk) return;
  let count = 0;
  let deepest = 0;
  for (const distance of walk.distance) {
    if (distance !== NONE) {
      count++;
      deepest = Math.max(deepest, distance);
    }
  }
  const word = direction === 'callees' ? 'reaches' : 'reached from';
  target.textContent = `${word} ${number(count - 1)}, at most ${number(deepest)} away`;
}

function filters(app, params) {
  const change = (key) => app.choose(key);
  const dir = el('input', { type: 'search', value: params.get('dir'), placeholder: 'src/net', size: 10, onchange: (event) => change('dir')(event.target.value) });
  return el('div', { class: 'bar' },
    field('Kind', choice([['', 'all'], ...KINDS.map((kind) => [kind, kind])], params.get('kind') || '', change('kind'))),
    field('System code', choice([['', 'show'], ['hide', 'hide']], params.get('system') || '', change('system'))),
    field('File', dir));
}

export async function functionView(app, params, signal) {
  const { graph } = app;
  const f = functionOf(graph, params.get('of'));
  if (f < 0) return { title: 'Function', node: el('p', { class: 'empty' }, `The graph has no function ${params.get('of') || ''}.`) };
  await app.findMembers();
  const filter = treeFilter(params);
  const shown = DIRECTIONS.map((direction) => side(app, f, direction, filter, app.callExtra));
  shown.forEach((s, i) => countReach(app, f, DIRECTIONS[i], s.reachCount, signal));
  const place = graph.place(f);
  const details = facts(app, f);
  const metadata = metadataOf(app, f);
  const source = sourceSection(app, f, signal);
  const declared = declaration(graph, f);
  const more = [app.moreOf(f), unresolvedList(graph, f), takenList(graph, f)];
  const node = el('article', { class: 'function' },
    el('header', {}, el('h1', {}, graph.shown(f)), place && placeText(place), functionBadges(graph, f),
      el('span', { class: 'end' },
        el('button', { onclick: () => go('path', { from: labelOf(graph, f) }) }, 'Paths from here'),
        el('button', { onclick: () => go('path', { to: labelOf(graph, f) }) }, 'Paths to here'))),
    declared && el('p', { class: 'declaration' }, el('code', {}, declared)),
    filters(app, params), el('div', { class: 'sides' }, shown.map((s) => s.node)),
    el('div', { class: 'details' }, source, el('div', {}, details, more, source && metadataSection(metadata)), !source && metadataSection(metadata)));
  return { title: graph.shown(f), node, share: () => shareFunction(graph, f, shown, details, metadata), focus: () => node.querySelector('.sides [tabindex="0"]') };
}

const placeWords = (place) => (place ? `${place.file}:${place.line}` : '');

/** The table of facts, as texts. */
function factsShared(graph, f, details) {
  const rows = [...details.rows].map((r) => [...r.cells].map((cell) => cell.textContent));
  return { title: 'Facts', columns: ['fact', 'value'], rows: [['Place', placeWords(graph.place(f))], ...rows].filter((r) => r[1]) };
}

function shareFunction(graph, f, shown, details, metadata) {
  const rows = [];
  const calls = [];
  for (const [i, relation] of ['caller', 'callee'].entries()) {
    for (const { level, node } of shown[i].tree.shown()) {
      rows.push([relation, level, graph.shown(node.f), graph.kindWords(node.e).join(' '), placeWords(graph.sitesOf(node.e)[0])]);
      calls.push([graph.shown(graph.caller[node.e]), graph.shown(graph.callee[node.e]), graph.kindWords(node.e).filter((w) => w !== 'direct').join(' ')]);
    }
  }
  const tables = [{ title: 'Callers and callees', columns: ['relation', 'level', 'function', 'kinds', 'site'], rows }, factsShared(graph, f, details), { title: 'Metadata', columns: ['path', 'value'], rows: metadata },
    { title: 'Unresolved calls', columns: ['site', 'reason', 'type'], rows: graph.unresolvedOf(f).map((call) => [placeWords(call), call.reason, call.type]) },
    { title: 'Address taken', columns: ['place'], rows: graph.takenOf(f).map((place) => [placeWords(place)]) }];
  return { title: graph.shown(f), tables, names: [graph.shown(f)], calls };
}
