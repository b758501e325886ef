// The source of a function, if the page has it: calls are links, lines are coloured by what the calls in
// them cost in the recorded run.
import { el, number } from './dom.js';
import { codeOfLines, lineCount } from './code.js';
import { lexed } from './lexer.js';
import { baseName, functionLink } from './names.js';
import { functionRoute, readRoute } from './router.js';
import { pause } from './work.js';

const AROUND = 2; // lines before and after
const MOST = 300; // lines at a time
const MOST_AT_ONCE = 100; // lines that are laid out at once
const MOST_BESIDE = 4; // callees that a line does not name

/** Calls by line: Map from line to [{f, e, cost}]. */
function callsByLine(app, f) {
  const { graph } = app;
  const inclusive = app.run && graph.callValues.find((v) => v.path === `profile.metrics.${app.run.metricNamed('').name}.inclusive`);
  const lines = new Map();
  for (let e = graph.first[f]; e < graph.first[f + 1]; e++) {
    if (graph.isGuess(e)) continue;
    const sites = graph.sitesOf(e).filter((site) => site.fileNumber === graph.fileNumber(f));
    const cost = inclusive ? (inclusive.at(e) || 0) / Math.max(1, sites.length) : 0;
    for (const line of new Set(sites.map((site) => site.line))) {
      if (!lines.has(line)) lines.set(line, []);
      lines.get(line).push({ f: graph.callee[e], e, cost: cost * sites.filter((site) => site.line === line).length });
    }
  }
  return lines;
}

/** Words that name one of the callees become links; the other callees follow. */
function codeOf(graph, tokens, calls) {
  const named = new Set();
  const code = tokens.map(([kind, text]) => {
    const found = kind === '' ? calls.filter(({ f }) => graph.name(f) === text || baseName(graph.shown(f)) === text) : [];
    for (const call of found) named.add(call);
    if (found.length) return el('a', { href: functionRoute(graph, found[0].f), title: graph.shown(found[0].f) }, text);
    return kind ? el('span', { class: `c-${kind}` }, text) : text;
  });
  return [code, besides(graph, calls.filter((call) => !named.has(call)))];
}

/** Callees that a line does not name: of pointers, virtual calls, macros and what the compiler adds. */
function besides(graph, calls) {
  if (!calls.length) return null;
  const links = calls.slice(0, MOST_BESIDE).flatMap(({ f }, i) => [i > 0 && ', ', functionLink(graph, f, {}, baseName(graph.shown(f)))]);
  const rest = calls.length - MOST_BESIDE;
  return el('span', { class: 'besides', title: 'What it calls besides: through pointers, virtual, in macros, or added by the compiler' },
    ' → ', links, rest > 0 && ` and ${number(rest)} more`);
}

const costOf = (calls) => calls.reduce((sum, call) => sum + call.cost, 0);

function rowOf(graph, line, tokens, calls, most) {
  const cost = costOf(calls);
  const row = el('tr', {}, el('th', { scope: 'row' }, String(line)),
    el('td', { class: 'cost' }, cost > 0 ? number(cost) : ''), el('td', {}, el('code', {}, codeOf(graph, tokens, calls))));
  if (cost > 0) row.style.backgroundColor = `color-mix(in srgb, var(--warn) ${Math.round(8 + (37 * cost) / most)}%, transparent)`;
  return row;
}

/** Add rows of some lines, after what is shown meanwhile. */
async function addRows(table, app, f, { first, last }, signal) {
  const { graph } = app;
  await pause();
  const lines = lexed(codeOfLines(graph, graph.fileNumber(f), first, last), AROUND + 1);
  const calls = callsByLine(app, f);
  const most = [...calls.values()].reduce((max, list) => Math.max(max, costOf(list)), Number.MIN_VALUE);
  for (let i = 0; i < lines.length && !signal.aborted; i += MOST_AT_ONCE) {
    const some = lines.slice(i, i + MOST_AT_ONCE);
    table.append(el('tbody', {}, some.map((tokens, k) => rowOf(graph, first + i + k, tokens, calls.get(first + i + k) || [], most))));
    await new Promise(requestAnimationFrame);
  }
}

/** The source of a function, or null; its lines come a little later. The address has how many are shown,
 *  if more than MOST. */
export function sourceSection(app, f, signal) {
  const { graph } = app;
  const count = lineCount(graph, graph.fileNumber(f));
  if (!graph.line(f) || graph.line(f) > count) return null;
  const first = Math.max(1, graph.line(f) - AROUND);
  const end = Math.min(count, graph.line(f) + Math.max(1, graph.lines(f)) - 1 + AROUND);
  const shown = Math.max(MOST, Number(readRoute().params.get('lines')) || 0);
  const last = Math.min(end, first + shown - 1);
  const table = el('table', { class: 'source', 'aria-label': 'Source' });
  table.style.setProperty('--lines', last - first + 1); // for its height, until they are there
  addRows(table, app, f, { first, last }, signal);
  return el('section', { class: 'sourcebox' }, el('h2', {}, 'Source'), table,
    end > last && el('button', { onclick: () => app.change({ lines: shown + MOST }) }, `${number(end - last)} more lines`));
}
