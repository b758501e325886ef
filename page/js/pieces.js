// A recorded run of calls, not of paths (callgrind, gprof): what each function cost, and each call of
// it. Trees share the cost of a function among its callers in proportion, as nothing else is known.
import { Run } from './run.js';

const CALL = 2; // a context that stands for a call, with its inclusive cost
const FRAGMENT = 1; // its callers are not recorded

export class Pieces extends Run {
  constructor(graph) {
    super(graph);
    this.inPieces = true;
    this.metrics.forEach((metric, i) => { metric.inclusive = graph.columns.get(`runInclusive${i}`); });
    this.byMetric = new Map();
  }

  /** Values of a metric: {own, all} by function, and the calls {frame, cost} out of and into each. */
  refine(metric) {
    if (!this.byMetric.has(metric)) this.byMetric.set(metric, this.sums(metric));
    return this.byMetric.get(metric);
  }

  sums(metric) {
    const own = new Float64Array(this.frameFunction.length);
    const out = Array.from(own, () => new Map());
    const into = Array.from(own, () => new Map());
    const below = metric.values.map((cost, i) => (this.flags[i] & CALL ? 0 : cost));
    for (let i = this.count - 1; i >= 0; i--) {
      if (this.parent[i] >= 0) below[this.parent[i]] += below[i];
      if (!(this.flags[i] & CALL)) own[this.frame[i]] += metric.values[i];
      this.addCall(out, into, i, this.flags[i] & CALL ? metric.values[i] : below[i]);
    }
    return { own, all: metric.inclusive, out, into };
  }

  /** Count what a context cost as a call by the one above it. */
  addCall(out, into, i, cost) {
    const by = this.parent[i];
    if (by < 0 || this.flags[by] & CALL || this.frame[by] === this.frame[i]) return;
    const [caller, callee] = [this.frame[by], this.frame[i]];
    out[caller].set(callee, (out[caller].get(callee) || 0) + cost);
    into[callee].set(caller, (into[callee].get(caller) || 0) + cost);
  }

  flat({ own, all }) {
    const rows = [];
    for (let frame = 0; frame < own.length; frame++) if (all[frame] || own[frame]) rows.push({ frame, own: own[frame], all: all[frame] });
    return rows.sort((a, b) => b.own - a.own || b.all - a.all);
  }

  top({ own }) {
    return { frame: -1, value: own.reduce((sum, x) => sum + x, 0), path: null };
  }

  rooted(frame, { all }) {
    return { frame, value: all[frame], path: null };
  }

  bottom(frame, values) {
    return { ...this.rooted(frame, values), values };
  }

  /** What a function calls, its part of their cost; a function that is above itself is left out. */
  calls(node, values) {
    if (node.frame >= 0) return this.shared(node, values.out[node.frame], values);
    return this.roots(values).map((root) => ({ ...root, path: node })).sort((a, b) => b.value - a.value);
  }

  /** Functions that cost more than the recorded calls of them: the program and its threads begin there. */
  roots({ all, into }) {
    const roots = [];
    for (let frame = 0; frame < all.length; frame++) {
      const value = [...into[frame].values()].reduce((rest, cost) => rest - cost, all[frame]);
      if (value > 0) roots.push({ frame, value });
    }
    return roots;
  }

  callers(node) {
    return this.shared(node, node.values.into[node.frame], node.values).map((caller) => ({ ...caller, values: node.values }));
  }

  shared(node, costs, { all }) {
    const above = new Set();
    for (let at = node; at; at = at.path) above.add(at.frame);
    const others = [...costs].filter(([frame, cost]) => cost > 0 && !above.has(frame));
    const sum = others.reduce((total, [, cost]) => total + cost, 0);
    const part = node.value / Math.max(all[node.frame], sum, Number.MIN_VALUE);
    return others.map(([frame, cost]) => ({ frame, value: cost * part, path: node })).sort((a, b) => b.value - a.value);
  }
}

/** The run of the file, as it was recorded. */
export function readRun(graph) {
  const inPieces = graph.columns.get('runFlags').some((flags) => flags & FRAGMENT);
  return inPieces ? new Pieces(graph) : new Run(graph);
}
