// The source of a function, if the page has it: calls are links, lines are coloured by what the calls in
// them cost in the recorded run.
import { el, number } from './dom.js';
import { lexed } from './lexer.js';
import { functionRoute } from './router.js';

const AROUND = 2; // lines before and after
const MOST = 400; // lines

/** The text of a file, or ''. */
function textOf(graph, file) {
  const files = graph.columns.get('sourceFile');
  const at = files ? files.indexOf(file) : -1;
  return at < 0 ? '' : graph.columns.get('sourceText').at(at);
}

/** Calls by line: Map from line to [{f, cost}]. */
function callsByLine(app, f) {
  const { graph } = app;
  const inclusive = app.run && graph.callValues.find((v) => v.path === `profile.metrics.${app.run.metricNamed('').name}.inclusive`);
  const lines = new Map();
  for (let e = graph.first[f]; e < graph.first[f + 1]; e++) {
    const sites = graph.sitesOf(e).filter((site) => site.file === graph.file(f));
    const cost = inclusive ? (inclusive.at(e) || 0) / Math.max(1, sites.length) : 0;
    for (const { line } of sites) {
      if (!lines.has(line)) lines.set(line, []);
      lines.get(line).push({ f: graph.callee[e], cost });
    }
  }
  return lines;
}

/** Words that name one of the callees become links. */
function codeOf(graph, tokens, calls) {
  return tokens.map(([kind, text]) => {
    const call = kind === '' && calls.find(({ f }) => graph.name(f) === text || graph.shown(f).replace(/[(<].*/, '').split('::').at(-1) === text);
    if (call) return el('a', { href: functionRoute(graph, call.f) }, text);
    return kind ? el('span', { class: `c-${kind}` }, text) : text;
  });
}

function rowOf(graph, line, tokens, calls, most) {
  const cost = calls.reduce((sum, call) => sum + call.cost, 0);
  const row = el('tr', {}, el('th', { scope: 'row' }, String(line)),
    el('td', { class: 'cost' }, cost > 0 ? number(cost) : ''), el('td', {}, el('code', {}, codeOf(graph, tokens, calls))));
  if (cost > 0) row.style.backgroundColor = `color-mix(in srgb, var(--warn) ${Math.round(8 + (37 * cost) / most)}%, transparent)`;
  return row;
}

export function sourceSection(app, f) {
  const { graph } = app;
  const text = graph.line(f) ? textOf(graph, graph.fileNumber(f)) : '';
  if (!text) return null;
  const lines = lexed(text);
  const first = Math.max(1, graph.line(f) - AROUND);
  const last = Math.min(lines.length, graph.line(f) + Math.max(1, graph.lines(f)) - 1 + AROUND, first + MOST);
  const calls = callsByLine(app, f);
  const most = Math.max(1e-300, ...[...calls.values()].map((list) => list.reduce((sum, call) => sum + call.cost, 0)));
  const rows = [];
  for (let line = first; line <= last; line++) rows.push(rowOf(graph, line, lines[line - 1], calls.get(line) || [], most));
  return el('section', { class: 'sourcebox' }, el('h2', {}, 'Source'), el('table', { class: 'source', 'aria-label': 'Source' }, el('tbody', {}, rows)));
}
