// Chains of calls from one function to others: all up to a number, and what they share.
import { NONE } from './graph.js';
import { Walk } from './walk.js';

const MOST_STEPS = 2e6; // of the search for further paths

/** Whether a chain of calls passes what it calls: cg_path_fits of libcg. */
export function pathFits(graph, contexts, path) {
  return contexts.isEmpty || path.every((e, i) => {
    if (!contexts.isCall(e)) return true;
    const c = contexts;
    const first = c.calls.get(e);
    const cells = new Set();
    for (let k = first; k < c.callEdge.length && c.callEdge[k] === e; k++) cells.add(c.callCell[k]);
    return mayHold(contexts, path.slice(0, i), cells, c.callValue[first]);
  });
}

/** Whether any of some cells may hold a value at the end of a chain. */
function mayHold(c, path, cells, value) {
  let held = cells;
  for (let i = path.length - 1; i >= 0 && held.size; i--) {
    if (!c.isHand(path[i])) return true;
    const before = new Set();
    for (const cell of held) {
      const hands = [...c.handsOf(path[i])].filter((k) => c.handTo[k] === cell);
      if (!hands.length || hands.some((k) => c.handValue[k] === value)) return true;
      for (const k of hands) if (c.handFrom[k] !== NONE) before.add(c.handFrom[k]);
    }
    held = before;
  }
  return held.size > 0;
}

/** Work: how many calls it takes from each function, at least; NONE where there is no chain.
 *  @param starts [function, number of calls that it takes from there] @param avoid a Set or null */
function* distances(graph, starts, avoid) {
  const distance = new Uint32Array(graph.n).fill(NONE);
  const levels = [];
  const add = (f, d) => {
    if (distance[f] === NONE && !(avoid && avoid.has(f))) (levels[d] ||= []).push(f);
  };
  for (const [f, d] of starts) if (d !== NONE) add(f, d);
  for (let d = 0; d < levels.length; d++) {
    for (const f of levels[d] || []) {
      if (distance[f] !== NONE) continue;
      distance[f] = d;
      for (let i = graph.firstIn[f]; i < graph.firstIn[f + 1]; i++) {
        const e = graph.callsInto[i];
        if (!graph.isGuess(e)) add(graph.caller[e], d + 1);
      }
    }
    delete levels[d];
    yield;
  }
  return distance;
}

/** How far it is to the target, and how far to the target through any of a set. */
class Ways {
  static* to(graph, contexts, to, { avoid, through }) {
    const ways = new Ways();
    ways.through = through;
    ways.rest = through ? yield* distances(graph, [[to, 0]], avoid) : (yield* new Walk(graph, contexts, 'callers', avoid).from([to])).distance;
    ways.restThrough = through ? yield* distances(graph, Array.from(through, (f) => [f, ways.rest[f]]), avoid) : ways.rest;
    return ways;
  }

  /** Whether a chain that goes on with a function has been through the set. */
  passes(passed, f) {
    return passed || !this.through || this.through.has(f);
  }

  from(f, passed) {
    return this.passes(passed, f) ? this.rest[f] : this.restThrough[f];
  }
}

/**
 * Work: paths without repeated functions, shortest first.
 * @param options {most, avoid: a Set or null, through: a Set of which each path has one, or null}
 * @return {paths, complete: whether these are all}
 */
export function* allPaths(graph, contexts, from, to, options) {
  const { most, avoid } = options;
  const ways = yield* Ways.to(graph, contexts, to, options);
  const search = { graph, contexts, from, to, most, ways, paths: [], steps: 0, avoid };
  const least = ways.from(from, false);
  if (least === NONE) return { paths: [], complete: true };
  let longer = true;
  for (let length = least; longer && search.paths.length < most && search.steps < MOST_STEPS; length++) {
    longer = yield* pathsOfLength(search, length);
  }
  return { paths: search.paths, complete: !longer && search.steps < MOST_STEPS };
}

/** Work: a shortest chain of calls through any of a set, which may have a function twice: calls, or null. */
export function* chainThrough(graph, contexts, from, to, options) {
  const ways = yield* Ways.to(graph, contexts, to, options);
  if (ways.from(from, false) === NONE) return null;
  const chain = [];
  let f = from;
  let passed = ways.passes(false, from);
  while (f !== to || !passed) {
    const left = ways.from(f, passed) - 1;
    for (let e = graph.first[f]; e < graph.first[f + 1]; e++) {
      if (graph.isGuess(e) || ways.from(graph.callee[e], passed) !== left) continue;
      chain.push(e);
      f = graph.callee[e];
      passed = ways.passes(passed, f);
      break;
    }
  }
  return pathFits(graph, contexts, chain) ? chain : null;
}

/** Work: add the paths of one length. @return whether there may be longer ones */
function* pathsOfLength(search, length) {
  const { graph, to, ways, avoid } = search;
  const path = [];
  const on = new Set([search.from]);
  const at = [{ f: search.from, next: graph.first[search.from], passed: ways.passes(false, search.from) }];
  let longer = false;
  while (at.length) {
    const top = at.at(-1);
    if (++search.steps % 4096 === 0) yield;
    if (search.paths.length >= search.most || search.steps >= MOST_STEPS) return true;
    const e = top.next++;
    if (e >= graph.first[top.f + 1] || top.f === to) {
      at.pop();
      on.delete(top.f);
      path.pop();
      continue;
    }
    const callee = graph.callee[e];
    const left = ways.from(callee, top.passed);
    if (graph.isGuess(e) || on.has(callee) || left === NONE || (avoid && avoid.has(callee))) continue;
    if (path.length + 1 + left > length) {
      longer = true;
      continue;
    }
    const passed = ways.passes(top.passed, callee);
    path.push(e);
    if (callee === to) {
      if (path.length === length && passed && pathFits(graph, search.contexts, path)) search.paths.push(path.slice());
      path.pop();
      continue;
    }
    on.add(callee);
    at.push({ f: callee, next: graph.first[callee], passed });
  }
  return longer;
}

/** Work: functions that every chain passes, in order, without the ends. */
export function* between(graph, contexts, path, { from, to, avoid }) {
  const found = [];
  for (const e of path.slice(1)) {
    const f = graph.caller[e];
    const without = new Set(avoid);
    without.add(f);
    const walk = yield* new Walk(graph, contexts, 'callees', without).from([from]);
    if (walk.distance[to] === NONE) found.push(f);
  }
  return found;
}
