// Search: names by substring, words and letters in order; qualifiers narrow the answer.
//
//   name words        all words occur in the name, in any case; "name words" that occur so
//   file:net/ dir:src is:dead is:entry is:system is:virtual is:internal is:unresolved is:cyclic
//   from:main to:"operator new(unsigned long)" what a function reaches by known calls, what reaches it
//   numStatements>100 any number of the metadata
import { el } from './dom.js';
import { NONE } from './graph.js';
import { functionOf } from './router.js';
import { Walk } from './walk.js';
import { Best } from './work.js';

const STEPS = 16384; // functions between two pauses

function lower(byte) {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}

/** A bit for each letter, one for all digits, one for the rest. */
function letterBit(byte) {
  if (byte >= 97 && byte <= 122) return 1 << (byte - 97);
  return byte >= 48 && byte <= 57 ? 1 << 26 : 1 << 27;
}

/** Names of all functions as one text in small letters, a character a byte, so that places in it
 *  are places in the bytes; and which letters each has. */
function* smallNames({ bytes, start }) {
  const small = new Uint8Array(bytes.length);
  const letters = new Uint32Array(start.length - 1);
  for (let f = 0; f + 1 < start.length; f++) {
    let has = 0;
    for (let i = start[f]; i < start[f + 1] - 1; i++) {
      small[i] = lower(bytes[i]);
      has |= letterBit(small[i]);
    }
    letters[f] = has;
    if (f % STEPS === STEPS - 1) yield;
  }
  yield;
  const text = new TextDecoder('latin1').decode(small);
  yield;
  return { small: text, bytes: small, cased: bytes, start, letters };
}

function asSmall(text) {
  return new TextDecoder('latin1').decode(new TextEncoder().encode(text).map(lower));
}

/** Work: what searching needs. @param contexts of the calls */
export function* searchIndex(graph, contexts) {
  return { graph, contexts, linkage: yield* smallNames(graph.names), readable: yield* smallNames(graph.readables) };
}

// Ranks: the smaller, the better.
const EXACT = 0;
const BASE = 1; // of a C++ name the part before the parameters
const TAIL = 2; // the last words of a name
const PREFIX = 3;
const WORD = 4;
const INSIDE = 5;
const INITIALS = 6; // letters in order, each at the beginning of a word or after the one before it
const SCATTERED = 7; // letters in order
const NOT_FOUND = 255;

const isWord = (code) =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || code > 127;
const isUpper = (byte) => byte >= 65 && byte <= 90;

const OPEN = 40; // (
const LESS = 60; // <
const BAR = 95; // _

/** Whether a word begins within a name: "open" in sqlite3_open, sqlite3Open and db::open. */
function beginsAt({ bytes, cased }, at) {
  const before = bytes[at - 1];
  return before === BAR || !isWord(before) || (isUpper(cased[at]) && !isUpper(cased[at - 1]));
}

/** @param at where the word occurs in a name that begins at `start` and ends before `end` */
function rankAt(names, at, length, start, end) {
  const { bytes } = names;
  if (at !== start && !beginsAt(names, at)) return INSIDE;
  const after = at + length === end ? 0 : bytes[at + length];
  const ends = after === 0 || after === OPEN || after === LESS;
  if (at === start) return after === 0 ? EXACT : ends ? BASE : PREFIX;
  if (!ends) return WORD;
  return isWord(bytes[at - 1]) ? TAIL : BASE;
}

/** Words so short that they are in most names: only where they come first in a name counts. */
const SHORT = 2;

/** Best rank of a word in each function whose name has it. @param ranks Uint8Array to lower */
function* rankWord(names, word, ranks) {
  const { small, start } = names;
  const { length } = word;
  let f = 0;
  let steps = 0;
  for (let at = small.indexOf(word); at >= 0; at = small.indexOf(word, at + 1)) {
    f = functionAt(start, at, f);
    const rank = rankAt(names, at, length, start[f], start[f + 1] - 1);
    if (rank < ranks[f]) ranks[f] = rank;
    if (ranks[f] <= PREFIX || length <= SHORT) at = start[f + 1] - 1;
    if (++steps % STEPS === 0) yield;
  }
}

/** The function whose name is around a place, from a function before it. */
function functionAt(start, at, from) {
  if (start[from + 1] > at) return from;
  let step = 1;
  let low = from + 1;
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

/** So many names are looked at more closely: with more, a search would take too long. */
const MOST_INITIALS = 4000;

/** Names with the letters of a word in order: "lvex" finds luaV_execute. */
function* rankLetters(names, word, ranks) {
  const { bytes, start, letters } = names;
  const codes = Array.from(word, (c) => c.charCodeAt(0));
  const wanted = codes.reduce((bits, code) => bits | letterBit(code), 0);
  const places = placesOf(codes);
  let left = MOST_INITIALS;
  for (let f = 0; f < letters.length; f++) {
    if ((letters[f] & wanted) === wanted && ranks[f] > INITIALS && hasInOrder(bytes, start[f], start[f + 1] - 1, codes)) {
      ranks[f] = places && left-- > 0 && hasInitials(names, start[f], start[f + 1] - 1, places, codes.length) ? INITIALS : SCATTERED;
    }
    if (f % STEPS === STEPS - 1) yield;
  }
}

/** By byte in small letters: a bit for each place where it is in a word; null for long words. */
function placesOf(codes) {
  if (codes.length > 30) return null;
  const places = new Uint32Array(256);
  codes.forEach((code, k) => { places[code] |= 1 << k; });
  return places;
}

/** Whether a name has letters of which each begins a word of the name or follows the letter before.
 *  Bit k of `any` and `last`: k letters were found, the last of them anywhere, or just before. */
function hasInitials(names, start, end, places, count) {
  const { bytes } = names;
  let any = 1;
  let last = 0;
  for (let i = start; i < end; i++) {
    const found = places[bytes[i]];
    last = found && ((last | (i === start || beginsAt(names, i) ? any : 0)) & found) << 1;
    any |= last;
    if (any >> count) return true;
  }
  return false;
}

function hasInOrder(bytes, start, end, codes) {
  const last = codes.length - 1;
  let k = 0;
  for (let i = start; i < end - last + k; i++) {
    if (bytes[i] === codes[k] && k++ === last) return true;
  }
  return false;
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

/** A number of the metadata for examples, if the graph has any. */
export function exampleValue({ functionValues }) {
  const value = functionValues.find((v) => v.path === 'numStatements') || functionValues[0];
  return value && value.path;
}

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

// A part of a query is text between spaces, which may be in quotes.
const PART = /(?:"[^"]*"?|[^\s"])+/g;
const QUOTED = /^"([^"]+)"?$/;

/** A name as a value of a qualifier. */
export const quoted = (name) => (/[\s"]/.test(name) ? `"${name.replaceAll('"', '')}"` : name);

/** {direction, f, without: whether all others are meant} of "from:NAME" and "to:NAME", or null. */
function walkOf(graph, part) {
  const [, minus, end, name] = /^(-?)(from|to):(.+)$/.exec(part) || [];
  return end ? { direction: end === 'from' ? 'callees' : 'callers', f: functionOf(graph, name.replace(QUOTED, '$1')), without: minus !== '' } : null;
}

/** What a query asks: {words, tests, walks}. */
export function parseQuery(graph, text) {
  const query = { words: [], tests: [], walks: [] };
  for (const part of text.match(PART) || []) {
    const walk = walkOf(graph, part);
    const test = !walk && testOf(graph, part);
    if (walk) query.walks.push(walk);
    else if (test) query.tests.push(test);
    else query.words.push(asSmall(part.replace(QUOTED, '$1')));
  }
  return query;
}

/** Work: a test whether a walk comes to a function. Nothing reaches, or is reached by, a function that is
 *  not there. */
function* walkTest({ graph, contexts }, { direction, f, without }) {
  const { distance } = yield* new Walk(graph, contexts, direction).from(f < 0 ? [] : [f]);
  return (g) => (distance[g] !== NONE && g !== f) !== without;
}

/** Sum of the ranks of all words; a word that is missing makes it large. */
function* rankAll(index, words) {
  const total = new Uint16Array(index.graph.n);
  for (const word of words) {
    const ranks = new Uint8Array(index.graph.n).fill(NOT_FOUND);
    yield* rankWord(index.linkage, word, ranks);
    yield* rankWord(index.readable, word, ranks);
    if (words.length === 1 && word.length > 1 && ranks.every((rank) => rank === NOT_FOUND)) {
      yield* rankLetters(index.linkage, word, ranks);
      yield* rankLetters(index.readable, word, ranks);
    }
    for (let f = 0; f < ranks.length; f++) total[f] += ranks[f];
  }
  return total;
}

/** Work: all functions that a query finds, and how exactly. @return {functions, ranks} */
export function* matching(index, text) {
  const { graph } = index;
  const { words, tests, walks } = parseQuery(graph, text);
  for (const walk of walks) tests.push(yield* walkTest(index, walk));
  const ranks = yield* rankAll(index, words);
  const functions = new Uint32Array(graph.n);
  let count = 0;
  for (let f = 0; f < graph.n; f++) {
    if (ranks[f] < NOT_FOUND && tests.every((test) => test(f))) functions[count++] = f;
    if (f % STEPS === STEPS - 1) yield;
  }
  return { functions: functions.subarray(0, count), ranks };
}

/** Work: the first functions that a query finds, by exactness, then by callers.
 *  @return {count, found} */
export function* search(index, text, limit) {
  const { graph } = index;
  const { functions, ranks } = yield* matching(index, text);
  const best = new Best(limit, (a, b) => ranks[a] - ranks[b] || graph.callerCount(b) - graph.callerCount(a) || graph.lines(b) - graph.lines(a));
  for (let i = 0; i < functions.length; i++) {
    best.add(functions[i]);
    if (i % STEPS === STEPS - 1) yield;
  }
  return { count: functions.length, found: best.items };
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
