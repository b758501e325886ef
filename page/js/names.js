// How functions, places and calls look in every view.
import { EVIDENCE } from './graph.js';
import { el, number } from './dom.js';
import { functionRoute } from './router.js';

/** A link to the page of a function. @param shown what it says */
export function functionLink(graph, f, attributes = {}, shown = graph.shown(f)) {
  const classes = ['fn', !graph.hasBody(f) && 'declared', graph.isDead(f) && 'dead'];
  return el('a', {
    class: classes.filter(Boolean).join(' '), href: functionRoute(graph, f),
    title: graph.name(f) === graph.shown(f) ? null : graph.name(f), ...attributes,
  }, shown);
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

/** A name for a box with room for so many letters. */
export function fitted(name, room) {
  const text = name.length > room ? baseName(name) : name;
  return text.length > room ? `${text.slice(0, Math.max(1, room - 1))}…` : text;
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

/** How a call is known, in an element for each site. */
export function siteLines(graph, e, tag = 'li') {
  return graph.sitesOf(e).map((site) => el(tag, {}, placeText(site),
    site.indirect && ` ${site.virtual ? 'virtual call' : 'pointer'}, 1 of ${number(site.callees)}${
      site.state === 'unresolved' ? ' known' : ''} callees${site.state === 'unsaid' ? '' : `, ${site.state}`}`,
    site.through && ` called back by ${site.through}`,
    site.loops > 0 && `, in ${number(site.loops)} loop${site.loops === 1 ? '' : 's'}`));
}
