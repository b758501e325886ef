// From one function to another: yes with the calls, no with the proof, or unknown with what is not
// known; all paths, and what stands between.
import { NONE } from '../graph.js';
import { el, fill, number, counted, choice, field } from '../dom.js';
import { inSlices, pause } from '../work.js';
import { reach } from '../reach.js';
import { allPaths, between, chainThrough } from '../paths.js';
import { Finder } from '../finder.js';
import { functionOf, labelOf, packed, unpacked } from '../router.js';
import { unfolding } from '../unfold.js';
import { Walk } from '../walk.js';
import { badge, callBadges, evidenceWords, functionLink, placeAndCode, shortLink, siteLines } from '../names.js';
import { linkList } from './function.js';

const MOST_PATHS = [20, 100, 1000];
const MOST_REASONS = 10;

const FROM_SOURCE = 1; // the bit of calls that the source shows, as most

/** How a call is known, unless the source has it. */
function known(graph, e) {
  const evidence = graph.callEvidence(e);
  return evidence > 0 && !(evidence & FROM_SOURCE) && badge(`known from ${evidenceWords(evidence)}`, 'quiet');
}

/** The calls of a path, a line each; further sites below. */
function chain(graph, path, detailed) {
  return el('ol', { class: 'chain' }, path.map((e) => {
    const [site, ...others] = siteLines(graph, e, 'span');
    return el('li', {}, el('div', { class: 'row' }, shortLink(graph, graph.caller[e]), ' → ', shortLink(graph, graph.callee[e]),
      callBadges(graph, e), detailed && known(graph, e)), site && el('div', { class: 'site' }, site, others.length > 0 && ` +${others.length}`));
  }));
}

/** A path in one line that unfolds. */
function shortChain(graph, path, number_) {
  const names = path.flatMap((e, i) => [i === 0 && shortLink(graph, graph.caller[e]), ' → ', shortLink(graph, graph.callee[e])]);
  return unfolding(`path ${number_}`, {}, [counted(path.length, 'call'), ': ', names], () => chain(graph, path, true));
}

function trail(graph, walk, f) {
  const path = walk.pathOf(f);
  return path && path.length > 0 && unfolding(`${walk.forward ? 'to' : 'from'} ${labelOf(graph, f)}`, { class: 'trail' }, counted(path.length, 'call'), () => chain(graph, path, false));
}

function reasonList(title, items, total) {
  return total > 0 && el('section', {}, el('h2', {}, title, ' ', el('small', {}, number(total))),
    el('ul', { class: 'lines' }, items), total > items.length && el('p', {}, `${number(total - items.length)} more`));
}

function unresolvedReasons(graph, found) {
  const all = found.unresolved.flatMap((f) => graph.unresolvedOf(f).map((call) => ({ f, call })));
  const leads = found.callbacks.length > 0 || found.named.length > 0;
  const shown = found.answer === 'unknown' && !leads ? all.filter(({ call }) => call.extent === 2 || !graph.facts.linked) : all;
  const items = shown.slice(0, MOST_REASONS).map(({ f, call }) => el('li', {}, placeAndCode(graph, call), ` ${call.reason}`,
    call.unknown && ` (${call.unknown})`, call.type && [' ', el('code', {}, call.type)], ' in ', functionLink(graph, f), ' ',
    trail(graph, found.fromStart.distance[f] !== NONE ? found.fromStart : found.fromBeyond, f)));
  return reasonList('Unresolved calls on the way', items, shown.length);
}

function functionsWithTrail(graph, title, functions, walk) {
  const items = functions.slice(0, MOST_REASONS).map((f) => el('li', {}, functionLink(graph, f), ' ', trail(graph, walk, f)));
  return reasonList(title, items, functions.length);
}

/** The grounds of an answer without a path. */
export function grounds(graph, found) {
  const { facts } = graph;
  const handed = found.uncollected.length - found.mayCallBack.length;
  const proof = found.answer === 'no' && el('ul', { class: 'lines' },
    handed > 0 && el('li', {}, `${counted(handed, 'function')} not collected ${handed === 1 ? 'is' : 'are'} known to call nothing but what ${handed === 1 ? 'it is' : 'they are'} handed.`),
    el('li', {}, found.leading > 1 ? `${counted(found.leading - 1, 'function leads', 'functions lead')} to it; none of them is reached.` : 'Nothing is known to call it.'),
    facts.linked && el('li', {}, `The graph is linked as a ${facts.library ? 'library' : 'program'}${facts.virtual ? `, virtual calls by ${facts.virtual === 'rta' ? 'rapid type analysis' : 'class hierarchy'}` : ''}.`),
    found.mayCallBack.length > 0 && el('li', {}, 'Taken for granted: system libraries call nothing of the program by name.'));
  return [proof, unresolvedReasons(graph, found),
    functionsWithTrail(graph, 'Functions of which the graph does not record all calls', found.unrecorded, found.fromBeyond),
    functionsWithTrail(graph, 'May be called by code not collected, or by unresolved calls, by their address', found.callbacks, found.toTarget),
    functionsWithTrail(graph, 'May be called by name', found.named, found.toTarget),
    found.callable.length > 0 && el('section', {}, el('h2', {}, 'Code not collected may call ', el('small', {}, number(found.callable.length))), el('p', {}, linkList(graph, found.callable, ', ', 12)))];
}

const WORDS = {
  yes: (found) => `There is a path of ${counted(found.path.length, 'call')}; the start reaches ${counted(found.reached, 'function')}.`,
  no: (found) => `There is no path (${counted(found.reached, 'function')} reached, ${number(found.uncollected.length)} of them not collected, all calls of the others known).`,
  unknown: (found) => `No path is known, but not all calls on the way are (${counted(found.reached, 'function')} reached${found.beyond ? `, ${number(found.beyond)} more through code not collected` : ''}).`,
};

const THROUGH = {
  yes: (found) => `There is a path of ${counted(found.path.length, 'call')} through it.`,
  no: (found) => `There is no path through it (${found.half || 'from the start to there'}: ${counted(found.reached, 'function')} reached, all calls of those collected known).`,
  unknown: () => 'No path through it is known, but not all calls on the way are.',
};

async function showPaths(app, asked, target, signal) {
  const { graph, contexts } = app;
  fill(target, el('p', { class: 'quiet' }, 'Searching all paths…'));
  await pause();
  const result = await inSlices(allPaths(graph, contexts, asked.from, asked.to, asked), signal);
  if (!result) return null;
  const all = result.complete ? '' : ' (there are more)';
  fill(target, el('h2', {}, asked.through ? 'Paths through ' : 'All paths ', el('small', {}, number(result.paths.length), all)),
    el('div', { class: 'paths' }, result.paths.map((path, i) => shortChain(graph, path, i + 1))));
  return result.paths;
}

/** The chains that are asked for, as pairs of their ends. */
function legsOf({ from, to, through }) {
  if (!through) return [[from, to]];
  const [middle, ...others] = through;
  return others.length || middle === from || middle === to ? [] : [[from, middle], [middle, to]];
}

async function showBetween(app, asked, target, signal) {
  const { graph, contexts } = app;
  const legs = legsOf(asked);
  const found = [];
  for (const [i, [from, to]] of legs.entries()) {
    const walk = await inSlices(new Walk(graph, contexts, 'callers', asked.avoid).from([to]), signal);
    const inside = walk && await inSlices(between(graph, contexts, walk.pathOf(from) || [], { from, to, avoid: asked.avoid }), signal);
    if (!inside) return;
    if (i > 0) found.push(from);
    found.push(...inside);
  }
  if (!legs.length) return;
  fill(target, el('h2', {}, 'Between'), found.length
    ? el('p', {}, 'Every path passes ', linkList(graph, found, ' → '), '.')
    : el('p', {}, 'No single function is on every path.'));
}

/** A field for one function. */
function finderFor(app, params, key, label) {
  const f = functionOf(app.graph, params.get(key));
  const finder = new Finder(app, {
    label, placeholder: 'function', value: f >= 0 ? app.graph.shown(f) : '',
    chosen: (chosen) => app.change({ [key]: labelOf(app.graph, chosen), open: '' }),
  });
  finder.input.addEventListener('change', () => {
    if (!finder.input.value) app.change({ [key]: '', open: '' });
  });
  return { absent: params.get(key) && f < 0 ? [params.get(key)] : [], functions: f >= 0 ? [f] : [], node: field(label, finder.node), finder };
}

/** A field for any number of functions. */
function setFor(app, params, key, label, empty) {
  const { graph } = app;
  const text = params.get(key);
  const labels = text && functionOf(graph, text) >= 0 ? [text] : unpacked(text);
  const functions = labels.map((name) => functionOf(graph, name)).filter((f) => f >= 0);
  const change = (next) => app.change({ [key]: packed(next.map((f) => labelOf(graph, f))), open: '' });
  const finder = new Finder(app, { label, placeholder: functions.length ? 'or' : empty, chosen: (f) => change([...new Set([...functions, f])]) });
  const chips = functions.map((f) => el('span', { class: 'chip' }, el('span', { class: 'fn' }, graph.shown(f)),
    el('button', { 'aria-label': `${label}: remove ${graph.shown(f)}`, onclick: () => change(functions.filter((other) => other !== f)) }, '×')));
  return { absent: labels.filter((name) => functionOf(graph, name) < 0), functions, node: el('span', { class: 'field' }, el('span', {}, label), chips, finder.node), finder };
}

const setOf = ({ functions }) => (functions.length ? new Set(functions) : null);

/** Work: the answer for paths through any of a set: the two halves, if no path is known. */
function* reachThrough(graph, contexts, { from, to, through, avoid }) {
  const path = yield* chainThrough(graph, contexts, from, to, { through, avoid });
  const first = yield* reach(graph, contexts, [from], [...through], avoid);
  if (path || first.answer === 'no') return { ...first, answer: path ? 'yes' : 'no', path };
  const second = yield* reach(graph, contexts, [...through], [to], avoid);
  if (second.answer === 'no') return { ...second, path: null, half: 'from there to the end' };
  return { ...(first.answer === 'unknown' ? first : second), answer: 'unknown', path: null };
}

async function answerInto(app, target, asked, shared, signal) {
  const { graph, contexts } = app;
  const { from, to, through, avoid } = asked;
  const found = await inSlices(through ? reachThrough(graph, contexts, asked) : reach(graph, contexts, [from], [to], avoid), signal);
  if (!found) return;
  const paths = el('section', {});
  const middle = el('section', {});
  const repeats = through && found.path && new Set(found.path.map((e) => graph.callee[e])).size < found.path.length;
  const words = through ? THROUGH[found.answer](found) : WORDS[found.answer](found);
  fill(target, el('div', { class: `verdict ${found.answer}`, role: 'status' }, el('strong', {}, found.answer), ' ', words, repeats && ' The shortest chain has a function twice.'),
    found.path ? [found.path.length > 0 && el('section', {}, el('h2', {}, through ? 'Shortest path through' : 'Shortest path'), chain(graph, found.path, true)), middle, paths]
      : found.fromBeyond && grounds(graph, found));
  shared.answer = found;
  if (found.path && found.path.length > 0) {
    await showBetween(app, asked, middle, signal);
    shared.paths = await showPaths(app, asked, paths, signal);
  }
}

const FIELDS = [['from', 'From', finderFor], ['to', 'To', finderFor], ['through', 'Through', setFor, 'any'], ['avoid', 'Avoiding', setFor, 'none']];

export async function pathView(app, params, signal) {
  const { graph } = app;
  const fields = FIELDS.map(([key, label, make, empty]) => make(app, params, key, label, empty));
  const [from, to] = fields.map(({ functions }) => functions[0]);
  const [through, avoid] = fields.slice(2).map(setOf);
  const swap = el('button', { title: 'Swap the ends', 'aria-label': 'Swap the ends', onclick: () => app.change({ from: params.get('to') || '', to: params.get('from') || '', open: '' }) }, '⇄');
  const most = MOST_PATHS.find((n) => n === Number(params.get('most'))) || MOST_PATHS[0];
  const limit = field('At most', choice(MOST_PATHS.map((n) => [n, counted(n, 'path')]), most, app.choose('most')));
  const answer = el('div', { class: 'answer' });
  const node = el('article', {}, el('h1', {}, 'Can it reach?'), el('div', { class: 'bar' }, fields[0].node, swap, fields[1].node, fields.slice(2).map((x) => x.node), limit), answer);
  const shared = {};
  const absent = fields.flatMap((x) => x.absent);
  if (absent.length) fill(answer, absent.map((name) => el('p', { class: 'empty' }, `The graph has no function ${name}.`)));
  else if (from !== undefined && to !== undefined) answerInto(app, answer, { from, to, through, avoid, most }, shared, signal);
  else fill(answer, el('p', { class: 'empty' }, 'Choose two functions. The answer is yes, no or unknown, as cgquery why gives it, with the calls or the reasons.'));
  const missing = fields.slice(0, 2).find((x) => !x.functions.length);
  return {
    title: 'Paths', node, focus: () => missing && missing.finder.input,
    share: () => sharePaths(graph, shared, from, to),
  };
}

const siteWords = (site) => (site ? `${site.file}:${site.line}` : '');

/** The grounds of an answer, as tables. */
function groundTables(graph, found) {
  const unresolved = (found.unresolved || []).flatMap((f) => graph.unresolvedOf(f).map((call) => [graph.shown(f), siteWords(call), call.reason, call.unknown, call.type]));
  const list = (title, functions = []) => ({ title, columns: ['function', 'place'], rows: functions.map((f) => [graph.shown(f), siteWords(graph.place(f))]) });
  return [{ title: 'Unresolved calls on the way', columns: ['function', 'site', 'reason', 'unknown', 'type'], rows: unresolved },
    list('Functions of which the graph does not record all calls', found.unrecorded), list('May be called by code not collected, or by unresolved calls, by their address', found.callbacks),
    list('May be called by name', found.named)];
}

function sharePaths(graph, { answer: found, paths }, from, to) {
  if (!found) return null;
  const all = found.path ? (paths && paths.length ? paths : [found.path]) : [];
  const rows = all.flatMap((path, i) => path.map((e) =>
    [i + 1, graph.shown(graph.caller[e]), graph.shown(graph.callee[e]), graph.kindWords(e).join(' '), siteWords(graph.sitesOf(e)[0])]));
  const seen = new Set(all.flat());
  const calls = Array.from(seen, (e) => [graph.shown(graph.caller[e]), graph.shown(graph.callee[e]), graph.kindWords(e).filter((w) => w !== 'direct').join(' ')]);
  const tables = found.path ? [{ title: 'Paths', columns: ['path', 'caller', 'callee', 'kinds', 'site'], rows }] : groundTables(graph, found);
  return { title: `${graph.shown(from)} to ${graph.shown(to)}: ${found.answer}`, tables, names: [graph.shown(from), graph.shown(to)], calls };
}
