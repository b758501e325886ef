// Elements made of data. Text is only ever set as text.

/** @param children texts and elements; nothing for null and false */
export function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (key === 'class') node.className = value;
    else node.setAttribute(key, value === true ? '' : value);
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(node, child);
    else if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

const formatter = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });

const smallFormatter = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** A number for people. */
export function number(x) {
  if (Number.isNaN(x) || x === undefined) return '';
  const size = Math.abs(x);
  if (x !== 0 && (size < 1e-7 || size >= 1e15)) return x.toExponential(3);
  return (size < 1e-2 ? smallFormatter : formatter).format(x);
}

const compactFormatter = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** A number where there is little room. */
export const compact = (x) => (Math.abs(x) < 1e5 ? number(x) : compactFormatter.format(x));

/** "1 call", "2 calls". */
export function counted(count, word, plural = `${word}s`) {
  return `${number(count)} ${count === 1 ? word : plural}`;
}

/** A label with a control, for forms. */
export function field(label, control) {
  return el('label', { class: 'field' }, el('span', {}, label), control);
}

/** A select of [value, text] pairs. */
export function choice(options, chosen, changed) {
  const items = options.map(([value, text]) =>
    el('option', { value, selected: String(value) === String(chosen) }, text));
  return el('select', { onchange: (event) => changed(event.target.value) }, items);
}
