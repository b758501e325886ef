// What each function cost in each process and thread of a recorded run.
import { el, fill, number, choice, field } from '../dom.js';
import { adjust } from '../router.js';
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
    { title: 'of the mean', of: (i) => row.values[i] / row.mean, show: (i) => share(row.values[i], row.mean), number: true },
  ], Array.from(names, (_, i) => i).sort((a, b) => row.values[b] - row.values[a]), 1);
  return el('section', {}, el('h2', {}, run.nameOf(row.frame)),
    el('p', {}, `Minimum ${number(row.min)} at ${names[row.minAt]}, mean ${number(row.mean)}, maximum ${number(row.max)} at ${names[row.maxAt]}, standard deviation ${number(row.deviation)}.`),
    spread.node, each.node);
}

/** @return {node, table} */
export function locationsView(app, params, metric) {
  const { run } = app;
  const inclusive = run.hasInclusiveLocations && params.get('cost') === 'inclusive';
  const rows = unevenFunctions(run, metric, inclusive);
  const detail = el('div', { 'aria-live': 'polite' });
  const open = (row) => fill(detail, oneFunction(run, metric, row));
  const chosen = rows.find((row) => run.nameOf(row.frame) === params.get('of')) || rows[0];
  const table = new Table('Functions over locations', [
    { title: 'function', of: (r) => run.nameOf(r.frame), show: (r) => el('button', { class: 'fn', onclick: () => { adjust({ of: run.nameOf(r.frame) }); open(r); } }, run.nameOf(r.frame)) },
    { title: 'min', of: (r) => r.min, number: true },
    { title: 'mean', of: (r) => r.mean, number: true },
    { title: 'max', of: (r) => r.max, number: true },
    { title: 'deviation', of: (r) => r.deviation, number: true },
    { title: 'max − mean', of: (r) => r.waste, number: true, bar: true },
  ], rows, 5);
  if (chosen) open(chosen);
  const cost = run.hasInclusiveLocations && field('Cost', choice([['exclusive', 'exclusive'], ['inclusive', 'inclusive']], inclusive ? 'inclusive' : 'exclusive', (value) => { adjust({ cost: value }); app.show(); }));
  return { table, node: el('div', {}, el('p', { class: 'quiet' }, 'Others may wait for the slowest location: functions whose maximum is furthest above their mean come first. ', cost), el('div', { class: 'halves' }, table.node, detail)) };
}
