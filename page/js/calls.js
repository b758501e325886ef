// Trees of callers and callees.
import { KINDS } from './graph.js';
import { el } from './dom.js';
import { callBadges, evidenceWords, functionLink, hasSiteLines, placeText, siteLines } from './names.js';
import { labelOf } from './router.js';
import { Tree } from './tree.js';

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

/** Calls of a function in one direction: [{e, f}]. */
function neighbours(graph, f, direction, filter) {
  const calls = [];
  if (direction === 'callees') {
    for (let e = graph.first[f]; e < graph.first[f + 1]; e++) calls.push({ e, f: graph.callee[e] });
  } else {
    for (let i = graph.firstIn[f]; i < graph.firstIn[f + 1]; i++) {
      const e = graph.callsInto[i];
      calls.push({ e, f: graph.caller[e] });
    }
  }
  const shown = calls.filter((call) => passes(graph, filter, call.f, call.e));
  shown.hidden = calls.length - shown.length;
  return shown;
}

/** @param direction 'callers' or 'callees' @param extra (call) => what to show at the end of a row, or
 *  null; if it has cost(e), the calls that cost most come first */
export function callTree(graph, f, direction, filter, extra = () => null) {
  const callees = direction === 'callees';
  const children = (node) => {
    const calls = neighbours(graph, node.f, direction, filter);
    return extra.cost ? calls.sort((a, b) => extra.cost(b.e) - extra.cost(a.e)) : calls;
  };
  const end = (call) => {
    const [site] = graph.sitesOf(call.e);
    return [extra(call), site && placeText(site)];
  };
  return new Tree({
    label: callees ? 'Callees' : 'Callers', root: { f }, children, end,
    empty: callees ? 'calls nothing' : 'nothing is known to call it',
    key: (call) => labelOf(graph, call.f), id: (call) => call.f,
    leaf: (call) => (callees ? graph.calleeCount(call.f) : graph.callerCount(call.f)) === 0,
    name: (call) => functionLink(graph, call.f, { tabindex: -1 }), marks: (call) => callBadges(graph, call.e),
    sites: (call) => graph.sitesOf(call.e), hasSiteLines: (call) => hasSiteLines(graph, call.e),
    siteLines: (call) => [...siteLines(graph, call.e), el('li', {}, `known from ${evidenceWords(graph.callEvidence(call.e)) || 'the graph'}`)],
  }, direction);
}
