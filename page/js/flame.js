// A flame graph on a canvas: contexts as wide as their cost, callees below their callers. Arrows move,
// Enter goes in, Escape out, o opens the function.
import { isDark, prepare } from './canvas.js';
import { el, number } from './dom.js';
import { fitted } from './names.js';

const ROW = 18;
const LEAST = 0.7; // pixels

function hueOf(text) {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
  return Math.abs(hash);
}

export class Flame {
  /** @param source {top, calls(node), name(frame), group(frame), unit} @param open (frame) */
  constructor(source, open, say) {
    Object.assign(this, { source, open, say });
    this.path = [{ node: source.top }];
    this.chosen = null;
    this.tallest = 0;
    this.canvas = el('canvas', {
      class: 'flame', tabindex: 0, role: 'application', 'aria-label': 'Flame graph; arrows move, Enter goes in, Escape out, o opens the function',
      onclick: (event) => this.click(event), onmousemove: (event) => this.hover(event), onkeydown: (event) => this.key(event), ondblclick: () => this.openFrame(this.clicked),
    });
    this.about = el('p', { class: 'quiet', role: 'status' }, 'Click to go in, double click to open.');
  }

  calls(item) {
    if (!item.children) item.children = this.source.calls(item.node).map((node) => ({ node, above: item }));
    return item.children;
  }

  get root() {
    return this.path.at(-1);
  }

  draw() {
    const width = this.canvas.clientWidth;
    this.shown = [];
    this.lay(this.root, 0, width, 0);
    const depth = this.shown.reduce((most, item) => Math.max(most, item.row), 0) + 1;
    this.tallest = Math.max(this.tallest, depth * ROW + 1); // or what is clicked twice would shrink away
    const context = prepare(this.canvas, width, this.tallest);
    const dark = isDark();
    const text = getComputedStyle(document.body).getPropertyValue('--text');
    for (const item of this.shown) this.paint(context, item, dark, text);
  }

  lay(item, x, width, row) {
    const stack = [[item, x, width, row]];
    while (stack.length) {
      const [at, left, wide, depth] = stack.pop();
      Object.assign(at, { x: left, w: wide, row: depth });
      this.shown.push(at);
      let next = left;
      for (const child of this.calls(at)) {
        const part = (wide * child.node.value) / (at.node.value || 1);
        if (part >= LEAST) stack.push([child, next, part, depth + 1]);
        next += part;
      }
    }
  }

  paint(context, item, dark, text) {
    const { source } = this;
    const name = item.node.frame < 0 ? 'all' : source.name(item.node.frame);
    const hue = hueOf(source.group(item.node.frame)) % 60;
    const shift = hueOf(name) % 12;
    const chosen = item === this.chosen;
    context.fillStyle = item.node.frame < 0 ? (dark ? '#333' : '#ddd') : dark ? `hsl(${10 + hue} 38% ${30 + shift / 2}%)` : `hsl(${10 + hue} 72% ${82 - shift / 2}%)`;
    context.fillRect(item.x, item.row * ROW, Math.max(0.5, item.w - 0.5), ROW - 1);
    if (chosen) {
      context.strokeStyle = text;
      context.lineWidth = 2;
      context.strokeRect(item.x + 1, item.row * ROW + 1, Math.max(1, item.w - 2), ROW - 3);
    }
    const room = Math.floor((item.w - 6) / 6);
    if (room < 3) return;
    context.fillStyle = text;
    context.fillText(fitted(name, room), item.x + 3, item.row * ROW + 12);
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = event.clientX - box.left;
    const row = Math.floor((event.clientY - box.top) / ROW);
    return this.shown.find((item) => item.row === row && x >= item.x && x < item.x + item.w);
  }

  describe(item) {
    const { source } = this;
    const name = item.node.frame < 0 ? 'all' : source.name(item.node.frame);
    const share = (100 * item.node.value) / (source.top.value || 1);
    this.about.textContent = `${name}: ${number(item.node.value)} ${source.unit}, ${share.toFixed(1)} %`;
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
    if (item === this.root) return;
    this.path.push(item);
    this.choose(item);
  }

  out() {
    if (this.path.length > 1) this.path.pop();
    this.choose(this.root);
  }

  click(event) {
    const item = this.at(event);
    if (!item || event.detail > 1) return; // the second click of two is where another may be by now
    this.clicked = item;
    if (item === this.root) this.out();
    else this.zoom(item);
  }

  openFrame(item) {
    if (item && item.node.frame >= 0) this.open(item.node.frame);
  }

  sibling(step) {
    const visible = this.calls(this.chosen.above).filter((item) => this.shown.includes(item));
    return visible[visible.indexOf(this.chosen) + step];
  }

  key(event) {
    const at = this.chosen || this.root;
    const actions = {
      ArrowDown: () => this.choose(this.calls(at).find((item) => this.shown.includes(item))),
      ArrowUp: () => at !== this.root && this.choose(at.above),
      ArrowRight: () => this.chosen && at !== this.root && this.choose(this.sibling(1)),
      ArrowLeft: () => this.chosen && at !== this.root && this.choose(this.sibling(-1)),
      Enter: () => this.zoom(at),
      Escape: () => this.out(),
      o: () => this.openFrame(at),
    };
    if (!actions[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    actions[event.key]();
  }
}
