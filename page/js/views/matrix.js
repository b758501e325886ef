// Calls between folders. Their order is the one in which the fewest calls lead upwards; those that do
// may break layers; calls that break rules are marked as well.
import { el, fill, number, counted } from '../dom.js';
import { badge, functionLink, placeText } from '../names.js';
import { routeOf } from '../router.js';
import { childIn } from '../folders.js';
import { Grid } from '../grid.js';
import { BROKEN, STATES } from '../rules.js';
import { Table } from '../table.js';
import { inSlices } from '../work.js';

const MOST = 60;

/** Calls between the parts of a folder: {parts, calls: Map from part to Map from part to [e]}. */
function* callsBetween(app, folder) {
  const { graph } = app;
  const { of } = app.folders();
  const partOf = new Map();
  for (const leaf of new Set(of)) partOf.set(leaf, childIn(folder, leaf));
  const calls = new Map();
  const count = new Map();
  for (let e = 0; e < graph.m; e++) {
    const from = partOf.get(of[graph.caller[e]]);
    const to = partOf.get(of[graph.callee[e]]);
    if (!from || !to || graph.isGuess(e)) continue;
    if (!calls.has(from)) calls.set(from, new Map());
    const row = calls.get(from);
    if (!row.has(to)) row.set(to, []);
    row.get(to).push(e);
    count.set(from, (count.get(from) || 0) + 1);
    if (to !== from) count.set(to, (count.get(to) || 0) + 1);
    if (e % 16384 === 16383) yield;
  }
  const parts = [...count.keys()].sort((a, b) => count.get(b) - count.get(a));
  return { parts: parts.slice(0, MOST), left: parts.length - Math.min(MOST, parts.length), calls };
}

/** An order with few calls upwards: P. Eades, X. Lin, W. Smyth, "A fast and effective heuristic for
 *  the feedback arc set problem", 1993. */
function layered(parts, weight) {
  const left = new Set(parts);
  const first = [];
  const last = [];
  while (left.size) {
    let best = null;
    let most = -Infinity;
    for (const part of left) {
      let out = 0;
      let into = 0;
      for (const other of left) {
        if (other === part) continue;
        out += weight(part, other);
        into += weight(other, part);
      }
      const score = into === 0 ? Infinity : out === 0 ? -1e12 : out - into;
      if (out === 0 && into > 0) {
        last.unshift(part);
        left.delete(part);
        best = null;
        most = Infinity;
        break;
      }
      if (score > most) {
        most = score;
        best = part;
      }
    }
    if (best) {
      first.push(best);
      left.delete(best);
    }
  }
  return [...first, ...last];
}

const siteOf = (graph, e) => graph.sitesOf(e)[0];

function callTable(graph, edges, rules) {
  const columns = [
    { title: 'caller', of: (e) => graph.shown(graph.caller[e]), show: (e) => functionLink(graph, graph.caller[e]) },
    { title: 'callee', of: (e) => graph.shown(graph.callee[e]), show: (e) => functionLink(graph, graph.callee[e]) },
    { title: 'kinds', of: (e) => graph.kindWords(e).join(' ') },
    { title: 'site', of: (e) => { const s = siteOf(graph, e); return s ? `${s.file}:${s.line}` : ''; }, show: (e) => { const s = siteOf(graph, e); return s ? placeText(s) : ''; } },
  ];
  const broken = (e) => (rules && rules.brokenBy(e) ? rules.brokenBy(e).name : '');
  if (edges.some(broken)) columns.push({ title: 'breaks', of: broken });
  return new Table('Calls', columns, edges);
}

/** The order of the parts, and what the view shows of each pair of them. */
function pairsOf({ parts, calls }, rules) {
  const edges = (from, to) => (calls.get(from) && calls.get(from).get(to)) || [];
  const count = (from, to) => edges(from, to).length;
  const broken = (from, to) => (rules ? edges(from, to).reduce((sum, e) => sum + (rules.brokenBy(e) ? 1 : 0), 0) : 0);
  const order = layered(parts, count);
  const upward = order.flatMap((from, i) => order.slice(0, i).map((to) => ({ from, to, count: count(from, to), back: count(to, from) }))).filter((x) => x.count);
  upward.sort((a, b) => b.count - a.count);
  return { order, upward, edges, count, broken };
}

/** For drawings: which parts call which, and how often. */
function callsOf({ order, count }) {
  return order.flatMap((from) => order.filter((to) => to !== from && count(from, to)).map((to) => [from.name, to.name, number(count(from, to))]));
}

function upwardTable(upward, chosen) {
  return new Table('Calls that lead upwards', [
    { title: 'from', of: (x) => x.from.name, show: (x) => el('button', { onclick: () => chosen(x.from, x.to) }, x.from.name) },
    { title: 'up to', of: (x) => x.to.name },
    { title: 'calls', of: (x) => x.count, number: true, bar: true },
    { title: 'the other way', of: (x) => x.back, number: true },
  ], upward, 2);
}

// Rules

const COLOURS = ['good', 'warn', 'bad', 'quiet'];

function chainTable(graph, rule) {
  const one = ({ f, name }) => (f >= 0 ? functionLink(graph, f) : el('span', { class: 'fn', title: 'The page does not have it' }, name));
  return new Table('Calls that break the rule', [
    { title: 'the call, and the way to what the rule forbids', of: (chain) => chain.map((x) => x.name).join(' → '), show: (chain) => chain.flatMap((x, i) => [i > 0 && ' → ', one(x)]) },
    { title: 'calls', of: (chain) => chain.length - 1, number: true },
  ], rule.chains.slice());
}

function ruleTable(rules, chosen) {
  return new Table('Rules', [
    { title: 'rule', of: (rule) => rule.name, show: (rule) => el('button', { title: rule.text, onclick: () => chosen(rule) }, rule.name) },
    { title: 'state', of: (rule) => STATES[rule.state], show: (rule) => badge(STATES[rule.state], COLOURS[rule.state]) },
    { title: 'calls that break it', of: (rule) => rule.chains.length, number: true, bar: true },
    { title: 'why', of: (rule) => rule.message },
  ], rules.all.slice().sort((a, b) => (b.state === BROKEN) - (a.state === BROKEN)));
}

function head(app, folder, left) {
  const inner = [...folder.children.values()].filter((child) => !child.isFile);
  return el('p', {}, folder.parent && [el('a', { href: routeOf('matrix', { dir: folder.parent.path }) }, '↑ outer folder'), ' '], folder.path,
    inner.length > 0 && [' Within: ', inner.slice(0, 20).flatMap((child, i) => [i > 0 && ', ', el('a', { href: routeOf('matrix', { dir: child.path }) }, child.name)])],
    left > 0 && ` (the ${number(MOST)} with the most calls; ${number(left)} more)`);
}

export async function matrixView(app, params, signal) {
  const { graph, rules } = app;
  const folder = app.folders().byPath.get(params.get('dir')) || app.folders().start;
  const between = await inSlices(callsBetween(app, folder), signal) || { parts: [], left: 0, calls: new Map() };
  const pairs = pairsOf(between, rules);
  const detail = el('section', { 'aria-live': 'polite' });
  const chosen = (from, to) => fill(detail, el('h2', {}, `${from.name} → ${to.name} `, el('small', {}, counted(pairs.count(from, to), 'call'))), callTable(graph, pairs.edges(from, to), rules).node);
  const chosenRule = (rule) => fill(detail, el('h2', {}, rule.name), el('p', {}, el('code', {}, rule.text)), chainTable(graph, rule).node);
  const matrix = new Grid(pairs.order, { ...pairs, chosen });
  const table = upwardTable(pairs.upward, chosen);
  const ruled = rules && ruleTable(rules, chosenRule);
  return {
    title: 'Folders',
    node: el('article', {}, el('h1', {}, 'Calls between folders'), head(app, folder, between.left),
      el('div', { class: 'matrixbox' }, el('div', {}, matrix.canvas, el('p', { class: 'legend' }, el('i', { class: 'warn' }), ' leads upwards', rules && [' ', el('i', { class: 'bad' }), ' breaks a rule']), matrix.about),
        el('div', {}, detail, ruled && [el('h2', {}, 'Rules ', el('small', {}, number(rules.all.length))), ruled.node],
          el('h2', {}, 'Calls that lead upwards ', el('small', {}, number(pairs.upward.length))), table.node))),
    drawn: () => matrix.draw(), share: () => ({ ...(ruled || table).share(ruled ? 'Rules' : 'Calls that lead upwards'), calls: callsOf(pairs) }), focus: () => (ruled || table).first(),
  };
}
