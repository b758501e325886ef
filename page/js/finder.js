// A field that finds a function: the search of the top bar, and the fields of the paths.
import { el, fill, number } from './dom.js';
import { Best, inSlices } from './work.js';
import { exampleValue, marked, parseQuery, search } from './search.js';
import { functionBadges, shortFile } from './names.js';

const MOST = 25;
const MOST_FILES = 4;
let lists = 0;

/** What can be searched for besides names. */
function examples(graph) {
  const value = exampleValue(graph);
  return [['is:dead', 'functions that are dead'], ['is:unresolved -is:system', 'with unresolved calls, not of system headers'],
    ['is:entry', 'where the program begins'], ['from:main', 'what main reaches'], ['file:main', 'in files whose path has this'],
    ...(value ? [[`${value}>100`, 'by any number of the metadata']] : [])];
}

/** Files and folders whose path has all words, one of them in its name; the shortest paths first. */
function filesWith({ paths }, words, most) {
  const best = new Best(most, (a, b) => a.small.length - b.small.length);
  for (const path of words.length ? paths : []) {
    if (words.every((word) => path.small.includes(word)) && words.some((word) => path.small.includes(word, path.name))) best.add(path);
  }
  return best.items.map(({ folder }) => folder);
}

export class Finder {
  /** @param options {label, placeholder, value, chosen(f)}; {more(text), files(folder)} of the
   *  search of the whole page, which finds files as well and shows all that it finds as a list */
  constructor(app, options) {
    this.app = app;
    this.options = options;
    this.choices = [];
    this.at = -1;
    const id = `found${lists++}`;
    this.list = el('ul', { role: 'listbox', id, class: 'found', hidden: true, 'aria-label': 'Functions found' });
    this.input = el('input', {
      type: 'search', role: 'combobox', 'aria-expanded': 'false', 'aria-controls': id,
      'aria-autocomplete': 'list', 'aria-label': options.label, placeholder: options.placeholder || '',
      autocomplete: 'off', spellcheck: 'false', value: options.value || null,
      oninput: () => this.search(), onkeydown: (event) => this.key(event),
      onfocus: () => !options.value && this.search(),
      onblur: () => setTimeout(() => document.activeElement !== this.input && this.close(), 150),
    });
    this.node = el('div', { class: 'finder' }, this.input, this.list);
  }

  search() {
    this.pending = this.searchNow();
    return this.pending;
  }

  async searchNow() {
    if (this.aborter) this.aborter.abort();
    this.aborter = new AbortController();
    const text = this.input.value.trim();
    if (!text || !this.app.index) {
      this.close();
      if (!text && this.options.files) this.showExamples();
      return;
    }
    const { signal } = this.aborter;
    const begin = performance.now();
    const result = await inSlices(search(this.app.index, text, MOST), signal, true);
    if (!result || signal.aborted) return;
    this.app.timings.search = performance.now() - begin;
    this.show(result, text);
  }

  show({ count, found }, text) {
    const { words } = parseQuery(this.app.graph, text);
    const files = this.options.files ? filesWith(this.app.folders(), words, MOST_FILES) : [];
    const choices = [
      ...found.map((f) => ({ shown: this.functionItem(f, words), choose: () => this.options.chosen(f) })),
      ...files.map((folder) => ({ shown: [el('span', { class: 'name' }, marked(folder.path, words)), el('span', { class: 'end' }, folder.isFile ? 'file' : 'folder')], choose: () => this.options.files(folder) })),
    ];
    if (this.options.more && count > 1) choices.push({ shown: `${number(count)} functions: show them as a list`, choose: () => this.options.more(text) });
    this.offer(choices, count + files.length ? '' : 'no function has such a name');
  }

  functionItem(f, words) {
    const { graph } = this.app;
    return [el('span', { class: 'name' }, marked(graph.shown(f), words)), functionBadges(graph, f),
      el('span', { class: 'end' }, shortFile(graph.file(f)), ` · ${number(graph.callerCount(f))} ← · ${number(graph.calleeCount(f))} →`)];
  }

  showExamples() {
    const choices = examples(this.app.graph).map(([text, words]) => ({
      shown: [el('span', { class: 'name' }, text), el('span', { class: 'end' }, words)],
      choose: () => { this.input.value = text; this.input.focus(); this.search(); },
    }));
    this.offer(choices, '');
    this.at = -1;
    this.mark();
  }

  /** @param choices [{shown, choose}] */
  offer(choices, otherwise) {
    this.choices = choices;
    this.at = choices.length ? 0 : -1;
    const items = choices.map(({ shown }, i) => el('li', {
      role: 'option', id: `${this.list.id}-${i}`, 'aria-selected': String(i === 0),
      onmousedown: (event) => { event.preventDefault(); this.choose(i); },
    }, shown));
    fill(this.list, items, otherwise && el('li', { class: 'none', role: 'presentation' }, otherwise));
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
    const choice = this.choices[i];
    if (!choice) return;
    this.close();
    if (this.options.files) { // the next key is for the page
      this.input.value = '';
      this.input.blur();
    }
    choice.choose();
  }

  async key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    event.stopPropagation();
    if (step && !this.list.hidden) {
      event.preventDefault();
      this.at = Math.max(0, Math.min(this.choices.length - 1, this.at + step));
      this.mark();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      await (this.list.hidden ? this.search() : this.pending);
      this.choose(Math.max(0, this.at));
    } else if (event.key === 'Escape') {
      if (this.list.hidden) this.input.blur();
      this.close();
    }
  }
}
