// The folders and files of a graph, as a tree. Functions without a file are in "(no file)".

class Folder {
  constructor(name, path, parent) {
    Object.assign(this, { name, path, parent, children: new Map(), functions: [] });
  }

  child(name) {
    if (!this.children.has(name)) this.children.set(name, new Folder(name, this.path ? `${this.path}/${name}` : name, this));
    return this.children.get(name);
  }

  get isFile() {
    return this.children.size === 0;
  }

  /** The sum over all functions in it. @param sums receives those of all folders within, if given */
  sum(of, sums) {
    let total = 0;
    for (const child of this.children.values()) total += child.sum(of, sums);
    for (const f of this.functions) total += of(f) || 0;
    if (sums) sums.set(this, total);
    return total;
  }
}

/** Chains of folders with one child each become one. */
function shorten(folder) {
  for (const [name, child] of folder.children) {
    let only = child;
    while (only.children.size === 1 && only.functions.length === 0) {
      const [next] = only.children.values();
      next.name = `${only.name}/${next.name}`;
      next.parent = folder;
      only = next;
    }
    folder.children.set(name, only);
    shorten(only);
  }
}

/** What searching needs of a path: small letters, and where its name begins. */
function pathOf(folder) {
  const small = folder.path.toLowerCase();
  return { folder, small, name: small.lastIndexOf('/') + 1 };
}

/** Work: {root, start: where to begin, of: by function its folder, byPath, paths: for searching}. */
export function* folders(graph) {
  const root = new Folder('', '', null);
  const ofFile = new Map();
  const of = [];
  for (let f = 0; f < graph.n; f++) {
    const number = graph.fileNumber(f);
    if (!ofFile.has(number)) {
      const path = graph.text(number) || '(no file)';
      const parts = path.split('/').filter(Boolean);
      ofFile.set(number, (parts.length ? parts : [path]).reduce((folder, part) => folder.child(part), root));
    }
    of.push(ofFile.get(number));
    of[f].functions.push(f);
    if (f % 65536 === 65535) yield;
  }
  shorten(root);
  let top = root;
  while (top.children.size === 1 && top.functions.length === 0) [top] = top.children.values();
  top.parent = null;
  const byPath = new Map();
  const note = (folder) => {
    byPath.set(folder.path, folder);
    folder.children.forEach(note);
  };
  note(top);
  return { root: top, start: startOf(graph, top), of, byPath, paths: Array.from(byPath.values(), pathOf) };
}

/** Where nearly all code with a body is. */
function startOf(graph, root) {
  const sums = new Map();
  root.sum((f) => (graph.hasBody(f) ? 1 : 0), sums);
  let start = root;
  for (;;) {
    const inner = [...start.children.values()].find((child) => !child.isFile && sums.get(child) >= 0.9 * sums.get(root));
    if (!inner) return start;
    start = inner;
  }
}

/** The child of a folder that a file is in; the folder itself for its own functions. */
export function childIn(folder, leaf) {
  let at = leaf;
  while (at && at.parent !== folder && at !== folder) at = at.parent;
  return at;
}
