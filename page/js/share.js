// What a view shows, as text, Markdown, Mermaid or JSON. A view gives {title, columns, rows, calls}:
// rows are arrays of texts and numbers, calls are [caller, callee, words] for drawings.
import { el } from './dom.js';

const oneLine = (x) => String(x ?? '').replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, ' ');

export function asText({ title, columns, rows }) {
  const lines = [columns, ...rows].map((row) => row.map(oneLine));
  const widths = columns.map((_, i) => Math.max(...lines.map((row) => (row[i] || '').length)));
  const line = (row) => row.map((cell, i) => cell.padEnd(widths[i])).join('  ').trimEnd();
  return `${oneLine(title)}\n\n${lines.map(line).join('\n')}\n`;
}

const markdown = (x) => oneLine(x).replace(/[\\`*_{}[\]<>|#]/g, '\\$&');

export function asMarkdown({ title, columns, rows }) {
  const line = (row) => `| ${row.map(markdown).join(' | ')} |`;
  const rule = `| ${columns.map(() => '---').join(' | ')} |`;
  return `### ${markdown(title)}\n\n${[line(columns), rule, ...rows.map(line)].join('\n')}\n`;
}

const mermaid = (x) => oneLine(x).replace(/[^\w .,:()*~+-]/g, (c) => `#${c.codePointAt(0)};`);

export function asMermaid({ calls }) {
  const numbers = new Map();
  const id = (name) => {
    if (!numbers.has(name)) numbers.set(name, numbers.size);
    return `f${numbers.get(name)}`;
  };
  const lines = (calls || []).map(([from, to, words]) =>
    `  ${id(from)} -->${words ? `|"${mermaid(words)}"|` : ''} ${id(to)}`);
  const boxes = [...numbers].map(([name, i]) => `  f${i}["${mermaid(name)}"]`);
  return `flowchart LR\n${[...boxes, ...lines].join('\n')}\n`;
}

export function asJson({ title, columns, rows, calls }) {
  const objects = rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
  return `${JSON.stringify({ title, rows: objects, calls }, null, 2)}\n`;
}

export const FORMS = { text: asText, Markdown: asMarkdown, Mermaid: asMermaid, JSON: asJson };

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
