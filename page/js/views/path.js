// From one function to another: yes with the calls, no with the proof, or unknown with what is not
// known; all paths, and what stands between.
import { NONE } from '../graph.js';
import { el, fill, number, counted, choice, field } from '../dom.js';
import { inSlices, pause } from '../work.js';
import { reach } from '../reach.js';
import { allPaths, between } from '../paths.js';
import { Finder } from '../finder.js';
import { adjust, functionOf, labelOf } from '../router.js';
import { badge, callBadges, evidenceWords, functionLink, placeText, siteLines } from '../names.js';
import { linkList } from './function.js';

const MOST_PATHS = [20, 100, 1000];
const MOST_REASONS = 10;

const FROM_SOURCE = 1; // the bit of calls that only the source shows, as most

/** How a call is known, unless the source has it. */
function known(graph, e) {
  const evidence = graph.callEvidence(e);
  return evidence > 0 && evidence !== FROM_SOURCE && badge(`known from ${evidenceWords(evidence)}`, 'quiet');
}

/** The calls of a path, a line each; further sites below. */
function chain(graph, path, detailed) {
  return el('ol', { class: 'chain' }, path.map((e) => {
    const [site, ...others] = siteLines(graph, e, 'span');
    return el('li', {}, el('div', { class: 'row' }, functionLink(graph, graph.caller[e]), ' → ', functionLink(graph, graph.callee[e]),
      callBadges(graph, e), detailed && known(graph, e), el('span', { class: 'end' }, site, others.length > 0 && ` +${others.length}`)));
  }));
}

/** A path in one line that unfolds. */
function shortChain(graph, path) {
  const names = path.flatMap((e, i) => [i === 0 && functionLink(graph, graph.caller[e]), ' → ', functionLink(graph, graph.callee[e])]);
  return el('details', {}, el('summary', {}, counted(path.length, 'call'), ': ', names), chain(graph, path, true));
}

function trail(graph, walk, f) {
  const path = walk.pathOf(f);
  return path && path.length > 0 && el('details', { class: 'trail' }, el('summary', {}, counted(path.length, 'call')), chain(graph, path, false));
}

function reasonList(title, items, total) {
  return total > 0 && el('section', {}, el('h2', {}, title, ' ', el('small', {}, number(total))),
    el('ul', { class: 'lines' }, items), total > items.length && el('p', {}, `${number(total - items.length)} more`));
}

function unresolvedReasons(graph, found) {
  const all = found.unresolved.flatMap((f) => graph.unresolvedOf(f).map((call) => ({ f, call })));
  const leads = found.callbacks.length > 0 || found.named.length > 0;
  const shown = found.answer === 'unknown' && !leads ? all.filter(({ call }) => call.extent === 2 || !graph.facts.linked) : all;
  const items = shown.slice(0, MOST_REASONS).map(({ f, call }) => el('li', {}, placeText(call), ` ${call.reason}`,
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
    functionsWithTrail(graph, 'May be called by code not collected, which has their address', found.callbacks, found.toTarget),
    functionsWithTrail(graph, 'May be called by name', found.named, found.toTarget),
    found.callable.length > 0 && el('section', {}, el('h2', {}, 'Code not collected may call ', el('small', {}, number(found.callable.length))), el('p', {}, linkList(graph, found.callable, ', ', 12)))];
}

const WORDS = {
  yes: (found) => `There is a path of ${counted(found.path.length, 'call')}; the start reaches ${counted(found.reached, 'function')}.`,
  no: (found) => `There is no path (${counted(found.reached, 'function')} reached, ${number(found.uncollected.length)} of them not collected, all calls of the others known).`,
  unknown: (found) => `No path is known, but not all calls on the way are (${counted(found.reached, 'function')} reached${found.beyond ? `, ${number(found.beyond)} more through code not collected` : ''}).`,
};

async function showPaths(app, from, to, options, target, signal) {
  const { graph, contexts } = app;
  fill(target, el('p', { class: 'quiet' }, 'Searching all paths…'));
  await pause();
  const result = await inSlices(allPaths(graph, contexts, from, to, options), signal);
  if (!result) return null;
  const all = result.complete ? '' : ' (there are more)';
  fill(target, el('h2', {}, options.through ? 'Paths through ' : 'All paths ', el('small', {}, number(result.paths.length), all)),
    el('div', { class: 'paths' }, result.paths.map((path) => shortChain(graph, path))));
  return result.paths;
}

async function showBetween(app, path, from, to, avoid, target, signal) {
  const found = path.length > 1 && await inSlices(between(app.graph, app.contexts, path, from, to, avoid), signal);
  if (!found) return;
  fill(target, el('h2', {}, 'Between'), found.length
    ? el('p', {}, 'Every path passes ', linkList(app.graph, found, ' → '), '.')
    : el('p', {}, 'No single function is on every path.'));
}

function finderFor(app, params, key, label) {
  const f = functionOf(app.graph, params.get(key));
  const finder = new Finder(app, {
    label, placeholder: 'function', value: f >= 0 ? app.graph.shown(f) : '',
    chosen: (chosen) => { adjust({ [key]: labelOf(app.graph, chosen) }); app.show(); },
  });
  finder.input.addEventListener('change', () => {
    if (!finder.input.value) { adjust({ [key]: '' }); app.show(); }
  });
  return { f, node: field(label, finder.node), finder };
}

async function answerInto(app, target, asked, shared, signal) {
  const { graph, contexts } = app;
  const { from, to, through, avoid, most } = asked;
  const set = avoid >= 0 ? new Set([avoid]) : null;
  const found = await inSlices(reach(graph, contexts, [from], [to], set), signal);
  if (!found) return;
  const paths = el('section', {});
  const middle = el('section', {});
  fill(target, el('div', { class: `verdict ${found.answer}`, role: 'status' }, el('strong', {}, found.answer), ' ', WORDS[found.answer](found)),
    found.path ? [found.path.length > 0 && el('section', {}, el('h2', {}, 'Shortest path'), chain(graph, found.path, true)), middle, paths] : grounds(graph, found));
  shared.answer = found;
  if (found.path && found.path.length > 0) {
    await showBetween(app, found.path, from, to, set, middle, signal);
    shared.paths = await showPaths(app, from, to, { most, avoid: set, through: through >= 0 ? new Set([through]) : null }, paths, signal);
  }
}

export async function pathView(app, params, signal) {
  const { graph } = app;
  const finders = [['from', 'From'], ['to', 'To'], ['through', 'Through'], ['avoid', 'Avoiding']].map(([key, label]) => finderFor(app, params, key, label));
  const [from, to, through, avoid] = finders.map((finder) => finder.f);
  const swap = el('button', { title: 'Swap the ends', onclick: () => { adjust({ from: params.get('to') || '', to: params.get('from') || '' }); app.show(); } }, '⇄');
  const most = MOST_PATHS.find((n) => n === Number(params.get('most'))) || MOST_PATHS[0];
  const limit = field('At most', choice(MOST_PATHS.map((n) => [n, counted(n, 'path')]), most, (value) => { adjust({ most: value }); app.show(); }));
  const answer = el('div', { class: 'answer' });
  const node = el('article', {}, el('h1', {}, 'Can it reach?'), el('div', { class: 'bar' }, finders.map((x) => x.node), swap, limit), answer);
  const shared = {};
  const absent = ['from', 'to', 'through', 'avoid'].filter((key, i) => params.get(key) && finders[i].f < 0);
  if (absent.length) fill(answer, absent.map((key) => el('p', { class: 'empty' }, `The graph has no function ${params.get(key)}.`)));
  else if (from >= 0 && to >= 0) answerInto(app, answer, { from, to, through, avoid, most }, shared, signal);
  else fill(answer, el('p', { class: 'empty' }, 'Choose two functions. The answer is yes, no or unknown, as cgquery why gives it, with the calls or the reasons.'));
  const missing = finders.find((x, i) => i < 2 && x.f < 0);
  return {
    title: 'Paths', node, focus: () => missing && missing.finder.input,
    share: () => sharePaths(graph, shared, from, to),
  };
}

function sharePaths(graph, shared, from, to) {
  const found = shared.answer;
  const title = found ? `${graph.shown(from)} to ${graph.shown(to)}: ${found.answer}` : 'Paths';
  const paths = found && found.path ? shared.paths || [found.path] : [];
  const rows = paths.flatMap((path, i) => path.map((e) => {
    const site = graph.sitesOf(e)[0];
    return [i + 1, graph.shown(graph.caller[e]), graph.shown(graph.callee[e]), graph.kindWords(e).join(' '), site ? `${site.file}:${site.line}` : ''];
  }));
  const reasons = found && !found.path ? found.unresolved.flatMap((f) => graph.unresolvedOf(f).map((call) =>
    ['', graph.shown(f), `? ${call.reason}`, call.unknown, `${call.file}:${call.line}`])) : [];
  return { title, columns: ['path', 'caller', 'callee', 'kinds', 'site'], rows: [...rows, ...reasons], calls: rows.map((row) => [row[1], row[2], row[3]]) };
}
