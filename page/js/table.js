// Tables that sort by any column and are walked with the arrow keys. A column is {title, of(row):
// text or number, show(row): what to show instead, number: whether it is one, bar: whether a bar
// shows how large it is}. Order and number of rows are in the address.
import { el, fill, number } from './dom.js';
import { adjust, readRoute } from './router.js';
import { atOnce, inSlices, sorted } from './work.js';

const MOST = 200; // rows at a time
const MOST_SHARED = 1000;
const MOST_AT_ONCE = 2000; // rows that are sorted at once

const collator = new Intl.Collator();
const ascending = (a, b) => collator.compare(a, b);
const descending = (a, b) => b - a;
const numeral = (x) => (Number.isNaN(x) || x === undefined ? 0 : x);

export class Table {
  /** @param rows in the order of a column @param by its index, or -1 */
  constructor(label, columns, rows, by = -1) {
    const { params } = readRoute();
    const wanted = params.get(`sort.${label}`) || '';
    const title = wanted.replace(/^-/, '');
    Object.assign(this, { label, columns, rows, given: rows, by, sorted: by, backwards: false });
    this.most = Math.max(MOST, Number(params.get(`rows.${label}`)) || 0);
    this.body = el('tbody', {});
    this.head = el('tr', {});
    this.foot = el('p', { class: 'none' });
    this.table = el('table', { class: 'list', 'aria-label': label, onkeydown: (event) => this.key(event) }, el('thead', {}, this.head), this.body);
    this.node = el('div', { class: 'tablebox' }, this.table, this.foot);
    const column = columns.findIndex((c) => c.title === title);
    if (column >= 0) this.order(column, wanted !== title);
    this.draw();
  }

  /** Sort, in slices if there are many rows. */
  order(column, backwards) {
    const { of, number: isNumber } = this.columns[column];
    Object.assign(this, { sorted: column, backwards });
    const key = isNumber ? (row) => numeral(of(row)) : (row) => String(of(row));
    const work = sorted(this.given, key, isNumber ? descending : ascending);
    const put = (rows) => { this.rows = backwards ? rows.reverse() : rows; };
    if (this.given.length <= MOST_AT_ONCE) {
      put(atOnce(work));
      return Promise.resolve();
    }
    this.table.setAttribute('aria-busy', 'true');
    return inSlices(work).then((rows) => {
      if (this.sorted !== column || this.backwards !== backwards) return;
      put(rows);
      this.table.removeAttribute('aria-busy');
      this.draw();
    });
  }

  sortBy(i) {
    const backwards = this.sorted === i && !this.backwards;
    const standard = i === this.by && !backwards;
    this.order(i, backwards);
    this.draw();
    adjust({ [`sort.${this.label}`]: standard ? '' : `${backwards ? '-' : ''}${this.columns[i].title}` });
    this.head.cells[i].firstChild.focus();
  }

  draw() {
    const direction = (i) => (this.sorted !== i ? null : Boolean(this.columns[i].number) !== this.backwards ? 'descending' : 'ascending');
    fill(this.head, this.columns.map((column, i) => el('th', { scope: 'col', class: column.number ? 'number' : null, 'aria-sort': direction(i) },
      el('button', { onclick: () => this.sortBy(i) }, column.title))));
    const shown = this.rows.slice(0, this.most);
    const largest = this.columns.map((column) => (column.bar ? shown.reduce((most, row) => Math.max(most, column.of(row) || 0), 0) : 0));
    fill(this.body, shown.map((row) => el('tr', {}, this.columns.map((column, i) => this.cell(column, row, largest[i])))));
    const rest = this.rows.length - this.most;
    fill(this.foot, this.rows.length === 0 && 'none', rest > 0 && el('button', { onclick: () => this.showMore() }, `${number(rest)} more`));
  }

  showMore() {
    const from = this.most;
    this.most += MOST;
    adjust({ [`rows.${this.label}`]: this.most });
    this.draw();
    const link = this.body.rows[from].querySelector('a, button');
    if (link) link.focus();
  }

  cell(column, row, largest) {
    const value = column.of(row);
    const cell = el('td', { class: column.number ? 'number' : null }, column.show ? column.show(row) : column.number ? number(value) : value);
    if (largest > 0 && value > 0) {
      const bar = el('span', { class: 'amount', 'aria-hidden': 'true' });
      bar.style.width = `${Math.max(1, (60 * value) / largest)}px`;
      cell.prepend(bar);
    }
    return cell;
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = event.target.closest('tbody tr');
    if (!step || !row) return;
    event.preventDefault();
    const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
    const link = next && next.querySelector('a, button');
    if (link) link.focus();
  }

  first() {
    return this.body.querySelector('a, button');
  }

  /** For copying: what is shown, columns of controls left out. */
  share(title = this.label) {
    const columns = this.columns.filter((column) => !column.control);
    const most = Math.max(MOST_SHARED, this.most);
    const rows = this.rows.slice(0, most).map((row) => columns.map((c) => c.of(row)));
    return { title, columns: columns.map((c) => c.title), rows, left: this.rows.length - rows.length };
  }
}
