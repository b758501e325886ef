// The first view: what the graph is, and where to begin.
import { el, number, counted } from '../dom.js';
import { functionLink } from '../names.js';
import { routeOf } from '../router.js';

export function overviewView(app) {
  const { graph } = app;
  const { facts } = graph;
  const entries = [];
  for (let f = 0; f < graph.n && entries.length < 12; f++) if (graph.isEntry(f)) entries.push(f);
  return {
    title: 'Overview',
    node: el('article', {}, el('h1', {}, facts.name), el('p', {}, `${counted(facts.functions, 'function')}, ${counted(facts.calls, 'call')}.`),
      el('h2', {}, 'Entry points'), el('ul', { class: 'lines' }, entries.map((f) => el('li', {}, functionLink(graph, f)))),
      el('p', {}, el('a', { href: routeOf('path') }, 'Paths'), ` ${number(0)}`)),
    share: () => ({ title: facts.name, columns: ['entry point'], rows: entries.map((f) => [graph.shown(f)]) }),
  };
}
