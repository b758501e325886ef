// Trees of callers or callees that unfold on demand. A function that was unfolded before is marked
// and not unfolded again by itself; one that is above itself is recursion and stays folded.
import { el, number, counted } from './dom.js';
import { badge, callBadges, functionLink, placeText, siteLines } from './names.js';
import { KINDS } from './graph.js';

const MOST = 100; // rows at a time

/** What trees show: shared by all of a view. */
export function treeFilter(params) {
  return {
    system: params.get('system') !== 'hide',
    kind: params.get('kind') || '',
    dir: params.get('dir') || '',
  };
}

function passes(graph, filter, f, e) {
  if (!filter.system && graph.isSystem(f)) return false;
  if (filter.kind && !(graph.kinds[e] & (1 << KINDS.indexOf(filter.kind)))) return false;
  return !filter.dir || graph.file(f).toLowerCase().includes(filter.dir.toLowerCase());
}

/** Calls of a function in one direction: [{e, f}], those with most sites first. */
export function neighbours(graph, f, direction, filter) {
  const calls = [];
  if (direction === 'callees') {
    for (let e = graph.first[f]; e < graph.first[f + 1]; e++) calls.push({ e, f: graph.callee[e] });
  } else {
    for (let i = graph.firstIn[f]; i < graph.firstIn[f + 1]; i++) {
      const e = graph.callsInto[i];
      calls.push({ e, f: graph.caller[e] });
    }
  }
  const shown = filter ? calls.filter((call) => passes(graph, filter, call.f, call.e)) : calls;
  shown.hidden = calls.length - shown.length;
  return shown;
}

export class Tree {
  /** @param extra (call) => what to show at the end of a row, or null; if it has cost(e), the calls
   *  that cost most come first */
  constructor(graph, root, direction, filter, extra = () => null) {
    Object.assign(this, { graph, root, direction, filter, extra });
    this.unfolded = new Set([root]);
    this.node = el('ul', {
      role: 'tree', class: 'tree', 'aria-label': direction === 'callees' ? 'Callees' : 'Callers',
      onkeydown: (event) => this.key(event), onclick: (event) => this.click(event),
    });
    this.rows = new WeakMap();
    this.addRows(this.node, root, [root], 1);
    const first = this.node.querySelector('[role=treeitem]');
    if (first) first.tabIndex = 0;
  }

  addRows(list, f, above, level) {
    const calls = neighbours(this.graph, f, this.direction, this.filter);
    const { cost } = this.extra;
    if (cost) calls.sort((a, b) => cost(b.e) - cost(a.e));
    this.addSome(list, calls, 0, above, level);
    if (!calls.length) {
      const what = this.direction === 'callees' ? 'calls nothing' : 'nothing is known to call it';
      list.append(el('li', { class: 'none', role: 'none' }, calls.hidden ? 'all hidden' : what));
    } else if (calls.hidden) {
      list.append(el('li', { class: 'none', role: 'none' }, `${number(calls.hidden)} hidden`));
    }
  }

  addSome(list, calls, from, above, level) {
    const end = Math.min(calls.length, from + MOST);
    const rows = calls.slice(from, end).map((call) => this.row(call, above, level));
    if (end < calls.length) {
      const more = el('li', { role: 'none' }, el('button', {
        onclick: (event) => {
          event.stopPropagation();
          more.remove();
          this.addSome(list, calls, end, above, level);
        },
      }, `${number(calls.length - end)} more`));
      rows.push(more);
    }
    list.append(...rows);
  }

  row(call, above, level) {
    const { graph } = this;
    const recursion = above.includes(call.f);
    const count = this.direction === 'callees' ? graph.calleeCount(call.f) : graph.callerCount(call.f);
    const leaf = recursion || count === 0;
    const repeated = !leaf && this.unfolded.has(call.f);
    const sites = graph.sitesOf(call.e);
    const item = el('li', {
      role: 'treeitem', tabindex: -1, 'aria-level': level, 'aria-expanded': leaf ? null : 'false',
    }, el('div', { class: 'row' }, el('span', { class: 'twist', 'aria-hidden': 'true' }),
      functionLink(graph, call.f, { tabindex: -1 }),
      recursion && badge('↻ recursion', 'warn', 'It is above itself in this tree'),
      repeated && badge('↑ above', 'quiet', 'It is unfolded elsewhere in this tree'),
      callBadges(graph, call.e),
      el('span', { class: 'end' }, this.extra(call),
        sites.length > 0 && placeText(sites[0]),
        sites.length > 1 && el('button', {
          class: 'more', tabindex: -1, title: `${counted(sites.length, 'call site')}`,
          onclick: (event) => this.toggleSites(event, item, call.e),
        }, `+${number(sites.length - 1)}`))));
    this.rows.set(item, { call, above: [...above, call.f], level, leaf });
    return item;
  }

  toggleSites(event, item, e) {
    event.stopPropagation();
    const old = item.querySelector(':scope > .sites');
    if (old) old.remove();
    else item.querySelector('.row').after(el('ul', { class: 'sites' }, siteLines(this.graph, e)));
  }

  toggle(item, open = item.getAttribute('aria-expanded') !== 'true') {
    const row = this.rows.get(item);
    if (!row || row.leaf) return;
    item.setAttribute('aria-expanded', String(open));
    let list = item.querySelector(':scope > ul[role=group]');
    if (open && !list) {
      list = el('ul', { role: 'group' });
      this.unfolded.add(row.call.f);
      this.addRows(list, row.call.f, row.above, row.level + 1);
      item.append(list);
    }
    if (list) list.hidden = !open;
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
    return [...this.node.querySelectorAll('[role=treeitem]')].filter((item) => item.offsetParent);
  }

  move(item, step) {
    const items = this.visible();
    const next = items[items.indexOf(item) + step];
    if (next) this.focus(next);
  }

  key(event) {
    const item = event.target.closest('[role=treeitem]');
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const open = item.getAttribute('aria-expanded') === 'true';
    const parent = item.parentElement.closest('[role=treeitem]');
    const actions = {
      ArrowDown: () => this.move(item, 1),
      ArrowUp: () => this.move(item, -1),
      ArrowRight: () => (open ? this.move(item, 1) : this.toggle(item, true)),
      ArrowLeft: () => (open ? this.toggle(item, false) : parent && this.focus(parent)),
      Enter: () => item.querySelector('a.fn').click(),
      ' ': () => this.toggle(item),
      Home: () => this.focus(this.visible()[0]),
      End: () => this.focus(this.visible().at(-1)),
    };
    const action = actions[event.key];
    if (!action || (event.target !== item && event.key === 'Enter')) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /** Rows that are shown: [{level, f, e}]. */
  shown() {
    return this.visible().map((item) => {
      const { call, level } = this.rows.get(item);
      return { level, ...call };
    });
  }
}
