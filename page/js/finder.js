// A field that finds a function: the search of the top bar, and the fields of the paths.
import { el, fill, number } from './dom.js';
import { inSlices } from './work.js';
import { marked, parseQuery, search } from './search.js';
import { functionBadges, shortFile } from './names.js';

const MOST = 50;
let lists = 0;

export class Finder {
  /** @param options {label, placeholder, value, chosen(f)} */
  constructor(app, options) {
    this.app = app;
    this.options = options;
    this.found = [];
    this.at = -1;
    const id = `found${lists++}`;
    this.list = el('ul', { role: 'listbox', id, class: 'found', hidden: true, 'aria-label': 'Functions found' });
    this.input = el('input', {
      type: 'search', role: 'combobox', 'aria-expanded': 'false', 'aria-controls': id,
      'aria-autocomplete': 'list', 'aria-label': options.label, placeholder: options.placeholder || '',
      autocomplete: 'off', spellcheck: 'false', value: options.value || null,
      oninput: () => this.search(), onkeydown: (event) => this.key(event),
      onfocus: () => this.input.value && !options.value && this.search(),
      onblur: () => setTimeout(() => this.close(), 150),
    });
    this.node = el('div', { class: 'finder' }, this.input, this.list);
  }

  async search() {
    if (this.aborter) this.aborter.abort();
    this.aborter = new AbortController();
    const text = this.input.value.trim();
    if (!text || !this.app.index) {
      this.close();
      return;
    }
    const { signal } = this.aborter;
    const begin = performance.now();
    const result = await inSlices(search(this.app.index, text, MOST), signal);
    if (!result || signal.aborted) return;
    this.app.timings.search = performance.now() - begin;
    this.show(result, parseQuery(this.app.graph, text).words);
  }

  show({ count, found }, words) {
    const { graph } = this.app;
    this.found = found;
    this.at = found.length ? 0 : -1;
    const items = found.map((f, i) => el('li', {
      role: 'option', id: `${this.list.id}-${i}`, 'aria-selected': String(i === 0),
      onmousedown: (event) => { event.preventDefault(); this.choose(i); },
    }, el('span', { class: 'name' }, marked(graph.shown(f), words)), functionBadges(graph, f),
    el('span', { class: 'end' }, `${shortFile(graph.file(f))}`,
      ` · ${number(graph.callerCount(f))} ← · ${number(graph.calleeCount(f))} →`)));
    const rest = el('li', { class: 'none', role: 'presentation' },
      count > found.length ? `${number(count)} functions; type more to narrow` : count ? `${number(count)} found` : 'no function has such a name');
    fill(this.list, items, rest);
    this.list.hidden = false;
    this.input.setAttribute('aria-expanded', 'true');
    this.mark();
  }

  mark() {
    [...this.list.querySelectorAll('[role=option]')].forEach((item, i) => {
      item.setAttribute('aria-selected', String(i === this.at));
      if (i === this.at) item.scrollIntoView({ block: 'nearest' });
    });
    if (this.at < 0) this.input.removeAttribute('aria-activedescendant');
    else this.input.setAttribute('aria-activedescendant', `${this.list.id}-${this.at}`);
  }

  close() {
    this.list.hidden = true;
    this.input.setAttribute('aria-expanded', 'false');
  }

  choose(i) {
    const f = this.found[i];
    if (f === undefined) return;
    this.close();
    this.options.chosen(f, this);
  }

  async key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    event.stopPropagation();
    if (step && !this.list.hidden) {
      event.preventDefault();
      this.at = Math.max(0, Math.min(this.found.length - 1, this.at + step));
      this.mark();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (this.list.hidden) await this.search();
      this.choose(Math.max(0, this.at));
    } else if (event.key === 'Escape') {
      if (this.list.hidden) this.input.blur();
      this.close();
    }
  }
}
