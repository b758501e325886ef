// Search: names by substring, words and letters in order; qualifiers narrow the answer.
//
//   name words        all words occur in the name, in any case
//   file:net/ dir:src is:dead is:entry is:system is:virtual is:internal is:unresolved is:cyclic
//   numStatements>100 any number of the metadata
import { el } from './dom.js';
import { largest } from './work.js';

const STEPS = 16384; // functions between two pauses

function lower(byte) {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}

/** Names of all functions as one text in small letters, a character a byte, so that places in it
 *  are places in the bytes. */
function* smallText(texts) {
  const small = new Uint8Array(texts.bytes.length);
  for (let i = 0; i < small.length; i++) {
    small[i] = lower(texts.bytes[i]);
    if ((i & 0xfffff) === 0xfffff) yield;
  }
  return new TextDecoder('latin1').decode(small);
}

function asSmall(text) {
  return new TextDecoder('latin1').decode(new TextEncoder().encode(text).map(lower));
}

export function* searchIndex(graph) {
  return {
    graph,
    linkage: { small: yield* smallText(graph.names), start: graph.names.start },
    readable: { small: yield* smallText(graph.readables), start: graph.readables.start },
  };
}

// Ranks: the smaller, the better.
const EXACT = 0;
const BASE = 1; // of a C++ name the part before the parameters
const PREFIX = 2;
const WORD = 3;
const INSIDE = 4;
const SCATTERED = 5;

const isWord = (code) =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || code > 127;

/** @param at where the word occurs in a name that begins at `start` and ends before `end` */
function rankAt(small, at, length, start, end) {
  const ends = at + length === end;
  if (at === start && ends) return EXACT;
  const begins = at === start || !isWord(small.charCodeAt(at - 1));
  const stops = ends || small[at + length] === '(' || small[at + length] === '<';
  if (begins && stops) return BASE;
  if (at === start) return PREFIX;
  return begins || small.charCodeAt(at - 1) === 95 ? WORD : INSIDE;
}

/** Best rank of a word in each function whose name has it. @param ranks Uint8Array to lower */
function* rankWord(names, word, ranks) {
  const { small, start } = names;
  let f = 0;
  let steps = 0;
  for (let at = small.indexOf(word); at >= 0; at = small.indexOf(word, at + 1)) {
    f = functionAt(start, at, f);
    const rank = rankAt(small, at, word.length, start[f], start[f + 1] - 1);
    if (rank < ranks[f]) ranks[f] = rank;
    if (ranks[f] <= BASE) at = start[f + 1] - 1;
    if (++steps % STEPS === 0) yield;
  }
}

/** The function whose name is around a place, from a function before it. */
function functionAt(start, at, from) {
  let step = 1;
  let low = from;
  while (low + step < start.length && start[low + step] <= at) {
    low += step;
    step *= 2;
  }
  let high = Math.min(start.length - 1, low + step);
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (start[middle] <= at) low = middle;
    else high = middle;
  }
  return low;
}

/** Names with the letters of a word in order: "lvex" finds luaV_execute. */
function* rankLetters(names, word, ranks) {
  const { small, start } = names;
  const codes = Array.from(word, (c) => c.charCodeAt(0));
  for (let f = 0; f + 1 < start.length; f++) {
    const end = start[f + 1] - 1;
    let k = 0;
    for (let i = start[f]; i < end && k < codes.length; i++) {
      if (small.charCodeAt(i) === codes[k]) k++;
    }
    if (k === codes.length && ranks[f] > SCATTERED) ranks[f] = SCATTERED;
    if (f % STEPS === STEPS - 1) yield;
  }
}

// Qualifiers

const PROPERTIES = {
  dead: (g, f) => g.isDead(f),
  maybe: (g, f) => g.mayBeDead(f),
  entry: (g, f) => g.isEntry(f),
  system: (g, f) => g.isSystem(f),
  virtual: (g, f) => g.isVirtual(f),
  internal: (g, f) => g.linkage(f) === 'internal',
  unresolved: (g, f) => g.unresolvedCount(f) > 0,
  cyclic: (g, f) => g.component(f) > 0,
  defined: (g, f) => g.hasBody(f),
  declared: (g, f) => !g.hasBody(f),
  observed: (g, f) => g.wasObserved(f),
};
export const PROPERTY_NAMES = Object.keys(PROPERTIES);

function fileTest(graph, part, onlyDirectory) {
  const wanted = part.toLowerCase();
  const fits = new Map();
  return (f) => {
    const number = graph.fileNumber(f);
    if (!fits.has(number)) {
      const file = graph.text(number).toLowerCase();
      const text = onlyDirectory ? file.slice(0, file.lastIndexOf('/') + 1) : file;
      fits.set(number, text.includes(wanted));
    }
    return fits.get(number);
  };
}

function valueTest(graph, path, operator, limit) {
  const value = graph.functionValues.find((v) => v.path.toLowerCase() === path.toLowerCase());
  if (!value) return null;
  const compare = {
    '>': (x) => x > limit, '<': (x) => x < limit, '=': (x) => x === limit,
    '>=': (x) => x >= limit, '<=': (x) => x <= limit,
  }[operator];
  return (f) => compare(value.at(f));
}

function testOf(graph, word) {
  const qualifier = /^(-?)(file|dir|is):(.+)$/.exec(word);
  const comparison = /^([\w.]+)(>=|<=|>|<|=)(-?[\d.]+)$/.exec(word);
  let test = null;
  if (qualifier && qualifier[2] === 'is') {
    const property = PROPERTIES[qualifier[3]];
    test = property && ((f) => property(graph, f));
  } else if (qualifier) {
    test = fileTest(graph, qualifier[3], qualifier[2] === 'dir');
  } else if (comparison) {
    test = valueTest(graph, comparison[1], comparison[2], Number(comparison[3]));
  }
  return test && qualifier && qualifier[1] ? (f) => !test(f) : test;
}

/** What a query asks: {words, tests}. */
export function parseQuery(graph, text) {
  const words = [];
  const tests = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const test = testOf(graph, word);
    if (test) tests.push(test);
    else words.push(asSmall(word));
  }
  return { words, tests };
}

/** Sum of the ranks of all words; a word that is missing makes it large. */
function* rankAll(index, words) {
  const total = new Uint16Array(index.graph.n);
  for (const word of words) {
    const ranks = new Uint8Array(index.graph.n).fill(255);
    yield* rankWord(index.linkage, word, ranks);
    yield* rankWord(index.readable, word, ranks);
    if (words.length === 1 && word.length > 1 && !ranks.some((rank) => rank < 255)) {
      yield* rankLetters(index.linkage, word, ranks);
      yield* rankLetters(index.readable, word, ranks);
    }
    for (let f = 0; f < ranks.length; f++) total[f] += ranks[f];
  }
  return total;
}

/** Work: functions that a query finds, best first: by exactness, then by callers.
 *  @return {count, found} */
export function* search(index, text, limit) {
  const { graph } = index;
  const { words, tests } = parseQuery(graph, text);
  const ranks = yield* rankAll(index, words);
  const buckets = new Map();
  let count = 0;
  for (let f = 0; f < graph.n; f++) {
    if (ranks[f] < 255 && tests.every((test) => test(f))) {
      count++;
      if (!buckets.has(ranks[f])) buckets.set(ranks[f], []);
      buckets.get(ranks[f]).push(f);
    }
    if (f % STEPS === STEPS - 1) yield;
  }
  const found = [];
  for (const rank of [...buckets.keys()].sort((a, b) => a - b)) {
    if (found.length >= limit) break;
    found.push(...(yield* largest(buckets.get(rank), limit - found.length, (f) => graph.callerCount(f), (a, b) => graph.lines(b) - graph.lines(a) || a - b)));
  }
  return { count, found };
}

/** A name with what the query found in it marked. */
export function marked(name, words) {
  const small = asSmall(name);
  const word = words.find((w) => small.includes(w));
  if (!word || small.length !== name.length) return [name];
  const at = small.indexOf(word);
  const end = at + word.length;
  return [name.slice(0, at), el('mark', {}, name.slice(at, end)), name.slice(end)];
}
