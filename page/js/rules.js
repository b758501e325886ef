// The rules that the page was made with, and the chains of calls that break them.

/** In the order of enum state, cgquery/verbs/export/page/page_rules.c. */
export const STATES = ['holds', 'unknown', 'broken', 'has no functions', 'accepted'];
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
      const functions = Array.from({ length: end - at }, (_, k) => ({
        f: column('chainFunction')[at + k] - 1, name: graph.text(column('chainName')[at + k]),
      }));
      this.add(this.all[rule], { functions, accepted: column('chainAccepted')[i] === 1 });
      at = end;
    });
  }

  /** @param chain {functions: [{f, or -1 if the page does not have it; name}], accepted: whether the
   *  baseline has it} */
  add(rule, chain) {
    rule.chains.push(chain);
    const e = this.graph.callBetween(chain.functions[0].f, chain.functions[1].f);
    const old = this.broken.get(e);
    if (e >= 0 && (!old || (old.accepted && !chain.accepted))) this.broken.set(e, { rule, accepted: chain.accepted });
  }

  /** The first rule that a call breaks, if any: {rule, accepted}. */
  brokenBy(e) {
    return this.broken.get(e);
  }

  /** Whether a call breaks a rule, and the baseline does not have it. */
  isBroken(e) {
    const by = this.broken.get(e);
    return by !== undefined && !by.accepted;
  }
}
