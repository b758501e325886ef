// A matrix of the calls between parts of a program, on a canvas: rows call columns.
import { prepare } from './canvas.js';
import { el, counted } from './dom.js';

const MOST_HEAD = 150; // pixels of the names
const LETTER = 6.2;
const LETTERS = 22;
const SMALL = 16;
const LARGE = 40;
const SPACE = 420; // that cells share if they are few
const LEAST_FOR_NUMBERS = 26;

const short = (text) => (text.length > LETTERS ? `…${text.slice(1 - LETTERS)}` : text);

export class Grid {
  /** @param cells {count(from, to), broken(from, to), chosen(from, to)} */
  constructor(order, cells) {
    Object.assign(this, { order, cells });
    this.most = Math.max(1, ...order.flatMap((from, i) => order.map((to, k) => (i === k ? 0 : cells.count(from, to)))));
    this.size = Math.max(SMALL, Math.min(LARGE, Math.floor(SPACE / order.length)));
    this.head = Math.min(MOST_HEAD, 16 + LETTER * Math.max(4, ...order.map((part) => short(part.name).length)));
    this.about = el('p', { class: 'quiet', 'aria-hidden': 'true' }, 'Rows call columns.');
    this.canvas = el('canvas', {
      class: 'matrix', role: 'img', 'aria-label': 'Calls between folders; the tables beside have those that lead upwards or break rules',
      onmousemove: (event) => this.hover(event), onclick: (event) => this.click(event),
    });
  }

  draw() {
    const height = this.head + this.size * this.order.length;
    const width = height + 60;
    this.canvas.style.width = `${width}px`;
    const context = prepare(this.canvas, width, height);
    const style = getComputedStyle(document.body);
    const colours = Object.fromEntries(['text', 'ground', 'raised', 'quiet', 'bad', 'warn', 'link'].map((name) => [name, style.getPropertyValue(`--${name}`)]));
    this.order.forEach((from, i) => this.row(context, colours, from, i));
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
    const from = this.order[Math.floor((event.clientY - box.top - this.head) / this.size)];
    const to = this.order[Math.floor((event.clientX - box.left - this.head) / this.size)];
    return from && to ? { from, to, count: this.cells.count(from, to) } : null;
  }

  hover(event) {
    const cell = this.at(event);
    if (!cell) return;
    const broken = this.cells.broken(cell.from, cell.to);
    this.about.textContent = `${cell.from.name} → ${cell.to.name}: ${counted(cell.count, 'call')}${broken ? `, ${counted(broken, 'breaks a rule', 'break a rule')}` : ''}`;
  }

  click(event) {
    const cell = this.at(event);
    if (cell && cell.count) this.cells.chosen(cell.from, cell.to);
  }
}
