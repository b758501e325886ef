// What the keys do, and how to search.
import { el } from '../dom.js';
import { exampleValue, PROPERTY_NAMES } from '../search.js';

const KEYS = [
  ['/', 'search for a function'],
  ['↑ ↓', 'move in lists and trees'],
  ['→ ←', 'unfold and fold; → again goes in, ← again goes out'],
  ['Enter', 'open the function; in the flame graph go in, in the matrix show the calls of a cell'],
  ['+', 'in trees: the call sites of a call, with their code'],
  ['o Escape', 'in the flame graph: open the function; show all again'],
  ['Backspace', 'go back'],
  ['1 … 9', 'the views, in the order of the bar'],
  ['f t', 'paths from, and to, the function that is shown'],
  ['c', 'copy what is shown'],
  ['?', 'this help'],
];

const row = ([key, text]) => el('tr', {}, el('th', { scope: 'row' }, key.split(' ').flatMap((k, i) => [i > 0 && ' ', el('kbd', {}, k)])), el('td', {}, text));

export function helpView(app) {
  const values = app.graph.functionValues.map((v) => v.path);
  return {
    title: 'Help',
    share: () => ({ title: 'Keys', tables: [{ title: 'Keys', columns: ['key', 'does'], rows: KEYS }] }),
    node: el('article', {}, el('h1', {}, 'Help'), el('h2', {}, 'Keys'), el('table', { class: 'facts', 'aria-label': 'Keys' }, el('tbody', {}, KEYS.map(row))),
      el('h2', {}, 'Search'),
      el('p', {}, 'Words are parts of names, in any case; all must occur. If no name has a word, its letters in order will do: ', el('code', {}, 'lvex'), ' finds luaV_execute. Exact names come first, then those that are called most.'),
      el('table', { class: 'facts', 'aria-label': 'Search' }, el('tbody', {},
        [['file:net.c', 'the path contains net.c'], ['dir:src/', 'a folder of the path contains src/'],
          [`is:dead`, `one of ${PROPERTY_NAMES.join(', ')}`], ['-is:system', 'all others'],
          ['from:main', 'what main reaches by known calls; to:malloc: what reaches malloc'],
          [`${exampleValue(app.graph) || 'numStatements'}>100`, `numbers of functions: ${values.join(', ') || 'none in this graph'}`]].map(([word, text]) =>
          el('tr', {}, el('th', { scope: 'row' }, el('code', {}, word)), el('td', {}, text))))),
      el('h2', {}, 'Marks'),
      el('p', {}, 'Unresolved: the callees of a call are not all known. Resolved: linking found all. Guess: the types match, nothing else speaks for the call; answers do not follow it. Not collected: the graph has no body of the function.')),
  };
}
