// The graph: functions and calls are numbers, in canonical order; calls of one function are
// consecutive.
import { pause } from './work.js';

export const NONE = 0xffffffff;

// Bits of a function, as cgquery/verbs/export/page/page_functions.c writes them.
const BODY = 1;
const VIRTUAL = 2;
const LINKAGE_SHIFT = 2;
const ENTRY = 16;
const SYSTEM = 32;
const OBSERVED = 64;
const DEAD_SHIFT = 8;

export const LINKAGES = ['', 'external', 'weak', 'internal'];
export const KINDS = ['direct', 'virtual', 'pointer', 'implicit', 'callback', 'guess'];
export const GUESS = 32;
export const EVIDENCE = ['source', 'compiler', 'linking', 'recorded run'];

/** Whether a function runs, by number: enum cg_dead_reason. */
export const REASONS = [
  'runs',
  'dead: virtual method of a class that nothing instantiates',
  'dead: only dead code calls it',
  'dead: only its own call cycle calls it',
  'dead: virtual, never called',
  'dead: address taken, but no call that can run may reach it',
  'dead: never called',
  'may be dead: code not collected may have its address',
  'may be dead: code not collected may call it by name',
  'may be dead: functions that may be dead call it',
  'may be dead: an unresolved call may reach any function',
  'may be dead: calls of an incompatible type may reach it',
];
const FIRST_DEAD = 1;
const FIRST_MAYBE = 7;

function sums(counts) {
  const start = new Uint32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) start[i + 1] = start[i] + counts[i];
  return start;
}

export const unzigzag = (n) => (n >>> 1) ^ -(n & 1);

/** Places of each function or call. */
class Places {
  constructor(columns, prefix) {
    this.start = sums(columns.get(`${prefix}Count`));
    this.file = columns.get(`${prefix}File`);
    this.line = columns.get(`${prefix}Line`);
    this.column = columns.get(`${prefix}Column`);
  }
}

export class Graph {
  constructor(columns) {
    this.columns = columns;
    this.facts = JSON.parse(columns.get('facts').at(0));
    this.names = columns.get('names');
    this.readables = columns.get('readable');
    this.texts = columns.get('texts');
    this.flags = columns.get('flags');
    this.reach = columns.get('reach');
    this.n = this.names.length;
    this.first = sums(columns.get('calls'));
    this.m = this.first[this.n];
    this.kinds = columns.get('kinds');
    for (const name of ['file', 'line', 'length', 'dominator', 'component']) this[`${name}Of`] = columns.get(name);
    this.sites = new Places(columns, 'site');
    this.unresolved = new Places(columns, 'unresolved');
    this.taken = new Places(columns, 'taken');
    this.functionValues = this.valuesOf('functionValue');
    this.callValues = this.valuesOf('callValue');
  }

  /** Lay out calls by callee as well. */
  async index() {
    const { n, m, first } = this;
    const delta = this.columns.get('callee');
    this.callee = new Uint32Array(m);
    this.caller = new Uint32Array(m);
    const into = new Uint32Array(n + 1);
    for (let f = 0; f < n; f++) {
      let last = f;
      for (let e = first[f]; e < first[f + 1]; e++) {
        last += unzigzag(delta[e]);
        this.callee[e] = last;
        this.caller[e] = f;
        into[last + 1]++;
      }
      if ((f & 0xffff) === 0xffff) await pause();
    }
    this.columns.delete('callee');
    for (let f = 0; f < n; f++) into[f + 1] += into[f];
    this.firstIn = into.slice();
    this.callsInto = new Uint32Array(m);
    for (let e = 0; e < m; e++) {
      this.callsInto[into[this.callee[e]]++] = e;
      if ((e & 0x3ffff) === 0x3ffff) await pause();
    }
  }

  // Functions

  name(f) {
    return this.names.at(f);
  }

  /** The name to show. */
  shown(f) {
    return this.readables.isEmpty(f) ? this.names.at(f) : this.readables.at(f);
  }

  text(number) {
    return number ? this.texts.at(number - 1) : '';
  }

  fileNumber(f) {
    return this.fileOf[f];
  }

  file(f) {
    return this.text(this.fileNumber(f));
  }

  line(f) {
    return this.lineOf[f];
  }

  place(f) {
    const file = this.file(f);
    return file ? { file, line: this.line(f), column: this.columns.get('column')[f] } : null;
  }

  hasBody(f) {
    return (this.flags[f] & BODY) !== 0;
  }

  isVirtual(f) {
    return (this.flags[f] & VIRTUAL) !== 0;
  }

  isEntry(f) {
    return (this.flags[f] & ENTRY) !== 0;
  }

  isSystem(f) {
    return (this.flags[f] & SYSTEM) !== 0;
  }

  wasObserved(f) {
    return (this.flags[f] & OBSERVED) !== 0;
  }

  linkage(f) {
    return LINKAGES[(this.flags[f] >> LINKAGE_SHIFT) & 3];
  }

  reason(f) {
    return this.flags[f] >> DEAD_SHIFT;
  }

  isDead(f) {
    return this.reason(f) >= FIRST_DEAD && this.reason(f) < FIRST_MAYBE;
  }

  mayBeDead(f) {
    return this.reason(f) >= FIRST_MAYBE;
  }

  signature(f) {
    return this.text(this.columns.get('signature')[f]);
  }

  /** The use of a macro that makes it, "MACRO at FILE:LINE"; '' if none does. */
  madeBy(f) {
    return this.text(this.columns.get('madeBy')[f]);
  }

  lines(f) {
    return this.lengthOf[f];
  }

  dominator(f) {
    return this.dominatorOf[f] - 1;
  }

  component(f) {
    return this.componentOf[f];
  }

  evidence(f) {
    return this.columns.get('evidence')[f];
  }

  unresolvedCount(f) {
    return this.unresolved.start[f + 1] - this.unresolved.start[f];
  }

  callerCount(f) {
    return this.firstIn[f + 1] - this.firstIn[f];
  }

  calleeCount(f) {
    return this.first[f + 1] - this.first[f];
  }

  /** Metadata that are no numbers. */
  metadata(f) {
    const text = this.text(this.columns.get('metadata')[f]);
    return text ? JSON.parse(text) : {};
  }

  /** All functions of a linkage name: they are consecutive, as names are sorted by bytes. */
  named(name) {
    const wanted = new TextEncoder().encode(name);
    let low = 0;
    let high = this.n;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.compareName(middle, wanted) < 0) low = middle + 1;
      else high = middle;
    }
    const found = [];
    for (; low < this.n && this.compareName(low, wanted) === 0; low++) found.push(low);
    return found;
  }

  compareName(f, wanted) {
    const { bytes, start } = this.names;
    const length = start[f + 1] - start[f] - 1;
    for (let i = 0; i < Math.min(length, wanted.length); i++) {
      const order = bytes[start[f] + i] - wanted[i];
      if (order) return order;
    }
    return length - wanted.length;
  }

  // Calls

  /** The call from one function to another, or -1. */
  callBetween(caller, callee) {
    for (let e = caller < 0 ? 0 : this.first[caller]; caller >= 0 && e < this.first[caller + 1]; e++) if (this.callee[e] === callee) return e;
    return -1;
  }

  isGuess(e) {
    return this.kinds[e] === GUESS;
  }

  kindWords(e) {
    return KINDS.filter((_, i) => this.kinds[e] & (1 << i));
  }

  callEvidence(e) {
    return this.columns.get('callEvidence')[e];
  }

  siteCount(e) {
    return this.sites.start[e + 1] - this.sites.start[e];
  }

  /** Places of a function or call. @param owner the function around them */
  *placesOf(places, number, owner) {
    let line = this.line(owner);
    for (let s = places.start[number]; s < places.start[number + 1]; s++) {
      line += unzigzag(places.line[s]);
      const fileNumber = places.file[s] || this.fileNumber(owner);
      yield { number: s, file: this.text(fileNumber), fileNumber, line, column: places.column[s] };
    }
  }

  sitesOf(e) {
    const state = this.columns.get('siteState');
    const callees = this.columns.get('siteCallees');
    const through = this.columns.get('siteThrough');
    const loops = this.columns.get('siteLoops');
    return [...this.placesOf(this.sites, e, this.caller[e])].map((site) => ({
      ...site,
      indirect: state[site.number] !== 0,
      state: ['', 'unsaid', 'resolved', 'unresolved'][state[site.number] & 3],
      virtual: state[site.number] > 4,
      callees: callees[site.number],
      through: this.text(through[site.number]),
      loops: loops[site.number],
    }));
  }

  unresolvedOf(f) {
    const of = (name) => this.columns.get(`unresolved${name}`);
    return [...this.placesOf(this.unresolved, f, f)].map((site) => ({
      ...site,
      reason: this.text(of('Reason')[site.number]),
      type: this.text(of('Type')[site.number]),
      unknown: this.text(of('Unknown')[site.number]),
      causes: this.text(of('Causes')[site.number]),
      extent: of('Extent')[site.number],
    }));
  }

  takenOf(f) {
    return [...this.placesOf(this.taken, f, f)];
  }

  /** Metadata that are numbers: [{path, at(i)}]. */
  valuesOf(prefix) {
    return this.columns.get(`${prefix}Names`).all().map((path, i) => {
      const column = this.columns.get(`${prefix}${i}`);
      const real = column instanceof Float64Array;
      return { path, at: real ? (k) => column[k] : (k) => (column[k] ? column[k] - 1 : NaN) };
    });
  }
}
