// The matrix of calls between folders; calls that break rules are marked.
import { el, fill, number, counted } from '../dom.js';
import { badge, functionLink, placeAndCode } from '../names.js';
import { advance, routeOf } from '../router.js';
import { callsBetween, callsOf, MOST, pairsOf } from '../between.js';
import { Grid } from '../grid.js';
import { BROKEN, STATES } from '../rules.js';
import { Table } from '../table.js';
import { inSlices } from '../work.js';

const siteOf = (graph, e) => graph.sitesOf(e)[0];

function callTable(graph, edges, rules) {
  const columns = [
    { title: 'caller', of: (e) => graph.shown(graph.caller[e]), show: (e) => functionLink(graph, graph.caller[e]) },
    { title: 'callee', of: (e) => graph.shown(graph.callee[e]), show: (e) => functionLink(graph, graph.callee[e]) },
    { title: 'kinds', of: (e) => graph.kindWords(e).join(' ') },
    { title: 'site', of: (e) => { const s = siteOf(graph, e); return s ? `${s.file}:${s.line}` : ''; }, show: (e) => { const s = siteOf(graph, e); return s ? placeAndCode(graph, s) : ''; } },
  ];
  const broken = (e) => {
    const by = rules && rules.brokenBy(e);
    return by ? `${by.rule.name}${by.accepted ? ' (accepted)' : ''}` : '';
  };
  if (edges.some(broken)) columns.push({ title: 'breaks', of: broken });
  return new Table('Calls', columns, edges);
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

const COLOURS = ['good', 'warn', 'bad', 'quiet', 'quiet'];

function chainTable(graph, rule) {
  const one = ({ f, name }) => (f >= 0 ? functionLink(graph, f) : el('span', { class: 'fn', title: 'The page does not have it' }, name));
  const columns = [
    { title: 'the call, and the way to what the rule forbids', of: (chain) => chain.functions.map((x) => x.name).join(' → '), show: (chain) => chain.functions.flatMap((x, i) => [i > 0 && ' → ', one(x)]) },
    { title: 'calls', of: (chain) => chain.functions.length - 1, number: true },
  ];
  if (rule.chains.some((chain) => chain.accepted)) columns.push({ title: 'baseline', of: (chain) => (chain.accepted ? 'accepted' : 'new') });
  return new Table('Calls that break the rule', columns, rule.chains.slice().sort((a, b) => a.accepted - b.accepted));
}

const broken = (rule) => rule.chains.filter((chain) => !chain.accepted).length;

function ruleTable(rules, chosen) {
  const accepted = (rule) => rule.chains.length - broken(rule);
  const columns = [
    { title: 'rule', of: (rule) => rule.name, show: (rule) => el('button', { title: rule.text, onclick: () => chosen(rule) }, rule.name) },
    { title: 'state', of: (rule) => STATES[rule.state], show: (rule) => badge(STATES[rule.state], COLOURS[rule.state]) },
    { title: 'calls that break it', of: broken, number: true, bar: true },
    { title: 'why', of: (rule) => rule.message },
  ];
  if (rules.all.some(accepted)) columns.splice(3, 0, { title: 'accepted', of: accepted, number: true });
  return new Table('Rules', columns, rules.all.slice().sort((a, b) => (b.state === BROKEN) - (a.state === BROKEN)));
}

function head(app, folder, left) {
  const inner = [...folder.children.values()].filter((child) => !child.isFile);
  return el('p', {}, folder.parent && [el('a', { href: routeOf('matrix', { dir: folder.parent.path }) }, '↑ outer folder'), ' '], folder.path,
    inner.length > 0 && [folder.path ? '. Within: ' : 'Within: ', inner.slice(0, 20).flatMap((child, i) => [i > 0 && ', ', el('a', { href: routeOf('matrix', { dir: child.path }) }, child.name)])],
    left > 0 && ` (the ${number(MOST)} with the most calls; ${number(left)} more)`);
}

/** What is chosen: a pair of folders, or a rule. It is in the address. */
class Detail {
  constructor(app, pairs) {
    Object.assign(this, { app, pairs, table: null, title: '', node: el('section', { 'aria-live': 'polite' }) });
  }

  show(title, count, head, table) {
    Object.assign(this, { title, table });
    fill(this.node, el('h2', {}, title, ' ', el('small', {}, count)), head, table.node);
  }

  showPair(from, to) {
    const { pairs, app } = this;
    this.show(`${from.name} → ${to.name}`, counted(pairs.count(from, to), 'call'), null, callTable(app.graph, pairs.edges(from, to), app.rules));
  }

  showRule(rule) {
    this.show(rule.name, '', el('p', {}, el('code', {}, rule.text)), chainTable(this.app.graph, rule));
  }

  /** Show what the address says. @return the pair, or [] */
  read(params) {
    const pair = ['from', 'to'].map((key) => this.pairs.order.find((part) => part.path === params.get(key)));
    const rule = this.app.rules && this.app.rules.all.find((r) => r.name === params.get('rule'));
    if (rule) this.showRule(rule);
    else if (pair[0] && pair[1]) this.showPair(...pair);
    return rule ? [] : pair;
  }
}

const UNSORTED = { 'sort.Calls': '', 'rows.Calls': '', 'sort.Calls that break the rule': '' };

export async function matrixView(app, params, signal) {
  const { graph, rules } = app;
  const folder = app.folders().byPath.get(params.get('dir')) || app.folders().start;
  const between = await inSlices(callsBetween(app, folder), signal) || { parts: [], left: 0, calls: new Map() };
  const pairs = pairsOf(between, rules);
  const detail = new Detail(app, pairs);
  let matrix = null;
  const show = (pair, rule) => {
    advance({ from: pair[0]?.path, to: pair[1]?.path, rule: rule?.name, ...UNSORTED });
    matrix.mark(...pair);
    matrix.draw();
    if (rule) detail.showRule(rule);
    else detail.showPair(...pair);
  };
  matrix = new Grid(pairs.order, { ...pairs, chosen: (from, to) => show([from, to], null) });
  matrix.mark(...detail.read(params));
  const table = upwardTable(pairs.upward, (from, to) => show([from, to], null));
  const ruled = rules && ruleTable(rules, (rule) => show([], rule));
  const stale = rules && graph.facts.staleEntries > 0 && el('p', { class: 'quiet' }, `${counted(graph.facts.staleEntries, 'entry', 'entries')} of the baseline ${graph.facts.staleEntries === 1 ? 'is' : 'are'} about no call any more.`);
  const tables = () => [detail.table && detail.table.share(`${detail.table.label}: ${detail.title}`), ruled && ruled.share(), table.share()].filter(Boolean);
  return {
    title: 'Folders',
    node: el('article', {}, el('h1', {}, 'Calls between folders'), head(app, folder, between.left),
      el('div', { class: 'matrixbox' }, el('div', { class: 'matrixside' }, el('p', { class: 'legend' }, el('i', { class: 'warn' }), ' leads upwards', rules && [' ', el('i', { class: 'bad' }), ' breaks a rule']), matrix.about, el('div', { class: 'scroll' }, matrix.canvas)),
        el('div', {}, detail.node, ruled && [el('h2', {}, 'Rules ', el('small', {}, number(rules.all.length))), ruled.node, stale],
          el('h2', {}, 'Calls that lead upwards ', el('small', {}, number(pairs.upward.length))), table.node))),
    drawn: () => { matrix.draw(); matrix.follow(); }, focus: () => matrix.canvas,
    share: () => ({ title: `Calls between the folders of ${folder.path || graph.facts.name}`, tables: tables(), names: pairs.order.map((part) => part.name), calls: callsOf(pairs) }),
  };
}
