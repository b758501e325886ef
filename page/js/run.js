// The recorded run: a tree of call contexts with metrics. Callers have smaller numbers than callees.
import { shortFile, withoutParameters } from './names.js';
import { decoded, encoded, labelOf } from './router.js';

const CALL = 2; // stands for a call; its cost is counted at the callee
const STEPS = 1024; // names between two pauses

/** A step of refining: {kind: 'through' | 'without', of: name of a function, or file:PART}. */
export function readSteps(text) {
  return (text || '').split('\n').filter(Boolean).map((line) => {
    const colon = line.indexOf(':');
    return { kind: line.slice(0, colon) === 'without' ? 'without' : 'through', of: decoded(line.slice(colon + 1)) };
  });
}

export const writeSteps = (steps) => steps.map((step) => `${step.kind}:${encoded(step.of)}`).join('\n');

export class Run {
  constructor(graph) {
    const column = (name) => graph.columns.get(name);
    this.graph = graph;
    this.parent = Int32Array.from(column('runParent'), (p) => p - 1);
    this.frame = column('runFrame');
    this.flags = column('runFlags');
    this.frameFunction = Int32Array.from(column('frameFunction'), (f) => f - 1);
    this.frameName = column('frameName');
    this.frameFile = column('frameFile');
    this.count = this.frame.length;
    this.metrics = column('metricNames').all().map((name, i) => ({
      name, unit: column('metricUnits').at(i), values: column(`runMetric${i}`),
    }));
    this.inPieces = false;
    this.locations = graph.facts.locations;
    this.hasLocations = graph.columns.has('locationNames');
    this.hasInclusiveLocations = graph.columns.has('locationInclusive0');
    this.layChildren();
  }

  layChildren() {
    this.childStart = new Uint32Array(this.count + 2);
    for (let i = 0; i < this.count; i++) this.childStart[this.parent[i] + 2]++;
    for (let i = 0; i <= this.count; i++) this.childStart[i + 1] += this.childStart[i];
    const at = this.childStart.slice();
    this.children = new Uint32Array(this.count);
    for (let i = 0; i < this.count; i++) this.children[at[this.parent[i] + 1]++] = i;
  }

  /** Contexts below one; of -1 the roots. */
  below(context) {
    return this.children.subarray(this.childStart[context + 1], this.childStart[context + 2]);
  }

  metricNamed(name) {
    const prefer = ['time', 'samples', 'weight', 'Ir', 'Cycles', 'visits'];
    return this.metrics.find((m) => m.name === name) || prefer.map((p) => this.metrics.find((m) => m.name === p)).find(Boolean) || this.metrics[0];
  }

  nameOf(frame) {
    const f = this.frameFunction[frame];
    return f >= 0 ? this.graph.shown(f) : this.graph.text(this.frameName[frame]);
  }

  fileOf(frame) {
    const f = this.frameFunction[frame];
    return (f >= 0 && this.graph.file(f)) || this.graph.text(this.frameFile[frame]);
  }

  // Several functions may share a name: those of one file each, as a rule.

  /** Work that comes before anything is asked by name. */
  * readNames() {
    const byName = new Map();
    for (let frame = 0; frame < this.frameFunction.length; frame++) {
      const name = this.nameOf(frame);
      if (!byName.has(name)) byName.set(name, []);
      byName.get(name).push(frame);
      if (frame % STEPS === STEPS - 1) yield;
    }
    this.names = { byName, byKey: new Map(), keys: [] };
    for (let frame = 0; frame < this.frameFunction.length; frame++) {
      this.addKey(frame);
      if (frame % STEPS === STEPS - 1) yield;
    }
  }

  addKey(frame) {
    const { byName, byKey, keys } = this.names;
    const f = this.frameFunction[frame];
    const label = f >= 0 ? labelOf(this.graph, f) : this.nameOf(frame);
    const isShared = byName.get(this.nameOf(frame)).length > 1 && !label.includes('|');
    const key = isShared ? `${label}|${this.fileOf(frame)}` : label;
    keys[frame] = byKey.has(key) ? `${key}#${frame}` : key;
    byKey.set(keys[frame], frame);
  }

  /** A name that means one frame, for links. */
  keyOf(frame) {
    return this.names.keys[frame];
  }

  /** The frames that a name means: a key, the name of functions, or that without parameters. */
  framesNamed(name) {
    const { byKey, byName } = this.names;
    if (byKey.has(name)) return [byKey.get(name)];
    return byName.get(name) || [...this.frameFunction.keys()].filter((frame) => withoutParameters(this.nameOf(frame)) === name);
  }

  /** The first frame that a name means, or -1. */
  frameNamed(name) {
    return this.framesNamed(name)[0] ?? -1;
  }

  /** The shortest name that means one frame, for people to read and write. */
  wordOf(frame) {
    const name = this.nameOf(frame);
    return this.names.byName.get(name).length > 1 ? this.keyOf(frame) : name;
  }

  /** By frame: whether its name has a text, or its file one after "file:". */
  having(text) {
    const small = text.toLowerCase();
    const of = small.startsWith('file:') ? (frame) => this.fileOf(frame) : (frame) => this.nameOf(frame);
    const wanted = small.replace(/^file:/, '');
    return Array.from(this.frameFunction, (_, frame) => of(frame).toLowerCase().includes(wanted));
  }

  /** The name of a frame, with its file where others have the name. */
  titleOf(frame) {
    const name = this.nameOf(frame);
    const file = this.fileOf(frame);
    return this.names.byName.get(name).length > 1 && file ? `${name} (${shortFile(file)})` : name;
  }

  /** By frame: whether a step is about it. */
  matching(step) {
    if (step.of.startsWith('file:')) return this.having(step.of);
    const named = new Set(this.framesNamed(step.of));
    return Array.from(this.frameFunction, (_, frame) => named.has(frame));
  }

  /** What a step is about, for people. */
  stepName(step) {
    const frame = this.names.byKey.get(step.of);
    return frame === undefined ? step.of : this.titleOf(frame);
  }

  /** Values of a metric by context, on the paths that pass all steps. @return {own, all} */
  refine(metric, steps) {
    const own = new Float64Array(this.count);
    const passing = steps.map((step) => this.pathsWith(this.matching(step)));
    for (let i = 0; i < this.count; i++) {
      const kept = steps.every((step, k) => (passing[k][i] === 1) === (step.kind === 'through'));
      own[i] = kept && !(this.flags[i] & CALL) ? metric.values[i] : 0;
    }
    const all = own.slice();
    for (let i = this.count - 1; i >= 0; i--) if (this.parent[i] >= 0) all[this.parent[i]] += all[i];
    return { own, all };
  }

  pathsWith(matches) {
    const has = new Uint8Array(this.count);
    for (let i = 0; i < this.count; i++) {
      has[i] = matches[this.frame[i]] || (this.parent[i] >= 0 && has[this.parent[i]]) ? 1 : 0;
    }
    return has;
  }

  /** Whether a context is below another of the same frame. */
  recurs(i) {
    for (let at = this.parent[i]; at >= 0; at = this.parent[at]) if (this.frame[at] === this.frame[i]) return true;
    return false;
  }

  /** Values of a function at each location. */
  atLocations(metric, frame, inclusive) {
    const column = this.graph.columns.get(`location${inclusive ? 'Inclusive' : 'Exclusive'}${this.metrics.indexOf(metric)}`);
    return column.subarray(frame * this.locations, (frame + 1) * this.locations);
  }

  locationNames() {
    return this.graph.columns.get('locationNames').all();
  }

  /** Sums by frame: [{frame, own, all}], largest own first. */
  flat({ own, all }) {
    const sums = new Map();
    for (let i = 0; i < this.count; i++) {
      if (!all[i]) continue;
      const frame = this.frame[i];
      if (!sums.has(frame)) sums.set(frame, { frame, own: 0, all: 0 });
      const sum = sums.get(frame);
      sum.own += own[i];
      if (!this.recurs(i)) sum.all += all[i];
    }
    return [...sums.values()].sort((a, b) => b.own - a.own || b.all - a.all);
  }

  /** The root of the tree of contexts merged by frame. */
  top(values) {
    return { frame: -1, value: this.below(-1).reduce((sum, i) => sum + values.all[i], 0), contexts: [-1] };
  }

  /** A root of the contexts of one frame. */
  rooted(frame, values) {
    const contexts = this.outermost(frame);
    return { frame, value: contexts.reduce((sum, i) => sum + values.all[i], 0), contexts };
  }

  /** What a merged context calls. */
  calls(node, values) {
    const merged = new Map();
    for (const context of node.contexts) {
      for (const i of this.below(context)) {
        if (!values.all[i]) continue;
        const frame = this.frame[i];
        if (!merged.has(frame)) merged.set(frame, { frame, value: 0, own: 0, contexts: [] });
        const child = merged.get(frame);
        child.value += values.all[i];
        child.own += values.own[i];
        child.contexts.push(i);
      }
    }
    return [...merged.values()].sort((a, b) => b.value - a.value);
  }

  /** All contexts of a frame that are below no other of it. */
  outermost(frame) {
    const found = [];
    for (let i = 0; i < this.count; i++) if (this.frame[i] === frame && !this.recurs(i)) found.push(i);
    return found;
  }

  /** The callers of a merged context, with the cost that came through them: bottom up. A node is
   *  {frame, value, pairs: [context, cost]}. */
  callers(node) {
    const merged = new Map();
    for (const [context, cost] of node.pairs) {
      const by = this.parent[context];
      if (by < 0) continue;
      const frame = this.frame[by];
      if (!merged.has(frame)) merged.set(frame, { frame, value: 0, pairs: [] });
      const caller = merged.get(frame);
      caller.value += cost;
      caller.pairs.push([by, cost]);
    }
    return [...merged.values()].sort((a, b) => b.value - a.value);
  }

  bottom(frame, values) {
    const pairs = this.outermost(frame).filter((i) => values.all[i]).map((i) => [i, values.all[i]]);
    return { frame, value: pairs.reduce((sum, [, cost]) => sum + cost, 0), pairs };
  }

  /** Functions that ran: a Set. */
  ran() {
    this.ranOnce ||= new Set(this.frameFunction.filter((f) => f >= 0));
    return this.ranOnce;
  }

  /** Whether a function could have run, but did not: it has a body outside of system headers. */
  neverRan(f) {
    return this.graph.hasBody(f) && !this.graph.isSystem(f) && !this.graph.isDead(f) && !this.ran().has(f);
  }

  frameOf(f) {
    return this.frameFunction.indexOf(f);
  }
}
