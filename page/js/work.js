// Long work in slices, so that the page answers keys meanwhile. Work is a generator that yields now
// and then; what it returns is the result.

const SLICE_MS = 16;
const channel = new MessageChannel();
const waiting = [];
channel.port1.onmessage = () => waiting.shift()();

/** Let the browser draw and handle keys. */
export function pause() {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(0);
  });
}

const urgent = new Set(); // work that someone waits for: other work waits for it

async function slices(work, signal, first) {
  let begin = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - begin > SLICE_MS) {
      await pause();
      if (!first) await Promise.allSettled(urgent);
      if (signal && signal.aborted) return undefined;
      begin = performance.now();
    }
  }
}

/** Do work in slices. @param signal of an AbortController, or nothing: when aborted the result is
 *  undefined. @param first whether other work is to wait, as someone types */
export function inSlices(work, signal, first = false) {
  const run = slices(work, signal, first);
  if (first) {
    urgent.add(run);
    run.finally(() => urgent.delete(run));
  }
  return run;
}

/** Do work at once. */
export function atOnce(work) {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** The first few of many items in an order. */
export class Best {
  /** @param compare as for Array.sort; equal items keep the order in which they came */
  constructor(limit, compare) {
    Object.assign(this, { limit, compare, items: [] });
  }

  add(item) {
    const { items, limit, compare } = this;
    if (items.length === limit && (limit === 0 || compare(item, items[limit - 1]) >= 0)) return;
    let low = 0;
    for (let high = items.length; low < high;) {
      const middle = (low + high) >> 1;
      if (compare(item, items[middle]) < 0) high = middle;
      else low = middle + 1;
    }
    items.splice(low, 0, item);
    if (items.length > limit) items.pop();
  }
}

const RUN = 1024; // items that are sorted at a time

/** Work: merge two runs of numbers of items, which are in order. */
function* merge(from, to, [begin, middle, end], compare) {
  let [left, right] = [begin, middle];
  for (let i = begin; i < end; i++) {
    const fromRight = left === middle || (right < end && compare(from[right], from[left]) < 0);
    to[i] = fromRight ? from[right++] : from[left++];
    if (i % RUN === 0) yield;
  }
}

/** Work: items in the order of their keys; equal ones stay in order. @return a new array */
export function* sorted(items, keyOf, compare) {
  const keys = [];
  for (const item of items) {
    keys.push(keyOf(item));
    if (keys.length % RUN === 0) yield;
  }
  const count = keys.length;
  const byKey = (a, b) => compare(keys[a], keys[b]);
  let order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = 0; i < count; i += RUN) {
    order.set(Array.from(order.subarray(i, i + RUN)).sort(byKey), i);
    yield;
  }
  let spare = new Uint32Array(count);
  for (let width = RUN; width < count; width *= 2) {
    for (let i = 0; i < count; i += 2 * width) {
      yield* merge(order, spare, [i, Math.min(count, i + width), Math.min(count, i + 2 * width)], byKey);
    }
    [order, spare] = [spare, order];
  }
  const found = [];
  for (const i of order) found.push(items[i]);
  return found;
}
