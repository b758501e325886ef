// "Can this ever reach that?": cg_reach of libcg in JavaScript, with the same evidence.
import { NONE } from './graph.js';
import { Walk } from './walk.js';

// Bits of the column "reach": enum cg_reach_fact; above them enum cg_reach_calls.
const LEADS_OUT = 1;
const MAY_BE_PROGRAM = 2;
const HAS_ADDRESS = 4;
const HAS_NAME = 8;
const MISTYPED = 16;
const CONFINED = 32;
const RUNTIME = 64;
const AT_EXIT = 128;
const EXITLESS = 256;
const CALLS_SHIFT = 9;
const UNRECORDED = 0;
const KNOWN = 1;
const OUTSIDE = 2;
const NAMED = 3;
const ANYTHING = 4;

// How code that was not collected finds what it may call: bits.
const NOTHING = 0;
const KEPT = 1; // passed to libraries, and neither of these two:
const KEPT_AT_EXIT = 2;
const KEPT_CONFINED = 4;
const BY_ADDRESS = 7;
const BY_TYPE = 8; // by unresolved calls of an incompatible type
const BY_POINTER = 15;
const NAMES = 16;
const BY_NAME = 31;

/** What uncollected code may do, asked from some functions. */
class Outside {
  constructor(graph, from) {
    this.graph = graph;
    this.fromOutside = from.some((f) => !graph.hasBody(f));
    const { facts } = graph;
    this.mayName = this.fromOutside ? facts.codeMayNameOutside : facts.codeMayName;
  }

  calls(f) {
    return this.graph.reach[f] >> CALLS_SHIFT;
  }

  leadsOut(f) {
    if (this.graph.hasBody(f)) return false;
    return this.fromOutside || (this.graph.reach[f] & LEADS_OUT) !== 0;
  }

  mayBeProgram(f) {
    return (this.graph.reach[f] & MAY_BE_PROGRAM) !== 0 && this.leadsOut(f);
  }

  /** What a function without a body calls of all that was passed to libraries. */
  callsKept(f) {
    const facts = this.fromOutside ? 0 : this.graph.reach[f];
    return BY_ADDRESS & ~(facts & RUNTIME ? KEPT_CONFINED : 0) & ~(facts & EXITLESS ? KEPT_AT_EXIT : 0);
  }

  keptAs(f) {
    const facts = this.graph.reach[f];
    if (facts & CONFINED) return KEPT_CONFINED;
    return facts & AT_EXIT ? KEPT_AT_EXIT : KEPT;
  }

  hasAddress(f) {
    return (this.graph.reach[f] & HAS_ADDRESS) !== 0;
  }

  hasName(f) {
    return (this.graph.reach[f] & HAS_NAME) !== 0;
  }

  /** How uncollected code finds what it may call once a function runs. */
  ways(f) {
    const calls = this.calls(f);
    let ways = NOTHING;
    if (this.leadsOut(f)) ways = this.callsKept(f);
    if (calls === OUTSIDE) ways = BY_POINTER;
    const names = this.mayBeProgram(f) || calls === NAMED || (ways !== NOTHING && this.mayName);
    return names && this.graph.facts.recordsUnresolvedCalls ? BY_NAME : ways;
  }

  mayCallByAddress(f, ways) {
    const mistyped = (ways & BY_TYPE) !== 0 && (this.graph.reach[f] & MISTYPED) !== 0;
    return mistyped || ((ways & this.keptAs(f)) !== 0 && this.hasAddress(f));
  }

  mayCall(f, ways) {
    return this.mayCallByAddress(f, ways) || ((ways & NAMES) !== 0 && this.hasName(f));
  }
}

/** Work: all that may be reached, known or not. */
function* walkBeyond(graph, contexts, outside, from, avoid) {
  let ways = NOTHING;
  let callable = [];
  for (;;) {
    const walk = new Walk(graph, contexts, 'callees', avoid);
    yield* walk.from([...from, ...callable]);
    let found = NOTHING;
    for (let f = 0; f < graph.n; f++) {
      if (walk.distance[f] !== NONE) found |= outside.ways(f);
    }
    if (found === ways) return { walk, ways, callable };
    ways = found;
    callable = [];
    for (let f = 0; f < graph.n; f++) {
      if (outside.mayCall(f, ways) && !(avoid && avoid.has(f))) callable.push(f);
    }
    yield;
  }
}

function evidence(graph, outside, known, beyond, toTarget) {
  const found = {
    reached: 0, beyond: 0, unresolved: [], unrecorded: [], uncollected: [], mayCallBack: [],
    callbacks: [], named: [], possibleProgramCode: [], callable: beyond.callable, leading: 0,
  };
  for (let f = 0; f < graph.n; f++) {
    const reached = beyond.walk.distance[f] !== NONE;
    if (toTarget[f] !== NONE) found.leading++;
    if (reached) {
      if (known[f] === NONE) found.beyond++;
      else {
        found.reached++;
        if (!graph.hasBody(f)) found.uncollected.push(f);
        if (outside.leadsOut(f)) found.mayCallBack.push(f);
      }
      const calls = outside.calls(f);
      if (calls === UNRECORDED && graph.hasBody(f)) found.unrecorded.push(f);
      if (calls > KNOWN) found.unresolved.push(f);
    }
    if (toTarget[f] !== NONE && beyond.ways !== NOTHING) {
      if (outside.mayCallByAddress(f, beyond.ways)) found.callbacks.push(f);
      if ((beyond.ways & NAMES) !== 0 && outside.hasName(f)) found.named.push(f);
    }
    const everywhere = graph.facts.linked && beyond.ways !== NOTHING;
    if ((reached || everywhere) && outside.mayBeProgram(f)) found.possibleProgramCode.push(f);
  }
  return found;
}

function nearestFirst(functions, distance) {
  return functions.sort((a, b) => distance[a] - distance[b] || a - b);
}

/**
 * Work: answer. @param from, to arrays of functions @param avoid a Set or nothing
 * @return {answer: 'yes' | 'no' | 'unknown', path, and the evidence}
 */
export function* reach(graph, contexts, from, to, avoid) {
  const known = yield* new Walk(graph, contexts, 'callees', avoid).from(from);
  const target = yield* new Walk(graph, contexts, 'callers', avoid).from(to);
  const walks = { fromStart: known, toTarget: target };
  if (to.some((f) => known.distance[f] !== NONE)) {
    const start = from.reduce((a, b) => (target.distance[b] < target.distance[a] ? b : a));
    const reached = known.distance.reduce((sum, d) => sum + (d !== NONE ? 1 : 0), 0);
    return { answer: 'yes', path: target.pathOf(start), reached, ...walks };
  }
  const outside = new Outside(graph, from);
  const beyond = yield* walkBeyond(graph, contexts, outside, from, avoid);
  const found = evidence(graph, outside, known.distance, beyond, target.distance);
  const leads = found.callbacks.length > 0 || found.named.length > 0;
  const anything = found.unresolved.filter((f) => outside.calls(f) === ANYTHING);
  const silent = found.unrecorded.length > 0 && graph.facts.recordsUnresolvedCalls;
  const unknown = leads || anything.length > 0 || silent;
  if (unknown && !leads) found.unresolved = anything;
  nearestFirst(found.callbacks, target.distance);
  nearestFirst(found.named, target.distance);
  const near = Uint32Array.from(known.distance, (d, f) => (d === NONE ? beyond.walk.distance[f] : d));
  nearestFirst(found.unresolved, near);
  return { answer: unknown ? 'unknown' : 'no', path: null, ...found, ...walks, fromBeyond: beyond.walk };
}
