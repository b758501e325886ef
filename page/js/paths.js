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

/**
 * Work: paths without repeated functions, shortest first.
 * @param options {most, avoid: Set, through: Set or null}
 * @return {paths, complete: whether these are all}
 */
export function* allPaths(graph, contexts, from, to, options) {
  const { most, avoid, through } = options;
  const target = yield* new Walk(graph, contexts, 'callers', avoid).from([to]);
  const search = { graph, contexts, from, to, through, most, distance: target.distance, paths: [], steps: 0, avoid };
  if (target.distance[from] === NONE) return { paths: [], complete: true };
  let longer = true;
  for (let length = target.distance[from]; longer && search.paths.length < most && search.steps < MOST_STEPS; length++) {
    longer = yield* pathsOfLength(search, length);
  }
  return { paths: search.paths, complete: !longer && search.steps < MOST_STEPS };
}

/** Work: add the paths of one length. @return whether there may be longer ones */
function* pathsOfLength(search, length) {
  const { graph, to, distance, avoid } = search;
  const path = [];
  const on = new Set([search.from]);
  const at = [search.from];
  const next = [graph.first[search.from]];
  let longer = false;
  while (at.length) {
    const f = at.at(-1);
    if (++search.steps % 4096 === 0) yield;
    if (search.paths.length >= search.most || search.steps >= MOST_STEPS) return true;
    const e = next[next.length - 1]++;
    if (e >= graph.first[f + 1] || f === to) {
      at.pop();
      next.pop();
      on.delete(f);
      path.pop();
      continue;
    }
    const callee = graph.callee[e];
    if (graph.isGuess(e) || on.has(callee) || distance[callee] === NONE || (avoid && avoid.has(callee))) continue;
    if (path.length + 1 + distance[callee] > length) {
      longer = true;
      continue;
    }
    path.push(e);
    if (callee === to) {
      if (path.length === length) addPath(search, path);
      path.pop();
      continue;
    }
    on.add(callee);
    at.push(callee);
    next.push(graph.first[callee]);
  }
  return longer;
}

function addPath(search, path) {
  const { graph, contexts, through } = search;
  const passes = !through || path.some((e) => through.has(graph.callee[e]) || through.has(graph.caller[e]));
  if (passes && pathFits(graph, contexts, path)) search.paths.push(path.slice());
}

/** Work: functions that every chain passes, in order, without the ends. */
export function* between(graph, contexts, path, from, to, avoid) {
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
