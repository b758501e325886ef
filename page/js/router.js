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

/** Change parameters of what is shown without a step in the history. */
export function adjust(changes) {
  const { view, params } = readRoute();
  const merged = { ...Object.fromEntries(params), ...changes };
  history.replaceState(null, '', routeOf(view, merged));
}

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

/** The first function with a demangled name, which may lack its parameters; or -1. People write such
 *  links by hand. */
function readableNamed(graph, name) {
  const isIt = (shown) => shown === name || (shown.startsWith(name) && shown[name.length] === '(');
  for (let f = 0; f < graph.n; f++) if (!graph.readables.isEmpty(f) && isIt(graph.readables.at(f))) return f;
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
