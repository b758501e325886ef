// What changed since an older graph: what came, what went, what can be reached now.
import { el, number, choice, field } from '../dom.js';
import { functionLink } from '../names.js';
import { adjust, labelOf, routeOf } from '../router.js';
import { Table } from '../table.js';

/** In the order of enum change, cgquery/verbs/export/page_changes.c. */
const KINDS = ['calls that came', 'calls that went', 'calls of another kind', 'functions that came', 'functions that went',
  'functions in another file', 'functions with a body now', 'functions without a body now', 'functions reached now', 'functions reached no more',
  'library functions gained', 'library functions lost'];
const REACHED = 8;
const GAINED = 10;

export function changesView(app, params) {
  const { graph } = app;
  const column = (name) => graph.columns.get(`change${name}`);
  const counts = KINDS.map(() => 0);
  for (const kind of column('')) counts[kind]++;
  const first = Math.max(0, counts.findIndex((count) => count > 0));
  const kind = KINDS[Number(params.get('kind'))] && params.has('kind') ? Number(params.get('kind')) : first;
  const rows = Array.from(column(''), (k, i) => (k === kind ? i : -1)).filter((i) => i >= 0);
  const end = (title, which, names) => ({
    title, of: (i) => graph.text(column(names)[i]),
    show: (i) => (column(which)[i] ? functionLink(graph, column(which)[i] - 1) : el('span', { class: 'fn', title: 'Only the old graph has it' }, graph.text(column(names)[i]))),
  });
  const columns = [end(kind < 3 ? 'caller' : 'function', 'Function', 'Name')];
  if (kind < 3) columns.push(end('callee', 'Callee', 'CalleeName'));
  else if (kind >= GAINED) columns.push(end(kind === GAINED ? 'now leads to' : 'leads no more to', 'Callee', 'CalleeName'));
  else columns.push({ title: 'file', of: (i) => (column('Function')[i] ? graph.file(column('Function')[i] - 1) : '') });
  const label = (which, i) => (column(which)[i] ? labelOf(graph, column(which)[i] - 1) : '');
  const ends = { [REACHED]: (i) => [app.entryLabel(), label('Function', i)], [GAINED]: (i) => [label('Function', i), label('Callee', i)] }[kind];
  const pathLink = (i) => { const [from, to] = ends(i); return from && to && el('a', { href: routeOf('path', { from, to }) }, 'the path'); };
  const why = ends && { title: 'why', of: () => 'path', show: pathLink };
  if (why) columns.push(why);
  const table = new Table(KINDS[kind], columns, rows);
  const options = KINDS.map((name, i) => [i, `${name} (${number(counts[i])})`]);
  return {
    title: 'Changes',
    node: el('article', {}, el('h1', {}, 'Changes since ', graph.facts.old),
      el('p', { class: 'summary' }, counts[0] + counts[3] ? `${number(counts[3])} functions and ${number(counts[0])} calls came, ${number(counts[4])} and ${number(counts[1])} went. ` : '',
        `${number(counts[8])} functions can be reached from the entry points now that could not be before, ${number(counts[9])} no more.`),
      el('div', { class: 'bar' }, field('Show', choice(options, kind, (value) => { adjust({ kind: value }); app.show(); }))), table.node),
    focus: () => table.first(), share: () => ({ ...table.share(`${graph.facts.old} to ${graph.facts.name}: ${KINDS[kind]}`), calls: kind < 3 ? rows.map((i) => ['Name', 'CalleeName'].map((name) => graph.text(column(name)[i]))) : [] }),
  };
}
