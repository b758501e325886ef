// What changed since an older graph: what came, what went, what can be reached now.
import { el, number, counted, choice, field } from '../dom.js';
import { functionLink, placeAndCode } from '../names.js';
import { labelOf, routeOf } from '../router.js';
import { Table } from '../table.js';
import { Walk } from '../walk.js';
import { inSlices } from '../work.js';

/** In the order of enum change, cgquery/verbs/export/page/page_changes.c. */
const KINDS = ['calls that came', 'calls that went', 'calls of another kind', 'functions that came', 'functions that went',
  'functions in another file', 'functions with a body now', 'functions without a body now', 'functions reached now', 'functions reached no more',
  'library functions gained', 'library functions lost'];
const FIRST_FUNCTION = 3; // those before are of calls
const REACHED = 8;
const GAINED = 10;
const MOST_DRAWN = 100;

/** Work: a walk from all entry points. */
function fromEntries({ graph, contexts }) {
  const entries = [];
  for (let f = 0; f < graph.n; f++) if (graph.isEntry(f)) entries.push(f);
  return new Walk(graph, contexts, 'callees').from(entries);
}

/** The ends of the path that shows a change: [from, to], of which -1 is not in the page; or null for what
 *  begins by itself. @param walk from the entry points */
function endsOf(graph, walk, kind, i) {
  const at = (which) => graph.columns.get(`change${which}`)[i] - 1;
  if (kind === GAINED) return [at('Function'), at('Callee')];
  const to = at('Function');
  const path = to < 0 ? null : walk.pathOf(to);
  if (path && !path.length) return null;
  return [path ? graph.caller[path[0]] : -1, to];
}

/** The column that links to the path of a function that is reached, or to a library function. */
function whyColumn(graph, walk, kind) {
  return {
    title: 'why', control: true, of: () => 'path',
    show: (i) => {
      const ends = endsOf(graph, walk, kind, i);
      if (!ends) return 'an entry point';
      const [from, to] = ends;
      return from >= 0 && to >= 0 && el('a', { href: routeOf('path', { from: labelOf(graph, from), to: labelOf(graph, to) }) }, kind === GAINED ? 'the path' : `the path from ${graph.shown(from)}`);
    },
  };
}

/** Where a call is, if the new graph has it. */
function siteColumn(graph) {
  const siteOf = (i) => {
    const [caller, callee] = ['Function', 'Callee'].map((which) => graph.columns.get(`change${which}`)[i] - 1);
    const e = callee < 0 ? -1 : graph.callBetween(caller, callee);
    return e < 0 ? null : graph.sitesOf(e)[0];
  };
  return {
    title: 'site', of: (i) => { const site = siteOf(i); return site ? `${site.file}:${site.line}` : ''; },
    show: (i) => { const site = siteOf(i); return site ? placeAndCode(graph, site) : ''; },
  };
}

function columnsOf(graph, kind, walk) {
  const column = (name) => graph.columns.get(`change${name}`);
  const end = (title, which) => ({
    title, of: (i) => nameAt(graph, which, i),
    show: (i) => (column(which)[i] ? functionLink(graph, column(which)[i] - 1) : el('span', { class: 'fn', title: 'Only the old graph has it' }, nameAt(graph, which, i))),
  });
  const columns = [end(kind < FIRST_FUNCTION ? 'caller' : 'function', 'Function')];
  if (kind < FIRST_FUNCTION) columns.push(end('callee', 'Callee'), siteColumn(graph));
  else if (kind >= GAINED) columns.push(end(kind === GAINED ? 'now leads to' : 'leads no more to', 'Callee'));
  else columns.push({ title: 'file', of: (i) => (column('Function')[i] ? graph.file(column('Function')[i] - 1) : '') });
  if (kind === REACHED || kind === GAINED) columns.push(whyColumn(graph, walk, kind));
  return columns;
}

/** The demangled name of an end, which only the old graph may have. */
function nameAt(graph, which, i) {
  const f = graph.columns.get(`change${which}`)[i] - 1;
  return f >= 0 ? graph.shown(f) : graph.text(graph.columns.get(which === 'Function' ? 'changeName' : 'changeCalleeName')[i]);
}

/** For copying: the table; calls where the changes are pairs, else boxes. */
function shareChanges(graph, table, kind) {
  const pairs = kind < FIRST_FUNCTION || kind >= GAINED;
  const rows = table.rows.slice(0, MOST_DRAWN);
  return {
    title: `${graph.facts.old} to ${graph.facts.name}: ${KINDS[kind]}`, tables: [table.share()],
    calls: pairs ? rows.map((i) => ['Function', 'Callee'].map((which) => nameAt(graph, which, i))) : [],
    names: pairs ? [] : rows.map((i) => nameAt(graph, 'Function', i)),
  };
}

export async function changesView(app, params, signal) {
  const { graph } = app;
  const kinds = graph.columns.get('change');
  const counts = KINDS.map(() => 0);
  for (const kind of kinds) counts[kind]++;
  const first = Math.max(0, counts.findIndex((count) => count > 0));
  const kind = KINDS[Number(params.get('kind'))] && params.has('kind') ? Number(params.get('kind')) : first;
  const rows = Array.from(kinds, (k, i) => (k === kind ? i : -1)).filter((i) => i >= 0);
  const walk = kind === REACHED && await inSlices(fromEntries(app), signal);
  const table = new Table(KINDS[kind], columnsOf(graph, kind, walk), rows);
  const options = KINDS.map((name, i) => [i, `${name} (${number(counts[i])})`]);
  const came = `${counted(counts[3], 'function')} and ${counted(counts[0], 'call')} came, ${counted(counts[4], 'function')} and ${counted(counts[1], 'call')} went. `;
  return {
    title: 'Changes',
    node: el('article', {}, el('h1', {}, 'Changes since ', graph.facts.old),
      el('p', { class: 'summary' }, kinds.length ? came : 'The two graphs have the same functions and calls. ',
        kinds.length > 0 && `${counted(counts[REACHED], 'function')} can be reached from the entry points now that could not be before, ${number(counts[REACHED + 1])} no more.`),
      el('div', { class: 'bar' }, field('Show', choice(options, kind, app.choose('kind')))), table.node),
    focus: () => table.first(), share: () => shareChanges(graph, table, kind),
  };
}
