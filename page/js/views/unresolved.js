// Calls whose callees are not all known, by the functions that leave them so, or by reason.
import { el, fill, number, choice, field } from '../dom.js';
import { functionLink, placeAndCode } from '../names.js';
import { advance } from '../router.js';
import { drawingOf } from '../share.js';
import { Table } from '../table.js';

const EXTENTS = ['code not collected', 'functions by name', 'anything'];
const SEPARATOR = '; '; // CG_CAUSES_SEPARATOR

/** All unresolved calls, in groups: {name, calls: [{f, call}], functions, alone, extent}.
 *  @param namesOf (call) => the groups that it belongs to */
function grouped(graph, namesOf) {
  const groups = new Map();
  for (let f = 0; f < graph.n; f++) {
    if (!graph.unresolvedCount(f)) continue;
    for (const call of graph.unresolvedOf(f)) {
      const names = namesOf(call);
      for (const name of names) {
        if (!groups.has(name)) groups.set(name, { name, calls: [], functions: new Set(), alone: 0, extent: 0 });
        const group = groups.get(name);
        group.calls.push({ f, call });
        group.functions.add(f);
        group.alone += names.length === 1 ? 1 : 0;
        group.extent = Math.max(group.extent, call.extent);
      }
    }
  }
  return [...groups.values()].sort((a, b) => b.calls.length - a.calls.length);
}

/** The functions that leave a call unresolved, as far as it names them. */
function culpritsOf(call) {
  const named = call.causes.split(SEPARATOR).filter((word) => word && !/^\d+ more$/.test(word));
  return named.length ? named : ['not recorded'];
}

const reasonOf = (call) => [`${call.reason}${call.unknown ? ` (${call.unknown})` : ''}`];

function callTable(graph, group) {
  return new Table('Calls', [
    { title: 'function', of: (x) => graph.shown(x.f), show: (x) => functionLink(graph, x.f) },
    { title: 'site', of: (x) => `${x.call.file}:${x.call.line}`, show: (x) => placeAndCode(graph, x.call) },
    { title: 'reason', of: (x) => reasonOf(x.call)[0] },
    { title: 'type', of: (x) => x.call.type, show: (x) => el('code', {}, x.call.type) },
    { title: 'may call', of: (x) => EXTENTS[x.call.extent] },
    { title: 'callers', of: (x) => graph.callerCount(x.f), number: true, bar: true },
  ], group.calls.slice());
}

function shareUnresolved(graph, table, calls, name) {
  const tables = [table.share(), ...(calls ? [calls.share(`Calls: ${name}`)] : [])];
  return { title: 'Unresolved calls', tables, ...drawingOf(graph, calls ? calls.rows.map((x) => x.f) : []) };
}

export function unresolvedView(app, params) {
  const { graph } = app;
  const by = params.get('by') === 'reason' ? 'reason' : 'culprit';
  const groups = grouped(graph, by === 'reason' ? reasonOf : culpritsOf);
  const shown = (name) => { const [f] = by === 'reason' ? [] : graph.named(name); return f === undefined ? name : graph.shown(f); };
  const detail = el('section', { 'aria-live': 'polite' });
  let opened = null;
  const open = (group) => {
    opened = { group, calls: callTable(graph, group) };
    fill(detail, el('h2', {}, shown(group.name), ' ', el('small', {}, number(group.calls.length))), opened.calls.node);
  };
  const table = new Table('Culprits', [
    { title: by, of: (g) => shown(g.name), show: (g) => el('button', { onclick: () => { advance({ of: g.name, 'sort.Calls': '', 'rows.Calls': '' }); open(g); } }, shown(g.name)) },
    { title: 'calls', of: (g) => g.calls.length, number: true, bar: true },
    ...(by === 'culprit' ? [{ title: 'alone', of: (g) => g.alone, number: true }] : []),
    { title: 'functions', of: (g) => g.functions.size, number: true },
    { title: 'may call', of: (g) => EXTENTS[g.extent] },
  ], groups, 1);
  if (groups.length) open(groups.find((g) => g.name === params.get('of')) || groups[0]);
  const choose = choice([['culprit', 'what leaves them unresolved'], ['reason', 'reason']], by, (value) => app.change({ by: value, of: '' }));
  return {
    title: 'Unresolved calls', focus: () => table.first(), share: () => shareUnresolved(graph, table, opened && opened.calls, opened && shown(opened.group.name)),
    node: el('article', {}, el('h1', {}, 'Unresolved calls'),
      el('div', { class: 'bar' }, field('By', choose), by === 'culprit' && el('span', { class: 'quiet' }, '“alone” counts the calls that it alone leaves unresolved: a summary or source of it resolves them.')), table.node, detail),
  };
}
