// The rules that the page was made with, and the chains of calls that break them.

/** In the order of enum state, cgquery/verbs/export/page_rules.c. */
export const STATES = ['holds', 'unknown', 'broken', 'has no functions'];
export const BROKEN = 2;

export class Rules {
  constructor(graph) {
    const column = (name) => graph.columns.get(name);
    this.graph = graph;
    this.all = Array.from(column('ruleName'), (name, i) => ({
      name: graph.text(name), text: graph.text(column('ruleText')[i]), message: graph.text(column('ruleMessage')[i]),
      state: column('ruleState')[i], chains: [],
    }));
    this.broken = new Map();
    let at = 0;
    column('chainRule').forEach((rule, i) => {
      const end = at + column('chainLength')[i];
      this.add(this.all[rule], Array.from({ length: end - at }, (_, k) => ({
        f: column('chainFunction')[at + k] - 1, name: graph.text(column('chainName')[at + k]),
      })));
      at = end;
    });
  }

  /** @param functions of a chain: {f, or -1 if the page does not have it; name} */
  add(rule, functions) {
    rule.chains.push(functions);
    const e = this.graph.callBetween(functions[0].f, functions[1].f);
    if (e >= 0 && !this.broken.has(e)) this.broken.set(e, rule);
  }

  /** The first rule that a call breaks, if any. */
  brokenBy(e) {
    return this.broken.get(e);
  }
}
