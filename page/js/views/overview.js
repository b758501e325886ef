// The first view: the folders as rectangles, and in a table.
import { isDark, prepare } from '../canvas.js';
import { el, fill, number, counted, choice, field } from '../dom.js';
import { fitted, functionLink } from '../names.js';
import { go, openFunction, routeOf } from '../router.js';
import { sumsOf } from '../folders.js';
import { layOut } from '../treemap.js';
import { inSlices } from '../work.js';
import { measureNamed, measures } from '../measures.js';
import { Table } from '../table.js';
import { drawingOf } from '../share.js';
import { callsBetween, callsOf, pairsOf } from '../between.js';

const LEAST_HEIGHT = 320; // of the map
const BELOW = 44; // pixels
const STEPS = 16384; // functions between two pauses
const LEAST_LETTERS = 7; // of a name that is cut

/** A colour between none and much, for light and dark. */
function shade(part, dark = isDark()) {
  const t = Math.sqrt(Math.min(1, Math.max(0, part)));
  return dark ? `hsl(28 ${4 + 66 * t}% ${23 + 20 * t}%)` : `hsl(28 ${12 + 78 * t}% ${93 - 35 * t}%)`;
}

class Map2D {
  /** @param areas by number of the folder */
  constructor(app, folder, { area, areas, colour }) {
    Object.assign(this, { app, folder, area, areas, colour });
    this.about = el('p', { class: 'quiet', 'aria-hidden': 'true' }, 'Click a folder to go in, a function to open it.');
    this.canvas = el('canvas', {
      class: 'map', role: 'img', 'aria-label': `Folders and functions by ${area.title}; the table beside has the same`,
      onmousemove: (event) => this.hover(event), onclick: (event) => this.click(event),
    });
  }

  sizes() {
    return { of: (f) => Math.max(0, this.area.of(f) || 0), folders: this.areas };
  }

  async draw(signal) {
    const width = this.canvas.clientWidth;
    const top = this.canvas.getBoundingClientRect().top + this.canvas.closest('main').scrollTop;
    const height = Math.max(LEAST_HEIGHT, innerHeight - top - BELOW);
    const context = prepare(this.canvas, width, height);
    this.shown = await inSlices(layOut(this.folder, this.sizes(), width, height), signal);
    if (this.shown) await inSlices(this.paint(context), signal);
  }

  * paint(context) {
    const style = getComputedStyle(document.body);
    const [line, text, raised] = ['--line', '--text', '--raised'].map((name) => style.getPropertyValue(name));
    const dark = isDark();
    const most = this.shown.reduce((m, item) => (item.f === undefined ? m : Math.max(m, this.colour.of(item.f) || 0)), 0);
    for (const [i, item] of this.shown.entries()) {
      context.fillStyle = item.folder ? raised : shade(most && item.f !== undefined ? (this.colour.of(item.f) || 0) / most : 0, dark);
      context.fillRect(item.x, item.y, Math.max(0.5, item.w - 0.5), Math.max(0.5, item.h - 0.5));
      if (item.folder && item.w > 8 && item.h > 8) {
        context.strokeStyle = line;
        context.strokeRect(item.x + 0.5, item.y + 0.5, item.w - 1, item.h - 1);
      }
      if (item.named && item.w > 32 && item.h > 13) this.write(context, this.nameOf(item), item, text);
      if (i % 256 === 255) yield;
    }
  }

  nameOf(item) {
    if (item.folder) return item.folder.name;
    return item.f === undefined ? '…' : this.app.graph.shown(item.f);
  }

  write(context, name, item, colour) {
    context.fillStyle = colour;
    const shown = fitted(name, item.w - 6, item.folder ? name : undefined);
    if (shown.length < LEAST_LETTERS && shown.endsWith('…')) return; // many begin alike
    context.fillText(shown, item.x + 4, item.y + 11);
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    return (this.shown || []).findLast((item) => x >= item.x && x < item.x + item.w && y >= item.y && y < item.y + item.h);
  }

  hover(event) {
    const item = this.at(event);
    if (!item || (!item.folder && item.f === undefined)) return;
    const name = item.folder ? item.folder.path : `${this.app.graph.shown(item.f)}, ${this.app.graph.file(item.f)}`;
    const colour = item.folder ? '' : `, ${number(this.colour.of(item.f) || 0)} ${this.colour.title}`;
    this.about.textContent = `${name}: ${number(item.size)} ${this.area.title}${colour}`;
  }

  click(event) {
    const item = this.at(event);
    if (!item || (!item.folder && item.f === undefined)) return;
    if (item.folder) go('overview', { ...this.app.params(), dir: item.folder.path });
    else openFunction(this.app.graph, item.f);
  }
}

function crumbs(app, folder) {
  const path = [];
  for (let at = folder; at; at = at.parent) path.unshift(at);
  const parts = path.map((part, i) => (i === path.length - 1 ? el('span', {}, part.name || part.path || 'all')
    : el('a', { href: routeOf('overview', { ...app.params(), dir: part.path }) }, part.name || 'all')));
  return el('nav', { class: 'crumbs', 'aria-label': 'Folder' }, parts.flatMap((part, i) => [i > 0 && ' › ', part]));
}

function partsTable(app, folder, { area, areas, colour, colours }) {
  const { graph } = app;
  const total = (item, measure, sums) => (item.folder ? sums[item.folder.number] : measure.of(item.f) || 0);
  const items = [...folder.children.values()].map((child) => ({ folder: child })).concat(Array.from(folder.functions, (f) => ({ f })));
  for (const item of items) Object.assign(item, { area: total(item, area, areas), colour: total(item, colour, colours) });
  items.sort((a, b) => b.area - a.area);
  const link = (item) => (item.folder ? el('a', { href: routeOf('overview', { ...app.params(), dir: item.folder.path }) }, `${item.folder.name}${item.folder.isFile ? '' : '/'}`) : functionLink(graph, item.f));
  const columns = [
    { title: 'part', of: (item) => (item.folder ? item.folder.name : graph.shown(item.f)), show: link },
    { title: area.title, of: (item) => item.area, number: true, bar: true },
  ];
  if (colour !== area) columns.push({ title: colour.title, of: (item) => item.colour, number: true });
  return new Table('Parts', columns, items, 1);
}

/** Work: what the graph has, counted. */
function* counts(graph) {
  const count = { body: 0, dead: 0, maybe: 0, cyclic: 0, unresolved: 0, entries: [] };
  for (let f = 0; f < graph.n; f++) {
    if (graph.hasBody(f)) count.body++;
    const own = graph.hasBody(f) && !graph.isSystem(f);
    if (own && graph.isDead(f)) count.dead++;
    if (own && graph.mayBeDead(f)) count.maybe++;
    if (graph.component(f)) count.cyclic++;
    if (graph.isEntry(f)) count.entries.push(f);
    count.unresolved += graph.unresolvedCount(f);
    if (f % STEPS === STEPS - 1) yield;
  }
  return count;
}

function summary(graph, count) {
  const { facts } = graph;
  const { entries } = count;
  const part = (view, text) => el('a', { href: routeOf(view) }, text);
  return el('p', { class: 'summary' }, counted(facts.functions, 'function'), `, ${number(count.body)} with a body, `, counted(facts.calls, 'call'), '. ',
    part('unresolved', counted(count.unresolved, 'unresolved call')), ', ', part('dead', counted(count.dead, 'dead function')), ', ',
    count.maybe > 0 && [el('a', { href: routeOf('dead', { show: 'maybe' }) }, `${number(count.maybe)} that may be dead`), ', '],
    part('cycles', `${number(count.cyclic)} in cycles`), '. ',
    entries.length > 0 && [entries.length === 1 ? 'It begins at ' : `${number(entries.length)} entry points: `, entries.slice(0, 3).flatMap((f, i) => [i > 0 && ', ', functionLink(graph, f)]), entries.length > 3 ? ', …' : '.'],
    facts.linked ? '' : ' The graph is not linked: calls through pointers may call any function.',
    facts.incomplete ? ` ${counted(facts.incomplete, 'source')} were collected only in part.` : '',
    facts.part ? ' This is a part of a graph: paths through the rest are missing.' : '');
}

/** What is most worth seeing: what the run cost, else unresolved calls or dead code, whichever is more. */
function standardColour({ graph, run }, count) {
  const cost = run && run.metrics.length && `profile.metrics.${run.metricNamed('').name}.exclusive`;
  if (cost && graph.functionValues.some((value) => value.path === cost)) return cost;
  return count.unresolved > count.dead ? 'unresolved' : 'dead';
}

async function shareParts(app, folder, table) {
  const pairs = pairsOf(await inSlices(callsBetween(app, folder)));
  const functions = folder.isFile ? drawingOf(app.graph, table.rows.map((item) => item.f)) : {};
  return { title: `${app.graph.facts.name} ${folder.path}`.trim(), tables: [table.share()], names: pairs.order.map((part) => part.name), calls: callsOf(pairs), ...functions };
}

export async function overviewView(app, params, signal) {
  const { graph } = app;
  const folder = app.folders().byPath.get(params.get('dir')) || app.folders().start;
  app.counts ||= await inSlices(counts(graph));
  const area = measureNamed(app, params.get('area'), graph.functionValues.some((v) => v.path === 'numStatements') ? 'numStatements' : 'functions');
  const colour = measureNamed(app, params.get('colour'), standardColour(app, app.counts));
  const options = measures(app).map((m) => [m.name, m.title]);
  const sums = (measure) => inSlices(sumsOf(app.folders(), measure.of), signal);
  const shown = { area, areas: await sums(area), colour, colours: await sums(colour) };
  if (signal.aborted) return null;
  const map = new Map2D(app, folder, shown);
  const table = partsTable(app, folder, shown);
  const legend = el('span', { class: 'legend' });
  const fillLegend = () => fill(legend, 'none ', [0, 0.25, 0.5, 0.75, 1].map((t) => { const box = el('i', {}); box.style.background = shade(t); return box; }), ' most');
  return {
    title: 'Overview',
    node: el('article', {}, el('h1', {}, graph.facts.name), summary(graph, app.counts),
      el('div', { class: 'bar' }, crumbs(app, folder), el('span', { class: 'end' },
        field('Area', choice(options, area.name, app.choose('area'))), field('Colour', choice(options, colour.name, app.choose('colour'))), legend)),
      el('div', { class: 'mapbox' }, el('div', {}, map.canvas, map.about), table.node)),
    drawn: (signal) => { fillLegend(); map.draw(signal); }, focus: () => table.first(), share: () => shareParts(app, folder, table),
  };
}
