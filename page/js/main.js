// The page: reads the data, shows the view that the fragment names, handles keys.
import { readColumns } from './data.js';
import { Graph } from './graph.js';
import { splitSources } from './code.js';
import { Contexts } from './walk.js';
import { search, searchIndex } from './search.js';
import { reach } from './reach.js';
import { atOnce, inSlices, pause } from './work.js';
import { el, fill, number } from './dom.js';
import { advance, functionOf, go, labelOf, openFunction, readRoute, routeOf } from './router.js';
import { Finder } from './finder.js';
import { sources } from './names.js';
import { copy, FORMS, isDrawn } from './share.js';
import { overviewView } from './views/overview.js';
import { functionView } from './views/function.js';
import { pathView } from './views/path.js';
import { matrixView } from './views/matrix.js';
import { cyclesView, deadView, topView } from './views/lists.js';
import { unresolvedView } from './views/unresolved.js';
import { folders } from './folders.js';
import { changesView } from './views/changes.js';
import { profileView, recordedCall, recordedSection } from './views/profile.js';
import { Rules } from './rules.js';
import { readRun } from './pieces.js';
import { helpView } from './views/help.js';

const VIEWS = [
  { name: 'overview', title: 'Overview', make: overviewView },
  { name: 'path', title: 'Paths', make: pathView },
  { name: 'matrix', title: 'Folders', make: matrixView },
  { name: 'cycles', title: 'Cycles', make: cyclesView },
  { name: 'unresolved', title: 'Unresolved', make: unresolvedView },
  { name: 'dead', title: 'Dead', make: deadView },
  { name: 'top', title: 'Top', make: topView },
  { name: 'profile', title: 'Run', make: profileView, needs: 'run' },
  { name: 'changes', title: 'Changes', make: changesView, needs: 'changed' },
  { name: 'help', title: 'Help', make: helpView },
  { name: 'function', make: functionView },
];

/** Views for which the file has the data. */
function available() {
  return VIEWS.filter((view) => !view.needs || app[view.needs]);
}

const byId = (id) => document.getElementById(id);

/** What changes a view: the focus stays on it, so that keys can change it further. */
const controls = () => [...byId('main').querySelectorAll('select, input:not([role=combobox])')];

const STEPS = 16384; // functions between two pauses
let scrolled = 0;

/** Note in the history how far the view is scrolled, for going back. */
function noteScroll() {
  clearTimeout(scrolled);
  scrolled = setTimeout(() => history.replaceState({ scroll: byId('main').scrollTop }, ''), 200);
}

const app = {
  timings: {},
  view: null,
  callExtra: () => null,
  moreOf(f) {
    return this.run && recordedSection(this, f);
  },

  folders() {
    return this.tree;
  },

  params() {
    return Object.fromEntries(readRoute().params);
  },

  /** What sets a parameter of the view to a value, for controls. */
  choose(key) {
    return (value) => this.change({ [key]: value });
  },

  /** Change parameters of the view; going back takes that back. */
  change(parameters) {
    advance(parameters);
    this.show();
  },

  /** Find the functions of all cycles. */
  async findMembers() {
    this.members ||= await inSlices(membersOfCycles(this.graph));
  },

  /** Functions of a cycle; findMembers() comes first. */
  componentMembers(component) {
    return this.members.get(component) || [];
  },

  /** How many functions only a function leads to, itself included. */
  ruled(f) {
    return this.ruledCounts ? this.ruledCounts[f] : 0;
  },

  /** Draw again what is drawn for a size and for colours. */
  redraw() {
    if (this.view && this.view.drawn) this.view.drawn(this.aborter.signal);
  },

  say(text) {
    byId('status').textContent = text;
  },

  async show() {
    if (this.aborter) this.aborter.abort();
    this.aborter = new AbortController();
    clearTimeout(scrolled);
    const { signal } = this.aborter;
    const { view, params } = readRoute();
    const { make, name } = available().find((v) => v.name === view) || VIEWS[0];
    const begin = performance.now();
    const made = await make(this, params, signal);
    if (signal.aborted) return;
    this.view = made;
    document.title = `${made.title} - ${this.graph.facts.name}`;
    for (const link of document.querySelectorAll('#bar nav a')) {
      if (link.dataset.view === name) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    const control = controls().indexOf(document.activeElement);
    const same = name === this.shownName;
    this.shownName = name;
    fill(byId('main'), made.node);
    byId('main').scrollTop = (history.state && history.state.scroll) || 0;
    if (made.drawn) made.drawn(signal);
    if (document.activeElement !== this.finder.input) { // where someone types the next search
      const focus = (same && controls()[control]) || (made.focus && made.focus());
      (focus || byId('main')).focus({ preventScroll: true });
    }
    this.timings.view = performance.now() - begin;
  },
};

/** Work: the functions of each cycle. */
function* membersOfCycles(graph) {
  const members = new Map();
  for (let f = 0; f < graph.n; f++) {
    const own = graph.component(f);
    if (own && !members.has(own)) members.set(own, []);
    if (own) members.get(own).push(f);
    if (f % STEPS === STEPS - 1) yield;
  }
  return members;
}

/** Sizes of subtrees of the dominator tree; those who rule come before in order of depth. */
function* ruledCounts(graph) {
  const counts = new Uint32Array(graph.n).fill(1);
  const waiting = new Uint32Array(graph.n);
  for (let f = 0; f < graph.n; f++) if (graph.dominator(f) >= 0) waiting[graph.dominator(f)]++;
  yield;
  const ready = [];
  for (let f = 0; f < graph.n; f++) if (!waiting[f]) ready.push(f);
  yield;
  for (let steps = 1; ready.length; steps++) {
    if (steps % STEPS === 0) yield;
    const f = ready.pop();
    const by = graph.dominator(f);
    if (by < 0) continue;
    counts[by] += counts[f];
    if (--waiting[by] === 0) ready.push(by);
  }
  return counts;
}

function buildBar() {
  const finder = new Finder(app, {
    label: 'Search functions', placeholder: 'Search  /',
    files: (folder) => go('overview', { dir: folder.path }),
    more: (text) => go('top', { in: text }),
    chosen: (f) => openFunction(app.graph, f),
  });
  byId('search').replaceWith(finder.node);
  finder.node.id = 'search';
  app.finder = finder;
  const links = available().filter((v) => v.title).map((v) => el('a', { href: routeOf(v.name), 'data-view': v.name }, v.title));
  fill(document.querySelector('#bar nav'), links);
  const forms = Object.entries(FORMS).map(([name, form]) => el('button', { role: 'menuitem', onclick: () => copyAs(form) }, `as ${name}`));
  byId('copy').hidden = false;
  fill(byId('copy'), el('summary', { title: 'Copy what is shown (c)' }, 'Copy'), el('div', { role: 'menu', onkeydown: walkMenu },
    el('button', { role: 'menuitem', onclick: () => { byId('copy').open = false; copy(location.href, app.say); } }, 'link'), forms));
}

function walkMenu(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const items = [...event.currentTarget.children];
  items.at((items.indexOf(event.target) + step) % items.length).focus();
}

async function copyAs(form) {
  byId('copy').open = false;
  const shared = app.view && app.view.share && await app.view.share();
  if (!shared) app.say('There is nothing to copy here');
  else if (form === FORMS.Mermaid && !isDrawn(shared)) app.say('There is nothing to draw here');
  else copy(form(shared), app.say);
}

function shownFunction() {
  const { view, params } = readRoute();
  return view === 'function' ? params.get('of') : null;
}

const ACTIONS = {
  '/': () => app.finder.input.focus(),
  '?': () => go('help'),
  Backspace: () => history.back(),
  c: () => { byId('copy').open = true; byId('copy').querySelector('button').focus(); },
  f: () => shownFunction() && go('path', { from: shownFunction() }),
  t: () => shownFunction() && go('path', { to: shownFunction() }),
  Escape: () => { byId('copy').open = false; byId('main').focus(); },
};

function onKey(event) {
  const typing = event.target.closest('input, textarea, select');
  if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
  const tab = available().filter((v) => v.title)[Number(event.key) - 1];
  const action = ACTIONS[event.key] || (tab && (() => go(tab.name)));
  if (!action) return;
  event.preventDefault();
  action();
}

/** For people and tests at the console of the browser: names, not numbers. */
function console_(graph) {
  return Object.freeze({
    verdict: (from, to) => {
      const ends = [from, to].map((name) => functionOf(graph, name));
      if (ends.includes(-1)) return null;
      const { answer, path, reached, beyond = 0, ...found } = atOnce(reach(graph, app.contexts, [ends[0]], [ends[1]]));
      const names = (functions) => (functions || []).map((f) => graph.name(f)).sort();
      const [unresolved, unrecorded, callbacks, named] = [found.unresolved, found.unrecorded, found.callbacks, found.named].map(names);
      return { answer, length: path ? path.length : null, reached, beyond, unresolved, unrecorded, callbacks, named };
    },
    search: (text, most = 50) => {
      const { count, found } = atOnce(search(app.index, text, most));
      return { count, names: found.map((f) => labelOf(graph, f)) };
    },
    share: async () => {
      const shared = await app.view.share();
      return Object.fromEntries(Object.entries(FORMS).map(([name, form]) => [name, form(shared)]));
    },
    open: go,
    sources: () => Array.from(graph.columns.get('sourceFile') || [], (file) => graph.text(file)),
    facts: graph.facts,
    timings: app.timings,
  });
}

async function start() {
  const begin = performance.now();
  const bar = byId('progress');
  const columns = await readColumns((part) => { bar.value = part; });
  const graph = new Graph(columns);
  await pause();
  await graph.index();
  app.graph = graph;
  await pause();
  app.contexts = new Contexts(graph);
  await pause();
  app.changed = columns.has('change');
  if (columns.has('ruleName')) app.rules = new Rules(graph);
  if (columns.has('runFrame')) {
    app.run = readRun(graph);
    await inSlices(app.run.readNames());
    app.callExtra = recordedCall(app);
  }
  sources.link = graph.facts.link;
  buildBar();
  app.index = await inSlices(searchIndex(graph, app.contexts));
  app.tree = await inSlices(folders(graph));
  app.ruledCounts = await inSlices(ruledCounts(graph));
  app.timings.ready = performance.now() - begin;
  byId('about').textContent = graph.facts.name;
  byId('about').title = `${number(graph.n)} functions, ${number(graph.m)} calls, libcg ${graph.facts.version}`;
  globalThis.callgraph = console_(graph);
  document.addEventListener('keydown', onKey);
  addEventListener('hashchange', () => app.show());
  byId('main').addEventListener('scroll', noteScroll);
  let resized = 0;
  addEventListener('resize', () => {
    clearTimeout(resized);
    resized = setTimeout(() => app.redraw(), 100);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => app.redraw());
  await pause();
  await app.show();
  document.documentElement.dataset.ready = 'yes';
  await pause();
  await inSlices(search(app.index, 'main', 1)); // so that the browser has compiled it when someone types
  await inSlices(splitSources(graph)); // so that the first page of a function need not
}

start().catch((error) => {
  byId('main').textContent = `The page cannot show its data: ${error.message}`;
  throw error;
});
