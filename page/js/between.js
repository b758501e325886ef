// Calls between folders. Their order is the one in which the fewest calls lead upwards; those that do
// may break layers.
import { number } from './dom.js';
import { childIn } from './folders.js';

export const MOST = 60; // parts of a folder
const STEPS = 16384; // calls between two pauses

/** Calls between the parts of a folder: {parts, calls: Map from part to Map from part to [e]}. */
export function* callsBetween(app, folder) {
  const { graph } = app;
  const { all, of } = app.folders();
  const partOf = all.map((leaf) => childIn(folder, leaf));
  const calls = new Map();
  const count = new Map();
  for (let e = 0; e < graph.m; e++) {
    const from = partOf[of[graph.caller[e]]];
    const to = partOf[of[graph.callee[e]]];
    if (from && to && !graph.isGuess(e)) {
      if (!calls.has(from)) calls.set(from, new Map());
      const row = calls.get(from);
      if (!row.has(to)) row.set(to, []);
      row.get(to).push(e);
      count.set(from, (count.get(from) || 0) + 1);
      if (to !== from) count.set(to, (count.get(to) || 0) + 1);
    }
    if (e % STEPS === STEPS - 1) yield;
  }
  const parts = [...count.keys()].sort((a, b) => count.get(b) - count.get(a));
  return { parts: parts.slice(0, MOST), left: parts.length - Math.min(MOST, parts.length), calls };
}

/** An order with few calls upwards: P. Eades, X. Lin, W. Smyth, "A fast and effective heuristic for
 *  the feedback arc set problem", 1993. */
function layered(parts, weight) {
  const left = new Set(parts);
  const first = [];
  const last = [];
  while (left.size) {
    let best = null;
    let most = -Infinity;
    for (const part of left) {
      let out = 0;
      let into = 0;
      for (const other of left) {
        if (other === part) continue;
        out += weight(part, other);
        into += weight(other, part);
      }
      const score = into === 0 ? Infinity : out === 0 ? -1e12 : out - into;
      if (out === 0 && into > 0) {
        last.unshift(part);
        left.delete(part);
        best = null;
        most = Infinity;
        break;
      }
      if (score > most) {
        most = score;
        best = part;
      }
    }
    if (best) {
      first.push(best);
      left.delete(best);
    }
  }
  return [...first, ...last];
}

/** The order of the parts, and what the view shows of each pair of them. */
export function pairsOf({ parts, calls }, rules) {
  const edges = (from, to) => (calls.get(from) && calls.get(from).get(to)) || [];
  const count = (from, to) => edges(from, to).length;
  const counts = new Map(); // by array of calls
  const countBroken = (found) => {
    if (!counts.has(found)) counts.set(found, found.reduce((sum, e) => sum + (rules.isBroken(e) ? 1 : 0), 0));
    return counts.get(found);
  };
  const broken = (from, to) => (rules && count(from, to) ? countBroken(edges(from, to)) : 0);
  const order = layered(parts, count);
  const upward = order.flatMap((from, i) => order.slice(0, i).map((to) => ({ from, to, count: count(from, to), back: count(to, from) }))).filter((x) => x.count);
  upward.sort((a, b) => b.count - a.count);
  return { order, upward, edges, count, broken };
}

/** For drawings: which parts call which, and how often. */
export function callsOf({ order, count }) {
  return order.flatMap((from) => order.filter((to) => to !== from && count(from, to)).map((to) => [from.name, to.name, number(count(from, to))]));
}
