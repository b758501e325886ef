// A flame graph on a canvas: contexts as wide as their cost, callees below their callers. Arrows move,
// Enter goes in, Escape shows all again, o opens the function. Those above what it went into stay, as
// wide as the canvas.
import { isDark, prepare } from './canvas.js';
import { el, number } from './dom.js';
import { fitted } from './names.js';

const ROW = 18;
const LEAST = 0.7; // pixels
const LEAST_NAMED = 24;
const MOST_SHARED = 1000;
const MARK = '#9cc4f0';
const MARK_DARK = '#2f5f94';

function hueOf(text) {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
  return Math.abs(hash);
}

export class Flame {
  /** @param source {top, calls(node), name(frame), title(frame), key(frame), group(frame), unit}
   *  @param zoom keys of the frames from the top to the one that is shown as wide as the canvas
   *  @param acts {open(frame), zoomed(keys)} */
  constructor(source, zoom, acts) {
    Object.assign(this, { source, acts, chosen: null, tallest: 0, marks: null });
    this.found = el('span', { class: 'quiet', role: 'status' });
    this.all = { node: source.top, above: null };
    this.root = this.find(zoom);
    this.canvas = el('canvas', {
      class: 'flame', tabindex: 0, role: 'application', 'aria-label': 'Flame graph; arrows move, Enter goes in, Escape shows all, o opens the function',
      onclick: (event) => this.click(event), onmousemove: (event) => this.hover(event), onkeydown: (event) => this.key(event), ondblclick: () => this.openFrame(this.clicked),
    });
    this.about = el('p', { class: 'quiet', role: 'status' }, 'Click or Enter goes in, Escape shows all, double click or o opens the function.');
  }

  /** @param marks by frame whether to mark it, or null */
  mark(marks) {
    this.marks = marks;
  }

  isMarked(item) {
    return this.marks !== null && item.node.frame >= 0 && this.marks[item.node.frame];
  }

  /** Say what those that are marked cost, each with what it calls. */
  sumMarked() {
    let sum = 0;
    for (const item of this.shown) {
      if (item.outer) continue;
      item.below = item !== this.root && (item.above.below || this.isMarked(item.above));
      if (this.isMarked(item) && !item.below) sum += item.node.value;
    }
    this.found.textContent = this.marks ? `${number(sum)} ${this.source.unit}, ${this.partOf(sum)} in what is drawn` : '';
  }

  calls(item) {
    if (!item.children) item.children = this.source.calls(item.node).map((node) => ({ node, above: item }));
    return item.children;
  }

  find(keys) {
    let at = this.all;
    for (const key of keys) {
      const next = this.calls(at).find((item) => this.source.key(item.node.frame) === key);
      if (!next) break;
      at = next;
    }
    return at;
  }

  /** From the top to an item, both included. */
  chain(item) {
    const chain = [];
    for (let at = item; at; at = at.above) chain.unshift(at);
    return chain;
  }

  draw() {
    const width = this.canvas.clientWidth;
    const chain = this.chain(this.root);
    this.shown = chain.slice(0, -1);
    this.shown.forEach((item, row) => Object.assign(item, { x: 0, w: width, row, outer: true }));
    this.lay(this.root, 0, width, chain.length - 1);
    const depth = this.shown.reduce((most, item) => Math.max(most, item.row), 0) + 1;
    this.tallest = Math.max(this.tallest, depth * ROW + 1); // or what is clicked twice would shrink away
    const context = prepare(this.canvas, width, this.tallest);
    const dark = isDark();
    const text = getComputedStyle(document.body).getPropertyValue('--text');
    for (const item of this.shown) this.paint(context, item, dark, text);
    this.sumMarked();
  }

  lay(item, x, width, row) {
    const stack = [[item, x, width, row]];
    while (stack.length) {
      const [at, left, wide, depth] = stack.pop();
      Object.assign(at, { x: left, w: wide, row: depth, outer: false });
      this.shown.push(at);
      const below = [];
      let next = left;
      for (const child of this.calls(at)) {
        const part = (wide * child.node.value) / (at.node.value || 1);
        if (part >= LEAST) below.push([child, next, part, depth + 1]);
        next += part;
      }
      stack.push(...below.reverse());
    }
  }

  nameOf(item) {
    return item.node.frame < 0 ? 'all' : this.source.name(item.node.frame);
  }

  titleOf(item) {
    return item.node.frame < 0 ? 'all' : this.source.title(item.node.frame);
  }

  paint(context, item, dark, text) {
    const { source } = this;
    const name = this.nameOf(item);
    const hue = hueOf(source.group(item.node.frame)) % 60;
    const shift = hueOf(name) % 12;
    context.globalAlpha = item.outer ? 0.55 : 1;
    context.fillStyle = this.isMarked(item) ? (dark ? MARK_DARK : MARK) : item.node.frame < 0 ? (dark ? '#333' : '#ddd') : dark ? `hsl(${10 + hue} 38% ${30 + shift / 2}%)` : `hsl(${10 + hue} 72% ${82 - shift / 2}%)`;
    context.fillRect(item.x, item.row * ROW, Math.max(0.5, item.w - 0.5), ROW - 1);
    context.globalAlpha = 1;
    if (item === this.chosen) {
      context.strokeStyle = text;
      context.lineWidth = 2;
      context.strokeRect(item.x + 1, item.row * ROW + 1, Math.max(1, item.w - 2), ROW - 3);
    }
    if (item.w < LEAST_NAMED) return;
    context.fillStyle = text;
    context.fillText(fitted(name, item.w - 6), item.x + 3, item.row * ROW + 12);
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = event.clientX - box.left;
    const row = Math.floor((event.clientY - box.top) / ROW);
    return this.shown.find((item) => item.row === row && x >= item.x && x < item.x + item.w);
  }

  part(item) {
    return this.partOf(item.node.value);
  }

  partOf(value) {
    return `${((100 * value) / (this.source.top.value || 1)).toFixed(1)} %`;
  }

  describe(item) {
    this.about.textContent = `${this.titleOf(item)}: ${number(item.node.value)} ${this.source.unit}, ${this.part(item)}`;
  }

  hover(event) {
    const item = this.at(event);
    if (item) this.describe(item);
  }

  choose(item) {
    if (!item) return;
    this.chosen = item;
    this.describe(item);
    this.draw();
  }

  zoom(item) {
    if (item !== this.root) {
      this.root = item;
      this.acts.zoomed(this.chain(item).slice(1).map((at) => this.source.key(at.node.frame)));
    }
    this.choose(item);
  }

  click(event) {
    const item = this.at(event);
    if (!item || event.detail > 1) return; // the second click of two is where another may be by now
    this.clicked = item;
    this.zoom(item === this.root && item.above ? item.above : item);
  }

  openFrame(item) {
    if (item && item.node.frame >= 0) this.acts.open(item.node.frame);
  }

  sibling(step) {
    const visible = this.calls(this.chosen.above).filter((item) => this.shown.includes(item));
    return visible[visible.indexOf(this.chosen) + step];
  }

  key(event) {
    const at = this.chosen || this.root;
    const actions = {
      ArrowDown: () => this.choose(this.calls(at).find((item) => this.shown.includes(item))),
      ArrowUp: () => this.choose(at.above),
      ArrowRight: () => at.above && this.chosen && this.choose(this.sibling(1)),
      ArrowLeft: () => at.above && this.chosen && this.choose(this.sibling(-1)),
      Enter: () => this.zoom(at),
      Escape: () => this.zoom(this.all),
      o: () => this.openFrame(at),
    };
    if (!actions[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    actions[event.key]();
  }

  /** For copying: the rows that are drawn, callees after their callers. */
  share() {
    const rows = this.shown.map((item) => [item.row, this.titleOf(item), item.node.value, this.part(item)]);
    const below = this.shown.filter((item) => item.above && item.node.frame >= 0);
    const calls = below.map((item) => [this.titleOf(item.above), this.titleOf(item), number(item.node.value)]);
    const { unit } = this.source;
    return { table: { title: 'Flame graph', columns: ['level', 'function', unit, '%'], rows: rows.slice(0, MOST_SHARED), left: Math.max(0, rows.length - MOST_SHARED) }, calls };
  }
}
