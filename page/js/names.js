// How functions, places and calls look in every view.
import { textWidth } from './canvas.js';
import { codeOfLines, lineCount } from './code.js';
import { EVIDENCE } from './graph.js';
import { counted, el, number } from './dom.js';
import { functionRoute } from './router.js';

/** Where the parameters of a readable C++ name begin; its length if it has none. */
function parametersAt(name) {
  const last = name.lastIndexOf(')');
  if (last < 0 || !/^[ &a-z]*(\[[^\]]*\])?$/.test(name.slice(last + 1))) return name.length;
  let depth = 0;
  for (let i = last; i > 0; i--) {
    if (name[i] === ')') depth++;
    else if (name[i] === '(' && --depth === 0) return name.slice(0, i).endsWith('operator') ? name.length : i;
  }
  return name.length;
}

/** A readable name without its parameters. */
export const withoutParameters = (name) => name.slice(0, parametersAt(name));

/** A link to the page of a function. @param shown what it says; parameters are less visible */
export function functionLink(graph, f, attributes = {}, shown = graph.shown(f)) {
  const classes = ['fn', !graph.hasBody(f) && 'declared', graph.isDead(f) && 'dead'];
  const names = [...new Set([graph.shown(f), graph.name(f)])].filter((name) => name !== shown);
  const at = parametersAt(shown);
  return el('a', {
    class: classes.filter(Boolean).join(' '), href: functionRoute(graph, f), title: names.join('\n') || null, ...attributes,
  }, shown.slice(0, at), at < shown.length && el('span', { class: 'parameters' }, shown.slice(at)));
}

/** A link to the page of a function, without its parameters, for rows with several. */
export function shortLink(graph, f, attributes = {}) {
  return functionLink(graph, f, attributes, withoutParameters(graph.shown(f)));
}

/** The last part of a C++ name, without scope, template arguments and parameters. */
export function baseName(name) {
  const plain = name.replaceAll('(anonymous namespace)', '').replace(/ const$/, '');
  const operator = /\boperator\b.*$/.exec(plain);
  if (operator) return operator[0].replace(/^(operator *(\(\)|[^(]*)).*$/, '$1');
  let depth = 0;
  let begin = 0;
  for (let i = 0; i < plain.length; i++) {
    const c = plain[i];
    if (c === '<') depth++;
    else if (c === '>') depth--;
    else if (depth === 0 && c === '(') return plain.slice(begin, i).replace(/<.*$/, '') || name;
    else if (depth === 0 && (c === ':' || c === ' ')) begin = i + 1;
  }
  return plain.slice(begin).replace(/<.*$/, '') || name;
}

const MOST_LETTERS = 300; // of a name in a box

/** A name, as much of it as a box has room for. @param base what is shown if there is not enough */
export function fitted(name, width, base = baseName(name)) {
  const fits = (text) => text.length <= MOST_LETTERS && textWidth(text) <= width;
  if (fits(name)) return name;
  if (fits(base)) return base;
  let low = 0;
  for (let high = Math.min(MOST_LETTERS, base.length); low < high;) {
    const middle = (low + high + 1) >> 1;
    if (fits(`${base.slice(0, middle)}…`)) low = middle;
    else high = middle - 1;
  }
  return low ? `${base.slice(0, low)}…` : '';
}

/** The last part of a path, and the folder before it. */
export function shortFile(file) {
  return file.split('/').slice(-2).join('/');
}

/** Where the sources are: set from the file. {link: template} */
export const sources = { link: '' };

/** "file:line:column", a link if the page was made with one. */
export function placeText(place) {
  const { file, line, column } = place;
  const text = `${file}${line ? `:${line}` : ''}${line && column ? `:${column}` : ''}`;
  const short = `${shortFile(file)}${line ? `:${line}` : ''}`;
  const href = sources.link && linkTo(sources.link, place);
  return href ? el('a', { class: 'place', title: text, href }, short)
    : el('span', { class: 'place', title: text }, short);
}

/** Fill in a template of links. Nothing but editors, files and the web is linked to. */
export function linkTo(template, place) {
  const path = place.file.split('/').map(encodeURIComponent).join('/');
  const href = template.replaceAll('{file}', path).replaceAll('{line}', place.line || 1)
    .replaceAll('{column}', place.column || 1);
  return /^(vscode|vscodium|file|https?|idea|txmt|subl|zed):/i.test(href) ? href : '';
}

export function badge(text, kind = '', title = null) {
  return el('span', { class: `badge ${kind}`, title }, text);
}

export function evidenceWords(bits) {
  return EVIDENCE.filter((_, i) => bits & (1 << i)).join(', ');
}

/** What is special about a function. */
export function functionBadges(graph, f) {
  const is = [];
  if (graph.isEntry(f)) is.push(badge('entry point', 'good'));
  if (!graph.hasBody(f)) is.push(badge('not collected', 'quiet', 'The graph has no body of it'));
  if (graph.isVirtual(f)) is.push(badge('virtual', 'quiet'));
  if (graph.linkage(f) === 'internal') is.push(badge('internal', 'quiet', 'static: of one file'));
  if (graph.isSystem(f)) is.push(badge('system header', 'quiet'));
  if (graph.isDead(f)) is.push(badge('dead', 'bad'));
  if (graph.component(f)) is.push(badge('recursive', 'warn', 'It is in a cycle of calls'));
  const open = graph.unresolvedCount(f);
  if (open) is.push(badge(`${number(open)} unresolved`, 'warn', 'Calls with unknown callees'));
  return is;
}

/** Kinds and certainty of a call. */
export function callBadges(graph, e) {
  const sites = graph.sitesOf(e).filter((site) => site.indirect);
  const kinds = graph.kindWords(e).filter((word) => word !== 'direct').map((word) =>
    badge(word, word === 'guess' ? 'warn' : 'quiet'));
  const open = sites.some((site) => site.state === 'unresolved');
  const resolved = sites.length > 0 && sites.every((site) => site.state === 'resolved');
  if (open) kinds.push(badge('unresolved', 'warn', 'The call has callees that are not known'));
  if (resolved) kinds.push(badge('resolved', 'good', 'All callees of the call are known'));
  return kinds;
}

/** What is known of a call at a site, in words. */
function siteWords(site) {
  const words = [];
  if (site.indirect) words.push(`${site.virtual ? 'virtual call' : 'pointer'}, 1 of ${number(site.callees)}${site.state === 'unresolved' ? ' known' : ''} callees`);
  if (site.indirect && site.state !== 'unsaid') words.push(site.state);
  if (site.through) words.push(`called back by ${site.through}`);
  if (site.loops > 0) words.push(`in ${counted(site.loops, 'loop')}`);
  return words.join(', ');
}

/** A place, with the line of the source there if the page has it. */
export function placeAndCode(graph, place) {
  const { fileNumber, line } = place;
  const code = codeOfLines(graph, fileNumber, line, line).replace(/\s+/g, ' ').trim().slice(0, MOST_LETTERS);
  return code ? [placeText(place), ' ', el('code', { class: 'at' }, code)] : [placeText(place)];
}

/** How a call is known, in an element for each site. */
export function siteLines(graph, e, tag = 'li') {
  return graph.sitesOf(e).map((site) => el(tag, {}, placeAndCode(graph, site), ' ', siteWords(site)));
}

/** Whether there is more to say of the sites of a call than where the first is. */
export function hasSiteLines(graph, e) {
  const sites = graph.sitesOf(e);
  return sites.length > 1 || (sites.length === 1 && (siteWords(sites[0]) !== '' || lineCount(graph, sites[0].fileNumber) >= sites[0].line));
}
