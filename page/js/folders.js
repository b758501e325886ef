// The folders and files of a graph, as a tree. Functions without a file are in "(no file)".

const STEPS = 16384; // functions between two pauses
const FILES = 2048; // files between two pauses

class Folder {
  constructor(name, path, parent) {
    Object.assign(this, { name, path, parent, children: new Map(), functions: new Uint32Array(0), number: -1, count: 0 });
  }

  child(name) {
    if (!this.children.has(name)) this.children.set(name, new Folder(name, this.path ? `${this.path}/${name}` : name, this));
    return this.children.get(name);
  }

  get isFile() {
    return this.children.size === 0;
  }
}

/** Chains of folders with one child each become one. */
function shorten(folder) {
  for (const [name, child] of folder.children) {
    let only = child;
    while (only.children.size === 1 && only.count === 0) {
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

/** Work: the folder of each file: by number of its text. */
function* foldersOfFiles(graph, root) {
  const ofFile = new Map();
  for (let f = 0; f < graph.n; f++) {
    const file = graph.fileNumber(f);
    if (!ofFile.has(file)) {
      const path = graph.text(file) || '(no file)';
      const parts = path.split('/').filter(Boolean);
      ofFile.set(file, (parts.length ? parts : [path]).reduce((folder, part) => folder.child(part), root));
      if (ofFile.size % FILES === 0) yield;
    }
    ofFile.get(file).count++;
    if (f % STEPS === STEPS - 1) yield;
  }
  return ofFile;
}

/** Number folders; outer ones come before those within. */
function numbered(top) {
  const all = [];
  const note = (folder) => {
    folder.number = all.length;
    all.push(folder);
    folder.children.forEach(note);
  };
  note(top);
  return all;
}

/** Work: the number of each function's folder; folders have their functions afterwards. */
function* assign(graph, ofFile, all) {
  const at = new Uint32Array(all.length + 1);
  all.forEach((folder, i) => { at[i + 1] = at[i] + folder.count; });
  const functions = new Uint32Array(graph.n);
  all.forEach((folder, i) => { folder.functions = functions.subarray(at[i], at[i + 1]); });
  const of = new Uint32Array(graph.n);
  for (let f = 0; f < graph.n; f++) {
    of[f] = ofFile.get(graph.fileNumber(f)).number;
    functions[at[of[f]]++] = f;
    if (f % STEPS === STEPS - 1) yield;
  }
  return of;
}

/** Work: {root, start: where to begin, all: folders by number, of: by function the number of its folder,
 *  byPath, paths: for searching}. */
export function* folders(graph) {
  const root = new Folder('', '', null);
  const ofFile = yield* foldersOfFiles(graph, root);
  shorten(root);
  yield;
  let top = root;
  while (top.children.size === 1 && top.count === 0) [top] = top.children.values();
  top.parent = null;
  const all = numbered(top);
  yield;
  const tree = { root: top, all, of: yield* assign(graph, ofFile, all), byPath: new Map(), paths: [] };
  for (const folder of all) {
    tree.byPath.set(folder.path, folder);
    tree.paths.push(pathOf(folder));
    if (folder.number % FILES === FILES - 1) yield;
  }
  tree.start = startOf(top, yield* sumsOf(tree, (f) => (graph.hasBody(f) ? 1 : 0)));
  return tree;
}

/** Work: the sum of a number over the functions in each folder, those within included: by its number. */
export function* sumsOf({ all, of }, value) {
  const sums = new Float64Array(all.length);
  for (let f = 0; f < of.length; f++) {
    sums[of[f]] += value(f) || 0;
    if (f % STEPS === STEPS - 1) yield;
  }
  for (let i = all.length - 1; i > 0; i--) sums[all[i].parent.number] += sums[i];
  return sums;
}

/** Where nearly all code with a body is. */
function startOf(root, sums) {
  let start = root;
  for (;;) {
    const inner = [...start.children.values()].find((child) => !child.isFile && sums[child.number] >= 0.9 * sums[root.number]);
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
