// Trees that unfold on demand. A source says what they show: {label, root, children(node), key(node):
// its name among its siblings, row(node): what its row shows, leaf(node), empty}, and perhaps
// id(node): what makes two nodes the same, sites(node), hasSiteLines(node), siteLines(node), and `levels`
// that are unfolded at first.
// A node that is the same as one above it is recursion and stays folded; one that is unfolded
// elsewhere is marked. What is unfolded is in the address.
import { counted, el, number } from './dom.js';
import { badge } from './names.js';
import { adjust, decoded, encoded, readRoute } from './router.js';

const MOST = 50; // rows at a time

// What is unfolded, as text: names of rows, those within in brackets, "+" before one that shows its call
// sites, "*N" where more rows than MOST are shown.

const nothing = () => ({ most: MOST, rows: new Map() });

/** Read such a text. A list is {most, rows: Map from key to {sites, inside: a list or null}}. */
function readUnfolded(text) {
  const lists = [nothing()];
  let last = null;
  for (const [token] of text.matchAll(/[(),]|[^(),]+/g)) {
    if (token === '(' && last) {
      last.inside = nothing();
      lists.push(last.inside);
    } else if (token === ')' && lists.length > 1) lists.pop();
    else if (token[0] === '*') lists.at(-1).most = Math.max(MOST, Number(token.slice(1)) || 0);
    else if (!'(),'.includes(token)) {
      last = { sites: token[0] === '+', inside: null };
      lists.at(-1).rows.set(decoded(token.replace('+', '')), last);
    }
  }
  return lists[0];
}

export class Tree {
  /** @param parameter of the address that says what is unfolded */
  constructor(source, parameter) {
    Object.assign(this, { source, parameter, rows: new WeakMap() });
    this.node = el('ul', {
      role: 'tree', class: 'tree', 'aria-label': source.label,
      onkeydown: (event) => this.key(event), onclick: (event) => this.click(event),
    });
    const wanted = readRoute().params.get(parameter);
    const root = { node: source.root, above: source.id ? [source.id(source.root)] : [], level: 0 };
    this.addRows(this.node, root, nothing());
    this.unfoldLevels();
    this.standard = this.text(this.node);
    if (wanted !== null && wanted !== this.standard) {
      this.node.replaceChildren();
      this.addRows(this.node, root, readUnfolded(wanted));
    }
    this.mark();
    const first = this.node.querySelector('[role=treeitem]');
    if (first) first.tabIndex = 0;
  }

  unfoldLevels() {
    const { levels = 0 } = this.source;
    for (let level = 1; level <= levels; level++) {
      for (const item of this.node.querySelectorAll(`[aria-level="${level}"]`)) this.open(item);
    }
  }

  /** What is unfolded below a list. */
  text(list) {
    const parts = list.rowsShown > MOST ? [`*${list.rowsShown}`] : [];
    for (const item of list.children) {
      const row = this.rows.get(item);
      const inside = row && this.isOpen(item) ? `(${this.text(row.list)})` : '';
      if (row && (inside || row.sites)) parts.push(`${row.sites ? '+' : ''}${encoded(this.source.key(row.node))}${inside}`);
    }
    return parts.join(',');
  }

  changed() {
    this.mark();
    const text = this.text(this.node);
    adjust({ [this.parameter]: text === this.standard ? '' : text || '()' });
  }

  /** Mark nodes that are unfolded elsewhere. */
  mark() {
    const { id } = this.source;
    if (!id) return;
    const items = [...this.node.querySelectorAll('[role=treeitem]')];
    const open = new Map([[id(this.source.root), 1]]);
    const of = (item) => id(this.rows.get(item).node);
    for (const item of items) if (this.isOpen(item)) open.set(of(item), (open.get(of(item)) || 0) + 1);
    for (const item of items) {
      const { repeat, leaf } = this.rows.get(item);
      repeat.hidden = leaf || !((open.get(of(item)) || 0) > (this.isOpen(item) ? 1 : 0));
    }
  }

  addRows(list, above, state) {
    const children = this.source.children(above.node);
    list.rowsShown = 0;
    this.addSome(list, children, state.most, above, state);
    const none = !children.length ? (children.hidden ? 'all hidden' : this.source.empty) : children.hidden && `${number(children.hidden)} hidden`;
    if (none) list.append(el('li', { class: 'none', role: 'none' }, none));
  }

  addSome(list, children, count, above, state) {
    const from = list.rowsShown;
    const end = Math.min(children.length, from + count);
    const items = children.slice(from, end).map((node) => this.row(node, above));
    list.rowsShown = end;
    if (end < children.length) {
      const more = el('li', { role: 'none' }, el('button', {
        onclick: (event) => {
          event.stopPropagation();
          more.remove();
          this.addSome(list, children, MOST, above, nothing());
          this.changed();
        },
      }, `${number(children.length - end)} more`));
      items.push(more);
    }
    list.append(...items);
    for (const item of items) this.restore(item, state);
  }

  restore(item, state) {
    const row = this.rows.get(item);
    const wanted = row && state.rows.get(this.source.key(row.node));
    if (!wanted) return;
    if (wanted.sites) this.toggleSites(item);
    if (wanted.inside) this.open(item, wanted.inside);
  }

  row(node, above) {
    const { source } = this;
    const id = source.id && source.id(node);
    const recursion = source.id && above.above.includes(id);
    const leaf = Boolean(recursion) || source.leaf(node);
    const level = above.level + 1;
    const repeat = source.id ? badge('↑ above', 'quiet', 'It is unfolded elsewhere in this tree') : null;
    const sites = source.sites ? source.sites(node) : [];
    const item = el('li', {
      role: 'treeitem', tabindex: -1, 'aria-level': level, 'aria-expanded': leaf ? null : 'false',
    }, el('div', { class: 'row' }, el('span', { class: 'twist', 'aria-hidden': 'true' }),
      source.name(node), recursion && badge('↻ recursion', 'warn', 'It is above itself in this tree'), repeat, source.marks && source.marks(node),
      el('span', { class: 'end' }, source.end(node), source.hasSiteLines && source.hasSiteLines(node) && el('button', {
        class: 'more', tabindex: -1, title: `${counted(sites.length, 'call site')} (+)`,
        onclick: (event) => {
          event.stopPropagation();
          this.toggleSites(item);
          this.changed();
        },
      }, sites.length > 1 ? `+${number(sites.length - 1)}` : '…'))));
    if (repeat) repeat.hidden = true;
    this.rows.set(item, { node, above: [...above.above, id], level, leaf, repeat, sites: false, list: null });
    return item;
  }

  toggleSites(item) {
    const row = this.rows.get(item);
    const old = item.querySelector(':scope > .sites');
    row.sites = !old;
    if (old) old.remove();
    else item.querySelector('.row').after(el('ul', { class: 'sites' }, this.source.siteLines(row.node)));
  }

  isOpen(item) {
    return item.getAttribute('aria-expanded') === 'true';
  }

  open(item, state = nothing()) {
    const row = this.rows.get(item);
    if (row.leaf) return;
    item.setAttribute('aria-expanded', 'true');
    if (!row.list) {
      row.list = el('ul', { role: 'group' });
      item.append(row.list);
      this.addRows(row.list, row, state);
    }
    row.list.hidden = false;
  }

  toggle(item, open = !this.isOpen(item)) {
    const row = this.rows.get(item);
    if (!row || row.leaf) return;
    if (open) this.open(item);
    else {
      item.setAttribute('aria-expanded', 'false');
      row.list.hidden = true;
    }
    this.changed();
  }

  click(event) {
    const item = event.target.closest('[role=treeitem]');
    if (!item || event.target.closest('a, button')) return;
    this.focus(item);
    this.toggle(item);
  }

  focus(item) {
    for (const old of this.node.querySelectorAll('[tabindex="0"][role=treeitem]')) old.tabIndex = -1;
    item.tabIndex = 0;
    item.focus();
  }

  visible() {
    return [...this.node.querySelectorAll('[role=treeitem]')].filter((item) => !item.parentElement.closest('[hidden]'));
  }

  move(item, step) {
    const items = this.visible();
    const next = items[items.indexOf(item) + step];
    if (next) this.focus(next);
  }

  key(event) {
    const item = event.target.closest('[role=treeitem]');
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const open = this.isOpen(item);
    const parent = item.parentElement.closest('[role=treeitem]');
    const actions = {
      ArrowDown: () => this.move(item, 1),
      ArrowUp: () => this.move(item, -1),
      ArrowRight: () => (open ? this.move(item, 1) : this.toggle(item, true)),
      ArrowLeft: () => (open ? this.toggle(item, false) : parent && this.focus(parent)),
      Enter: () => item.querySelector('a.fn')?.click(),
      ' ': () => this.toggle(item),
      '+': () => item.querySelector(':scope > .row .more')?.click(),
      Home: () => this.focus(this.visible()[0]),
      End: () => this.focus(this.visible().at(-1)),
    };
    const action = actions[event.key];
    if (!action || (event.target !== item && event.key === 'Enter')) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /** Rows that are shown: [{level, node, by: the node above, if it is a row}]. */
  shown() {
    return this.visible().map((item) => {
      const { node, level } = this.rows.get(item);
      const parent = item.parentElement.closest('[role=treeitem]');
      return { level, node, by: parent ? this.rows.get(parent).node : null };
    });
  }
}
