// Tables that sort by any column and are walked with the arrow keys. A column is {title, of(row):
// text or number, show(row): what to show instead, number: whether it is one, bar: whether a bar
// shows how large it is}.
import { el, fill, number } from './dom.js';

const MOST = 200; // rows at a time

const compare = (a, b) => (typeof a === 'number' && typeof b === 'number'
  ? (Number.isNaN(b) ? 0 : b) - (Number.isNaN(a) ? 0 : a) : String(a).localeCompare(String(b)));

export class Table {
  /** @param sorted index of the column that `rows` are sorted by, or -1 */
  constructor(label, columns, rows, sorted = -1) {
    Object.assign(this, { columns, rows, sorted, backwards: false, most: MOST });
    this.body = el('tbody', {});
    this.head = el('tr', {});
    this.foot = el('p', { class: 'none' });
    this.node = el('div', { class: 'tablebox' }, el('table', {
      class: 'list', 'aria-label': label, onkeydown: (event) => this.key(event),
    }, el('thead', {}, this.head), this.body), this.foot);
    this.draw();
  }

  sortBy(i) {
    this.backwards = this.sorted === i && !this.backwards;
    this.sorted = i;
    const { of } = this.columns[i];
    this.rows.sort((a, b) => compare(of(a), of(b)));
    if (this.backwards) this.rows.reverse();
    this.draw();
    this.head.cells[i].firstChild.focus();
  }

  draw() {
    const direction = (i) => (this.sorted !== i ? null : this.columns[i].number !== this.backwards ? 'descending' : 'ascending');
    fill(this.head, this.columns.map((column, i) => el('th', { scope: 'col', class: column.number ? 'number' : null, 'aria-sort': direction(i) },
      el('button', { onclick: () => this.sortBy(i) }, column.title))));
    const largest = this.columns.map((column) => (column.bar ? this.rows.reduce((most, row) => Math.max(most, column.of(row) || 0), 0) : 0));
    fill(this.body, this.rows.slice(0, this.most).map((row) => el('tr', {}, this.columns.map((column, i) => this.cell(column, row, largest[i])))));
    const rest = this.rows.length - this.most;
    fill(this.foot, this.rows.length === 0 && 'none', rest > 0 && el('button', { onclick: () => this.showMore() }, `${number(rest)} more`));
  }

  showMore() {
    const from = this.most;
    this.most += MOST;
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

  /** For copying. */
  share(title) {
    return { title, columns: this.columns.map((c) => c.title), rows: this.rows.slice(0, 1000).map((row) => this.columns.map((c) => c.of(row))) };
  }
}
