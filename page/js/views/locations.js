// What each function cost in each process and thread of a recorded run.
import { el, fill, number, choice, field } from '../dom.js';
import { advance } from '../router.js';
import { drawingOf } from '../share.js';
import { histogram, statisticsOf } from '../statistics.js';
import { Table } from '../table.js';

const share = (part, whole) => (whole ? `${((100 * part) / whole).toFixed(1)} %` : '');

/** Functions that cost something, with their statistics, the most unevenly spread first. */
function unevenFunctions(run, metric, inclusive) {
  const rows = [];
  for (let frame = 0; frame < run.frameFunction.length; frame++) {
    const values = run.atLocations(metric, frame, inclusive);
    const found = statisticsOf(values);
    if (found.max > 0) rows.push({ frame, values, ...found, waste: found.max - found.mean });
  }
  return rows.sort((a, b) => b.waste - a.waste);
}

function oneFunction(run, metric, row) {
  const names = run.locationNames();
  const bins = histogram(row.values, row);
  const spread = new Table('Histogram', [
    { title: `${metric.unit || metric.name}, from`, of: (bin) => bin.from, number: true },
    { title: 'to', of: (bin) => bin.to, number: true },
    { title: 'locations', of: (bin) => bin.count, number: true, bar: true },
  ], bins);
  const each = new Table('Locations', [
    { title: 'location', of: (i) => names[i] },
    { title: metric.name, of: (i) => row.values[i], number: true, bar: true },
    { title: '% of the mean', of: (i) => (100 * row.values[i]) / row.mean, show: (i) => share(row.values[i], row.mean), number: true },
  ], Array.from(names, (_, i) => i).sort((a, b) => row.values[b] - row.values[a]), 1);
  const title = run.titleOf(row.frame);
  const node = el('section', {}, el('h2', {}, title),
    el('p', {}, `Minimum ${number(row.min)} at ${names[row.minAt]}, mean ${number(row.mean)}, maximum ${number(row.max)} at ${names[row.maxAt]}, standard deviation ${number(row.deviation)}.`),
    spread.node, each.node);
  return { node, title, tables: [spread, each] };
}

/** @return {node, share, focus}: a part of the view of the run */
export function locationsView(app, params, metric) {
  const { run } = app;
  const inclusive = run.hasInclusiveLocations && params.get('cost') === 'inclusive';
  const rows = unevenFunctions(run, metric, inclusive);
  const detail = el('div', { 'aria-live': 'polite' });
  let opened = null;
  const open = (row) => {
    opened = oneFunction(run, metric, row);
    fill(detail, opened.node);
  };
  const chosen = rows.find((row) => run.keyOf(row.frame) === params.get('of')) || rows[0];
  const table = new Table('Functions over locations', [
    { title: 'function', of: (r) => run.titleOf(r.frame), show: (r) => el('button', { class: 'fn', onclick: () => { advance({ of: run.keyOf(r.frame) }); open(r); } }, run.titleOf(r.frame)) },
    { title: 'min', of: (r) => r.min, number: true },
    { title: 'mean', of: (r) => r.mean, number: true },
    { title: 'max', of: (r) => r.max, number: true },
    { title: 'deviation', of: (r) => r.deviation, number: true },
    { title: 'max − mean', of: (r) => r.waste, number: true, bar: true },
  ], rows, 5);
  if (chosen) open(chosen);
  const cost = run.hasInclusiveLocations && field('Cost', choice([['exclusive', 'exclusive'], ['inclusive', 'inclusive']], inclusive ? 'inclusive' : 'exclusive', app.choose('cost')));
  const shared = () => {
    const details = opened ? opened.tables.map((t) => t.share(`${t.label}: ${opened.title}`)) : [];
    const functions = table.rows.map((r) => run.frameFunction[r.frame]).filter((f) => f >= 0);
    return { tables: [table.share(), ...details], ...drawingOf(run.graph, functions) };
  };
  return { focus: () => table.first(), share: shared, node: el('div', {}, el('p', { class: 'quiet' }, 'Others may wait for the slowest location: functions whose maximum is furthest above their mean come first. ', cost), el('div', { class: 'halves' }, table.node, detail)) };
}
