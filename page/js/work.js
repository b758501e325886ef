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

/** Do work in slices. @param signal of an AbortController, or nothing: when aborted the result is
 *  undefined. */
export async function inSlices(work, signal) {
  let begin = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - begin > SLICE_MS) {
      await pause();
      if (signal && signal.aborted) return undefined;
      begin = performance.now();
    }
  }
}

/** Do work at once. */
export function atOnce(work) {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** Work: the largest of some items by a number, largest first. @param order of equal ones */
export function* largest(items, limit, of, order = () => 0) {
  let best = [];
  let least = -Infinity;
  const cut = () => {
    best.sort((a, b) => b[1] - a[1] || order(a[0], b[0]));
    best.length = Math.min(best.length, limit);
    if (best.length === limit) least = best[limit - 1][1];
  };
  for (let i = 0; i < items.length; i++) {
    const value = of(items[i]);
    if (value >= least) best.push([items[i], value]);
    if (best.length > 4 * limit + 100) cut();
    if (i % 16384 === 16383) yield;
  }
  cut();
  return best.map(([item]) => item);
}
