// Breadth-first walks that follow calls of parameters only with functions that were passed as them:
// libcg/src/query/walk/ in JavaScript. A state is a function, or a cell (a parameter of a function)
// with a value, or with anything.
import { NONE } from './graph.js';

const ANY = NONE;
const STEPS = 4096; // states between two pauses

/** Records by group: those of group g are items[first[g]] .. items[first[g + 1]]. */
function group(keys, groups) {
  const first = new Uint32Array(groups + 1);
  for (const key of keys) if (key !== NONE) first[key + 1]++;
  for (let g = 0; g < groups; g++) first[g + 1] += first[g];
  const at = first.slice();
  const items = new Uint32Array(first[groups]);
  keys.forEach((key, i) => {
    if (key !== NONE) items[at[key]++] = i;
  });
  return { first, items };
}

/** First record of each call, records being in order of calls. */
function byCall(edges) {
  const first = new Map();
  edges.forEach((edge, i) => {
    if (!first.has(edge)) first.set(edge, i);
  });
  return first;
}

/** The contexts of calls of a graph. */
export class Contexts {
  constructor(graph) {
    const column = (name) => graph.columns.get(name);
    const orNone = (name) => Uint32Array.from(column(name), (x) => (x ? x - 1 : NONE));
    this.cellFunction = column('cell');
    this.cellFirst = new Uint32Array(graph.n + 1);
    for (const f of this.cellFunction) this.cellFirst[f + 1]++;
    for (let f = 0; f < graph.n; f++) this.cellFirst[f + 1] += this.cellFirst[f];
    // Cells are in order of the graph's functions, not of the file's.
    this.cells = group(Array.from(this.cellFunction), graph.n).items;
    this.callEdge = column('contextCall');
    this.callCell = column('contextCallCell');
    this.callValue = column('contextCallValue');
    this.handEdge = column('contextHand');
    this.handTo = column('contextHandTo');
    this.handFrom = orNone('contextHandFrom');
    this.handValue = orNone('contextHandValue');
    this.calls = byCall(this.callEdge);
    this.hands = byCall(this.handEdge);
    const cells = this.cellFunction.length;
    this.callsOf = group(Array.from(this.callCell), cells);
    this.from = group(Array.from(this.handFrom), cells);
    this.to = group(Array.from(this.handTo), cells);
    this.isEmpty = cells === 0;
  }

  cellsOf(f) {
    return this.cells.subarray(this.cellFirst[f], this.cellFirst[f + 1]);
  }

  isCall(e) {
    return this.calls.has(e);
  }

  isHand(e) {
    return this.hands.has(e);
  }

  /** Records of what a call passes. */
  *handsOf(e) {
    const first = this.hands.get(e);
    if (first === undefined) return;
    for (let i = first; i < this.handEdge.length && this.handEdge[i] === e; i++) yield i;
  }

  passesTo(e, cell) {
    for (const i of this.handsOf(e)) if (this.handTo[i] === cell) return true;
    return false;
  }
}

/** What a walk found: distances by function, and by cell with a value. */
export class Walk {
  /** @param avoid functions not to pass, a Set or nothing */
  constructor(graph, contexts, direction, avoid) {
    this.graph = graph;
    this.contexts = contexts;
    this.forward = direction === 'callees';
    this.avoid = avoid;
    this.distance = new Uint32Array(graph.n).fill(NONE);
    this.plain = this.forward ? this.distance : new Uint32Array(graph.n).fill(NONE);
    this.held = new Map(); // distance by key of cell and value
    this.queue = [];
  }

  key(cell, value) {
    return cell * 4294967296 + value;
  }

  distanceOf(f, cell, value) {
    if (cell === NONE) return this.plain[f];
    const distance = this.held.get(this.key(cell, value));
    return distance === undefined ? NONE : distance;
  }

  meet(f, cell, value, distance) {
    if ((this.avoid && this.avoid.has(f)) || this.distanceOf(f, cell, value) !== NONE) return;
    if (this.forward && cell !== NONE && this.held.has(this.key(cell, ANY))) return;
    this.queue.push(f, cell, value);
    const whole = cell === NONE || !this.forward;
    if (value === ANY && whole && this.distance[f] === NONE) this.distance[f] = distance;
    if (cell === NONE) this.plain[f] = distance;
    else this.held.set(this.key(cell, value), distance);
  }

  begin(f) {
    this.meet(f, NONE, ANY, 0);
    if (this.forward) for (const cell of this.contexts.cellsOf(f)) this.meet(f, cell, ANY, 0);
  }

  /** Work: walk from functions to the end. @return this */
  *from(starts) {
    for (const f of starts) this.begin(f);
    const { queue } = this;
    for (let head = 0, steps = 0; head < queue.length; head += 3) {
      const f = queue[head];
      const cell = queue[head + 1];
      const value = queue[head + 2];
      const distance = this.distanceOf(f, cell, value);
      const visit = (next, c, v) => this.meet(next, c, v, distance + 1);
      if (this.forward) this.follow(f, cell, value, visit);
      else this.leave(f, cell, value, visit);
      if (++steps % STEPS === 0) yield;
    }
    this.queue = [];
    return this;
  }

  counts(e) {
    return !this.graph.isGuess(e);
  }

  // Forwards. `visit(function, cell, value, edge)`.

  enter(e, visit) {
    const callee = this.graph.callee[e];
    const hands = this.contexts.isHand(e);
    visit(callee, NONE, ANY, e);
    for (const cell of this.contexts.cellsOf(callee)) {
      if (!(hands && this.contexts.passesTo(e, cell))) visit(callee, cell, ANY, e);
    }
  }

  followFunction(f, visit) {
    const { graph, contexts } = this;
    for (let e = graph.first[f]; e < graph.first[f + 1]; e++) {
      if (contexts.isEmpty) {
        if (this.counts(e)) visit(graph.callee[e], NONE, ANY, e);
        continue;
      }
      if (contexts.isCall(e) || !this.counts(e)) continue;
      this.enter(e, visit);
      for (const i of contexts.handsOf(e)) {
        const to = contexts.handTo[i];
        const value = contexts.handValue[i];
        if (value !== NONE) visit(contexts.cellFunction[to], to, value, e);
      }
    }
  }

  followCell(cell, value, visit) {
    const c = this.contexts;
    for (let k = c.callsOf.first[cell]; k < c.callsOf.first[cell + 1]; k++) {
      const i = c.callsOf.items[k];
      const is = (value === ANY || c.callValue[i] === value) && this.counts(c.callEdge[i]);
      if (is) this.enter(c.callEdge[i], visit);
    }
    for (let k = c.from.first[cell]; k < c.from.first[cell + 1]; k++) {
      const i = c.from.items[k];
      const to = c.handTo[i];
      if (this.counts(c.handEdge[i])) visit(c.cellFunction[to], to, value, c.handEdge[i]);
    }
  }

  follow(f, cell, value, visit) {
    if (cell === NONE) this.followFunction(f, visit);
    else this.followCell(cell, value, visit);
  }

  // Backwards

  leaveCall(e, visit) {
    const c = this.contexts;
    const caller = this.graph.caller[e];
    if (!c.isCall(e)) {
      visit(caller, NONE, ANY, e);
      return;
    }
    for (let i = c.calls.get(e); i < c.callEdge.length && c.callEdge[i] === e; i++) {
      visit(caller, c.callCell[i], c.callValue[i], e);
      visit(caller, c.callCell[i], ANY, e);
    }
  }

  leaveFunction(f, cell, visit) {
    const { graph, contexts } = this;
    for (let i = graph.firstIn[f]; i < graph.firstIn[f + 1]; i++) {
      const e = graph.callsInto[i];
      if (contexts.isEmpty) {
        if (this.counts(e)) visit(graph.caller[e], NONE, ANY, e);
        continue;
      }
      const handed = cell !== NONE && contexts.passesTo(e, cell);
      if (!handed && this.counts(e)) this.leaveCall(e, visit);
    }
  }

  leaveCell(f, cell, value, visit) {
    const c = this.contexts;
    if (value === ANY) this.leaveFunction(f, cell, visit);
    for (let k = c.to.first[cell]; k < c.to.first[cell + 1]; k++) {
      const i = c.to.items[k];
      const e = c.handEdge[i];
      if (!this.counts(e)) continue;
      if (value !== ANY && c.handValue[i] === value) visit(this.graph.caller[e], NONE, ANY, e);
      else if (c.handFrom[i] !== NONE) visit(this.graph.caller[e], c.handFrom[i], value, e);
    }
  }

  leave(f, cell, value, visit) {
    if (cell === NONE) this.leaveFunction(f, NONE, visit);
    else this.leaveCell(f, cell, value, visit);
  }

  // Paths

  /** The states of a function where a path may begin. */
  *statesOf(f) {
    yield [f, NONE, ANY];
    if (!this.forward) for (const cell of this.contexts.cellsOf(f)) yield [f, cell, ANY];
  }

  /** The calls between the starts and a function it reached, in order: of several shortest chains
   *  the first in canonical order, beginning at that function. */
  pathOf(f) {
    let distance = this.distance[f];
    if (distance === NONE) return null;
    const path = [];
    let states = [...this.statesOf(f)].filter((s) => this.distanceOf(...s) === distance);
    for (; distance > 0; distance--) {
      const next = this.nearest(states, distance - 1);
      states = next.states;
      path.push(next.edge);
    }
    return this.forward ? path.reverse() : path;
  }

  nearest(states, distance) {
    let best = { f: NONE, edge: NONE, states: [] };
    const consider = (f, cell, value, edge) => {
      if (this.distanceOf(f, cell, value) !== distance || f > best.f) return;
      if (f < best.f) best = { f, edge, states: [] };
      best.edge = edge;
      best.states.push([f, cell, value]);
    };
    for (const [f, cell, value] of states) {
      if (this.forward) this.leave(f, cell, value, consider);
      else this.follow(f, cell, value, consider);
    }
    return best;
  }
}
