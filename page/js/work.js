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
