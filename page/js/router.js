// What is shown is in the fragment of the address: #VIEW?key=value&...
// Functions are in it by name, so that links outlive the file.

/** @return {view, params} */
export function readRoute(fragment = location.hash) {
  const [view, rest] = fragment.replace(/^#/, '').split('?');
  return { view: view || 'overview', params: new URLSearchParams(rest || '') };
}

export function routeOf(view, params = {}) {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, value);
  }
  const text = search.toString();
  return `#${view}${text ? `?${text}` : ''}`;
}

export function go(view, params) {
  const route = routeOf(view, params);
  if (route === location.hash) dispatchEvent(new Event('hashchange')); // which browsers leave out
  else location.hash = route;
}

function changed(changes) {
  const { view, params } = readRoute();
  return routeOf(view, { ...Object.fromEntries(params), ...changes });
}

/** Change parameters of what is shown: going back leaves what is shown. */
export function adjust(changes) {
  history.replaceState(history.state, '', changed(changes));
}

/** Change parameters of what is shown: going back takes the change back. */
export function advance(changes) {
  const route = changed(changes);
  if (route !== location.hash) history.pushState(null, '', route);
}

// Several texts in one parameter

const SEPARATORS = /[%,()*+\n]/g;

/** A text without any of the separators of lists and trees. */
export const encoded = (text) => text.replace(SEPARATORS, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
export const decoded = (text) => text.replace(/%([0-9A-F]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));
export const packed = (texts) => texts.map(encoded).join(',');
export const unpacked = (text) => (text ? text.split(',').map(decoded) : []);

// Functions

/** A name that means this function: its linkage name, with the file after a bar if others have the
 *  name as well. */
export function labelOf(graph, f) {
  const name = graph.name(f);
  const same = graph.named(name);
  if (same.length === 1) return name;
  const inFile = same.filter((other) => graph.fileNumber(other) === graph.fileNumber(f));
  const place = inFile.length === 1 ? '' : `:${inFile.indexOf(f)}`;
  return `${name}|${graph.file(f)}${place}`;
}

const FILTERS = ['kind', 'system', 'dir'];

/** The page of a function; the filters of trees that are shown stay. */
export function functionRoute(graph, f) {
  const { view, params } = readRoute();
  const filters = view === 'function' ? FILTERS.map((key) => [key, params.get(key)]) : [];
  return routeOf('function', { of: labelOf(graph, f), ...Object.fromEntries(filters) });
}

export function openFunction(graph, f) {
  const { view, params } = readRoute(functionRoute(graph, f));
  go(view, Object.fromEntries(params));
}

const OPEN = 40; // (

/** Whether a text of a table begins with some bytes, and ends there or before its parameters. */
function isNamed({ bytes, start }, f, wanted) {
  const at = start[f];
  if (start[f + 1] - at <= wanted.length) return false;
  const after = bytes[at + wanted.length];
  return (after === 0 || after === OPEN) && wanted.every((byte, i) => bytes[at + i] === byte);
}

/** The first function with a demangled name, which may lack its parameters; or -1. People write such
 *  links by hand. */
function readableNamed(graph, name) {
  const wanted = new TextEncoder().encode(name);
  for (let f = 0; f < graph.n; f++) if (isNamed(graph.readables, f, wanted)) return f;
  return -1;
}

/** @return the function, or -1 */
export function functionOf(graph, label) {
  if (!label) return -1;
  const exact = graph.named(label);
  if (exact.length) return exact[0];
  const bar = label.indexOf('|');
  if (bar < 0) return readableNamed(graph, label);
  const same = graph.named(label.slice(0, bar));
  const file = label.slice(bar + 1);
  const found = same.find((f) => graph.file(f) === file);
  if (found !== undefined) return found;
  const numbered = /^(.*):(\d+)$/.exec(file);
  const inFile = numbered ? same.filter((f) => graph.file(f) === numbered[1]) : [];
  return inFile.length ? inFile[Math.min(inFile.length - 1, Number(numbered[2]))] : -1;
}
