// The lines of the sources that the page has, decoded when asked for.

const NEWLINE = 10;
const decoder = new TextDecoder();
const files = new Map(); // by number of its text: {bytes, starts}

function linesOf(graph, file) {
  if (!files.has(file)) files.set(file, splitLines(graph, file));
  return files.get(file);
}

/** Where the lines of a file begin, and the last ends; or null if the page has it not. */
function splitLines(graph, file) {
  const numbers = graph.columns.get('sourceFile');
  const at = numbers ? numbers.indexOf(file) : -1;
  if (at < 0) return null;
  const { bytes, start } = graph.columns.get('sourceText');
  const text = bytes.subarray(start[at], start[at + 1] - 1);
  let count = 1;
  for (let i = 0; i < text.length; i++) if (text[i] === NEWLINE) count++;
  const starts = new Uint32Array(count + 1);
  for (let i = 0, line = 1; i < text.length; i++) if (text[i] === NEWLINE) starts[line++] = i + 1;
  starts[count] = text.length + 1;
  return { bytes: text, starts: text.length && text.at(-1) === NEWLINE ? starts.subarray(0, count) : starts };
}

/** Work: find the lines of all files. */
export function* splitSources(graph) {
  for (const file of graph.columns.get('sourceFile') || []) {
    linesOf(graph, file);
    yield;
  }
}

/** How many lines of a file the page has. */
export function lineCount(graph, file) {
  const lines = linesOf(graph, file);
  return lines ? lines.starts.length - 1 : 0;
}

/** The text of some lines, without the last newline; '' if the page has them not. */
export function codeOfLines(graph, file, first, last) {
  const lines = linesOf(graph, file);
  if (!lines || first < 1 || first >= lines.starts.length) return '';
  const end = lines.starts[Math.min(last, lines.starts.length - 1)] - 1;
  return decoder.decode(lines.bytes.subarray(lines.starts[first - 1], end));
}
