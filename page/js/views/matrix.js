// Calls between folders. Their order is the one in which the fewest calls lead upwards; those that do
// break the layers.
import { el, fill, number, counted } from '../dom.js';
import { functionLink, placeText } from '../names.js';
import { routeOf } from '../router.js';
import { childIn } from '../folders.js';
import { Table } from '../table.js';
import { inSlices } from '../work.js';

const MOST = 60;
const CELL = 16;
const HEAD = 150;

/** Calls between the parts of a folder: {parts, calls: Map from part to Map from part to [e]}. */
function* callsBetween(app, folder) {
  const { graph } = app;
  const { of } = app.folders();
  const partOf = new Map();
  for (const leaf of new Set(of)) partOf.set(leaf, childIn(folder, leaf));
  const calls = new Map();
  const count = new Map();
  for (let e = 0; e < graph.m; e++) {
    const from = partOf.get(of[graph.caller[e]]);
    const to = partOf.get(of[graph.callee[e]]);
    if (!from || !to || graph.isGuess(e)) continue;
    if (!calls.has(from)) calls.set(from, new Map());
    const row = calls.get(from);
    if (!row.has(to)) row.set(to, []);
    row.get(to).push(e);
    count.set(from, (count.get(from) || 0) + 1);
    if (to !== from) count.set(to, (count.get(to) || 0) + 1);
    if (e % 16384 === 16383) yield;
  }
  const parts = [...count.keys()].sort((a, b) => count.get(b) - count.get(a));
  return { parts: parts.slice(0, MOST), left: parts.length - Math.min(MOST, parts.length), calls };
}

/** An order with few calls upwards: P. Eades, X. Lin, W. Smyth, "A fast and effective heuristic for
 *  the feedback arc set problem", 1993. */
function layered(parts, weight) {
  const left = new Set(parts);
  const first = [];
  const last = [];
  while (left.size) {
    let best = null;
    let most = -Infinity;
    for (const part of left) {
      let out = 0;
      let into = 0;
      for (const other of left) {
        if (other === part) continue;
        out += weight(part, other);
        into += weight(other, part);
      }
      const score = into === 0 ? Infinity : out === 0 ? -1e12 : out - into;
      if (out === 0 && into > 0) {
        last.unshift(part);
        left.delete(part);
        best = null;
        most = Infinity;
        break;
      }
      if (score > most) {
        most = score;
        best = part;
      }
    }
    if (best) {
      first.push(best);
      left.delete(best);
    }
  }
  return [...first, ...last];
}

class Matrix {
  constructor(order, calls, chosen) {
    Object.assign(this, { order, calls, chosen });
    this.most = Math.max(1, ...order.flatMap((from, i) => order.map((to, k) => (i === k ? 0 : this.count(from, to)))));
    this.about = el('p', { class: 'quiet', 'aria-hidden': 'true' }, 'Rows call columns. Red cells lead upwards.');
    this.canvas = el('canvas', { class: 'matrix', role: 'img', 'aria-label': 'Calls between folders; the table has those that lead upwards',
      onmousemove: (event) => this.hover(event), onclick: (event) => this.click(event) });
  }

  count(from, to) {
    const row = this.calls.get(from);
    return row && row.has(to) ? row.get(to).length : 0;
  }

  draw() {
    const size = HEAD + CELL * this.order.length + 60;
    const ratio = devicePixelRatio || 1;
    this.canvas.style.width = `${size}px`;
    this.canvas.style.height = `${size - 60}px`;
    this.canvas.width = size * ratio;
    this.canvas.height = (size - 60) * ratio;
    const context = this.canvas.getContext('2d');
    context.scale(ratio, ratio);
    context.font = '11px system-ui, sans-serif';
    const style = getComputedStyle(document.body);
    this.order.forEach((from, i) => this.row(context, style, from, i));
  }

  row(context, style, from, i) {
    const at = HEAD + i * CELL;
    const name = (text) => (text.length > 22 ? `…${text.slice(-21)}` : text);
    context.fillStyle = style.getPropertyValue('--text');
    context.textAlign = 'right';
    context.fillText(name(from.name), HEAD - 6, at + 12);
    context.save();
    context.translate(at + 11, HEAD - 6);
    context.rotate(-Math.PI / 3);
    context.textAlign = 'left';
    context.fillText(name(from.name), 0, 0);
    context.restore();
    this.order.forEach((to, k) => this.cell(context, style, from, to, i, k));
  }

  cell(context, style, from, to, i, k) {
    const count = this.count(from, to);
    const x = HEAD + k * CELL;
    const y = HEAD + i * CELL;
    context.fillStyle = style.getPropertyValue('--raised');
    context.fillRect(x, y, CELL - 1, CELL - 1);
    if (!count) return;
    context.globalAlpha = i === k ? 0.25 : 0.2 + 0.8 * Math.min(1, Math.log(1 + count) / Math.log(1 + this.most));
    context.fillStyle = style.getPropertyValue(i === k ? '--quiet' : k < i ? '--bad' : '--link');
    context.fillRect(x, y, CELL - 1, CELL - 1);
    context.globalAlpha = 1;
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    const from = this.order[Math.floor((event.clientY - box.top - HEAD) / CELL)];
    const to = this.order[Math.floor((event.clientX - box.left - HEAD) / CELL)];
    return from && to ? { from, to, count: this.count(from, to) } : null;
  }

  hover(event) {
    const cell = this.at(event);
    if (cell) this.about.textContent = `${cell.from.name} → ${cell.to.name}: ${counted(cell.count, 'call')}`;
  }

  click(event) {
    const cell = this.at(event);
    if (cell && cell.count) this.chosen(cell.from, cell.to);
  }
}

function callTable(graph, edges) {
  return new Table('Calls', [
    { title: 'caller', of: (e) => graph.shown(graph.caller[e]), show: (e) => functionLink(graph, graph.caller[e]) },
    { title: 'callee', of: (e) => graph.shown(graph.callee[e]), show: (e) => functionLink(graph, graph.callee[e]) },
    { title: 'kinds', of: (e) => graph.kindWords(e).join(' ') },
    { title: 'site', of: (e) => { const s = graph.sitesOf(e)[0]; return s ? `${s.file}:${s.line}` : ''; }, show: (e) => { const s = graph.sitesOf(e)[0]; return s ? placeText(s) : ''; } },
  ], edges);
}

export async function matrixView(app, params, signal) {
  const { graph } = app;
  const folder = app.folders().byPath.get(params.get('dir')) || app.folders().start;
  const { parts, left, calls } = await inSlices(callsBetween(app, folder), signal) || { parts: [], left: 0, calls: new Map() };
  const weight = (a, b) => (calls.get(a) && calls.get(a).get(b) || []).length;
  const order = layered(parts, weight);
  const detail = el('section', {});
  const chosen = (from, to) => fill(detail, el('h2', {}, `${from.name} → ${to.name} `, el('small', {}, counted(weight(from, to), 'call'))), callTable(graph, calls.get(from).get(to)).node);
  const upward = order.flatMap((from, i) => order.slice(0, i).map((to) => ({ from, to, count: weight(from, to), back: weight(to, from) }))).filter((x) => x.count);
  upward.sort((a, b) => b.count - a.count);
  const matrix = new Matrix(order, calls, chosen);
  const table = new Table('Calls that lead upwards', [
    { title: 'from', of: (x) => x.from.name, show: (x) => el('button', { onclick: () => chosen(x.from, x.to) }, x.from.name) },
    { title: 'up to', of: (x) => x.to.name },
    { title: 'calls', of: (x) => x.count, number: true, bar: true },
    { title: 'the other way', of: (x) => x.back, number: true },
  ], upward, 2);
  const inner = [...folder.children.values()].filter((child) => !child.isFile);
  return {
    title: 'Folders',
    node: el('article', {}, el('h1', {}, 'Calls between folders'),
      el('p', {}, folder.parent && [el('a', { href: routeOf('matrix', { dir: folder.parent.path }) }, '↑ outer folder'), ' '], folder.path,
        inner.length > 0 && [' Within: ', inner.slice(0, 20).flatMap((child, i) => [i > 0 && ', ', el('a', { href: routeOf('matrix', { dir: child.path }) }, child.name)])],
        left > 0 && ` (the ${number(MOST)} with the most calls; ${number(left)} more)`),
      el('div', { class: 'matrixbox' }, el('div', {}, matrix.canvas, matrix.about),
        el('div', {}, el('h2', {}, 'Calls that lead upwards ', el('small', {}, number(upward.length))), table.node, detail))),
    drawn: () => matrix.draw(), share: () => table.share('Calls that lead upwards'), focus: () => table.first(),
  };
}
