// Lists show the functions that one use of a macro makes in one row, unless they are unfolded.

/** Rows {f, ...} of a list: the first of each use has `use` and `others`, which are left out. */
export function folded(graph, rows) {
  const firsts = new Map();
  const kept = [];
  for (const row of rows) {
    const use = graph.madeBy(row.f);
    const first = use && firsts.get(use);
    if (first) first.others.push(row);
    else kept.push(use ? { ...row, use, others: [] } : row);
    if (use && !first) firsts.set(use, kept.at(-1));
  }
  return kept;
}
