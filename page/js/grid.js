// A matrix of the calls between parts of a program, on a canvas: rows call columns. Arrows move, Home
// and End go to the ends of a row, Enter shows the calls of a cell.
import { prepare, textWidth } from './canvas.js';
import { el, counted } from './dom.js';

const GAP = 16; // pixels beside the names
const LETTERS = 20;
const SMALL = 16;
const LARGE = 40;
const AROUND = 210; // pixels above and below it
const LEAST_FOR_NUMBERS = 26;

const short = (text) => (text.length > LETTERS ? `…${text.slice(1 - LETTERS)}` : text);

export class Grid {
  /** @param cells {count(from, to), broken(from, to), chosen(from, to)} */
  constructor(order, cells) {
    Object.assign(this, { order, cells });
    this.most = Math.max(1, ...order.flatMap((from, i) => order.map((to, k) => (i === k ? 0 : cells.count(from, to)))));
    this.place = null; // {i, k} of the cell that the keys are at
    this.chosen = null;
    this.about = el('p', { class: 'quiet', role: 'status' }, 'Rows call columns. Click or Enter shows the calls of a cell.');
    this.canvas = el('canvas', {
      class: 'matrix', tabindex: 0, role: 'application', 'aria-label': 'Matrix of calls, rows call columns; arrows move, Enter shows the calls of a cell',
      onmousemove: (event) => this.hover(event), onclick: (event) => this.click(event), onkeydown: (event) => this.key(event),
    });
  }

  draw() {
    this.head = GAP + Math.ceil(Math.max(...this.order.map((part) => textWidth(short(part.name))), 0));
    this.size = Math.max(SMALL, Math.min(LARGE, Math.floor((innerHeight - AROUND - this.head) / this.order.length)));
    const height = this.head + this.size * this.order.length;
    const width = height + 60;
    this.canvas.style.width = `${width}px`;
    const context = prepare(this.canvas, width, height);
    const style = getComputedStyle(document.body);
    const colours = Object.fromEntries(['text', 'ground', 'raised', 'quiet', 'bad', 'warn', 'link'].map((name) => [name, style.getPropertyValue(`--${name}`)]));
    this.order.forEach((from, i) => this.row(context, colours, from, i));
    this.frame(context, colours.link, this.chosen);
    this.frame(context, colours.text, this.place);
  }

  /** A line around a cell. */
  frame(context, colour, cell) {
    if (!cell) return;
    const { head, size } = this;
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.strokeRect(head + cell.k * size, head + cell.i * size, size - 1, size - 1);
  }

  row(context, colours, from, i) {
    const { head, size } = this;
    const middle = head + i * size + size / 2;
    context.fillStyle = colours.text;
    context.textAlign = 'right';
    context.fillText(short(from.name), head - 6, middle + 4);
    context.save();
    context.translate(middle + 3, head - 6);
    context.rotate(-Math.PI / 3);
    context.textAlign = 'left';
    context.fillText(short(from.name), 0, 0);
    context.restore();
    this.order.forEach((to, k) => this.cell(context, colours, from, to, i, k));
  }

  cell(context, colours, from, to, i, k) {
    const { head, size } = this;
    const count = this.cells.count(from, to);
    const x = head + k * size;
    const y = head + i * size;
    context.fillStyle = colours.raised;
    context.fillRect(x, y, size - 1, size - 1);
    if (!count) return;
    const broken = this.cells.broken(from, to);
    context.globalAlpha = broken ? 1 : i === k ? 0.25 : 0.2 + 0.6 * Math.min(1, Math.log(1 + count) / Math.log(1 + this.most));
    context.fillStyle = broken ? colours.bad : i === k ? colours.quiet : k < i ? colours.warn : colours.link;
    context.fillRect(x, y, size - 1, size - 1);
    context.globalAlpha = 1;
    if (size < LEAST_FOR_NUMBERS) return;
    context.fillStyle = broken ? colours.ground : colours.text;
    context.textAlign = 'center';
    context.fillText(count < 10000 ? count : `${Math.round(count / 1000)}k`, x + size / 2, y + size / 2 + 4);
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    const i = Math.floor((event.clientY - box.top - this.head) / this.size);
    const k = Math.floor((event.clientX - box.left - this.head) / this.size);
    return this.order[i] && this.order[k] ? { i, k } : null;
  }

  /** What a cell says, for those who see it and those who hear it. */
  describe({ i, k }) {
    const [from, to] = [this.order[i], this.order[k]];
    const count = this.cells.count(from, to);
    const broken = this.cells.broken(from, to);
    const upwards = count && k < i ? ', upwards' : '';
    this.about.textContent = `${from.name} → ${to.name}: ${count ? counted(count, 'call') : 'no calls'}${upwards}${broken ? `, ${counted(broken, 'breaks a rule', 'break a rule')}` : ''}`;
  }

  hover(event) {
    const cell = this.at(event);
    if (cell) this.describe(cell);
  }

  click(event) {
    const cell = this.at(event);
    if (!cell) return;
    this.place = cell;
    this.open(cell);
  }

  open(cell) {
    const [from, to] = [this.order[cell.i], this.order[cell.k]];
    this.describe(cell);
    if (this.cells.count(from, to)) this.cells.chosen(from, to);
    this.draw();
  }

  /** Mark the cell of which the calls are shown, or none. */
  mark(from, to) {
    const [i, k] = [this.order.indexOf(from), this.order.indexOf(to)];
    this.chosen = i >= 0 && k >= 0 ? { i, k } : null;
    this.place = this.place || this.chosen;
  }

  go(i, k) {
    const last = this.order.length - 1;
    this.place = { i: Math.max(0, Math.min(last, i)), k: Math.max(0, Math.min(last, k)) };
    this.describe(this.place);
    this.draw();
    this.follow();
  }

  /** Scroll to the cell that the keys are at. */
  follow() {
    if (!this.place) return;
    const box = this.canvas.parentElement;
    const { head, size, place: { i, k } } = this;
    box.scrollLeft = Math.min(Math.max(box.scrollLeft, head + (k + 1) * size - box.clientWidth), k * size);
    box.scrollTop = Math.min(Math.max(box.scrollTop, head + (i + 1) * size - box.clientHeight), i * size);
  }

  key(event) {
    if (!this.order.length || event.ctrlKey || event.metaKey || event.altKey) return;
    const { i, k } = this.place || { i: 0, k: -1 };
    const actions = {
      ArrowDown: () => this.go(this.place ? i + 1 : 0, Math.max(0, k)),
      ArrowUp: () => this.go(i - 1, Math.max(0, k)),
      ArrowRight: () => this.go(i, k + 1),
      ArrowLeft: () => this.go(i, k - 1),
      Home: () => this.go(i, 0),
      End: () => this.go(i, this.order.length - 1),
      Enter: () => this.place && this.open(this.place),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    actions[event.key]();
  }
}
