// What a view shows, as text, Markdown, Mermaid or JSON. A view gives {title, tables, calls, names}:
// tables are {title, columns, rows, left}, where rows are arrays of texts and numbers and `left` counts
// those that are not copied; for drawings, calls are [caller, callee, words] and names are boxes.
import { el, number } from './dom.js';

const MOST_DRAWN = 300; // calls

const oneLine = (x) => String(x ?? '').replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, ' ');

/** Tables with a heading each, if there are several; those without rows are left out. */
function blocks({ title, tables = [] }, heading, write) {
  const shown = tables.filter((table) => table.rows.length);
  const parts = shown.map((table) => `${shown.length > 1 ? `${heading(table.title)}\n\n` : ''}${write(table)}`);
  return { title, text: parts.join('\n') };
}

const rest = ({ left }) => (left ? `\nand ${number(left)} more\n` : '');

function textTable(table) {
  const lines = [table.columns, ...table.rows].map((row) => row.map(oneLine));
  const widths = table.columns.map((_, i) => Math.max(...lines.map((row) => (row[i] || '').length)));
  const line = (row) => row.map((cell, i) => cell.padEnd(widths[i])).join('  ').trimEnd();
  return `${lines.map(line).join('\n')}\n${rest(table)}`;
}

export function asText(shared) {
  const { title, text } = blocks(shared, (heading) => `${oneLine(heading)}:`, textTable);
  return `${oneLine(title)}\n\n${text}`;
}

const markdown = (x) => oneLine(x).replace(/[\\`*_{}[\]<>|#]/g, '\\$&');

function markdownTable(table) {
  const line = (row) => `| ${row.map(markdown).join(' | ')} |`;
  const rule = `| ${table.columns.map(() => '---').join(' | ')} |`;
  return `${[line(table.columns), rule, ...table.rows.map(line)].join('\n')}\n${rest(table)}`;
}

export function asMarkdown(shared) {
  const { title, text } = blocks(shared, (heading) => `#### ${markdown(heading)}`, markdownTable);
  return `### ${markdown(title)}\n\n${text}`;
}

const mermaid = (x) => oneLine(x).replace(/[^\w .,:()*~+-]/g, (c) => `#${c.codePointAt(0)};`);

export function asMermaid({ calls = [], names = [] }) {
  const numbers = new Map();
  const id = (name) => {
    if (!numbers.has(name)) numbers.set(name, numbers.size);
    return `f${numbers.get(name)}`;
  };
  names.forEach(id);
  const lines = calls.slice(0, MOST_DRAWN).map(([from, to, words]) =>
    `  ${id(from)} -->${words ? `|"${mermaid(words)}"|` : ''} ${id(to)}`);
  const boxes = [...numbers].map(([name, i]) => `  f${i}["${mermaid(name)}"]`);
  const left = calls.length > MOST_DRAWN ? [`  %% and ${number(calls.length - MOST_DRAWN)} more calls`] : [];
  return `flowchart LR\n${[...boxes, ...lines, ...left].join('\n')}\n`;
}

export function asJson({ title, tables = [], calls = [] }) {
  const objects = ({ columns, rows }) => rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
  const written = tables.map((table) => ({ title: table.title, rows: objects(table), left: table.left || 0 }));
  return `${JSON.stringify({ title, tables: written, calls }, null, 2)}\n`;
}

export const FORMS = { text: asText, Markdown: asMarkdown, Mermaid: asMermaid, JSON: asJson };

/** Whether there is something to draw. */
export const isDrawn = ({ calls = [], names = [] }) => calls.length + names.length > 0;

const MOST_BOXES = 100;

/** For drawings of a list: its first functions, and the calls between them. */
export function drawingOf(graph, functions) {
  const drawn = new Set(functions.slice(0, MOST_BOXES));
  const calls = [];
  for (const f of drawn) {
    for (let e = graph.first[f]; e < graph.first[f + 1]; e++) {
      if (drawn.has(graph.callee[e]) && !graph.isGuess(e)) calls.push([graph.shown(f), graph.shown(graph.callee[e]), '']);
    }
  }
  return { names: [...drawn].map((f) => graph.shown(f)), calls };
}

/** Copy; where the browser refuses, show the text to be copied by hand. */
export async function copy(text, say) {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied');
  } catch {
    const area = el('textarea', { readonly: true, rows: 16, 'aria-label': 'Text to copy' });
    area.value = text;
    const dialog = el('dialog', { class: 'copy' }, area,
      el('form', { method: 'dialog' }, el('button', {}, 'Close')));
    document.body.append(dialog);
    dialog.addEventListener('close', () => dialog.remove());
    dialog.showModal();
    area.select();
  }
}
