// The lines of the sources that the page has, decoded when asked for.

const NEWLINE = 10;
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
  const starts = [0];
  for (let i = text.indexOf(NEWLINE); i >= 0; i = text.indexOf(NEWLINE, i + 1)) starts.push(i + 1);
  if (starts.at(-1) < text.length || starts.length === 1) starts.push(text.length + 1);
  return { bytes: text, starts: Uint32Array.from(starts) };
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
  return new TextDecoder().decode(lines.bytes.subarray(lines.starts[first - 1], end));
}
