// Rectangles within rectangles: each folder, file and function as large as its number. After
// M. Bruls, K. Huizing, J. van Wijk, "Squarified treemaps", 2000.

const LEAST = 5; // pixels of a side that is still divided
const MOST = 3000; // parts of a folder that are shown; the others are too small to see
const SEEN = 1.5; // square pixels
const HEAD = 15; // pixels for the name of a folder

/** Lay out items of {size} in a rectangle; sets x, y, w, h. */
export function squarify(items, x, y, w, h) {
  const total = items.reduce((sum, item) => sum + item.size, 0);
  const queue = items.filter((item) => item.size > 0).sort((a, b) => b.size - a.size);
  const box = { x, y, w, h };
  const scale = (w * h) / total;
  for (let i = 0; i < queue.length; ) {
    const side = Math.min(box.w, box.h);
    let row = 0;
    let end = i;
    let worst = Infinity;
    for (; end < queue.length; end++) {
      const sum = row + queue[end].size * scale;
      const largest = queue[i].size * scale;
      const least = queue[end].size * scale;
      const next = Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * least));
      if (next > worst) break;
      worst = next;
      row = sum;
    }
    placeRow(queue.slice(i, end), row, box, scale);
    i = end;
  }
  return queue;
}

function placeRow(row, sum, box, scale) {
  const wide = box.w >= box.h;
  const side = wide ? box.h : box.w;
  const depth = side ? sum / side : 0;
  let at = 0;
  for (const item of row) {
    const length = depth ? (item.size * scale) / depth : 0;
    Object.assign(item, wide ? { x: box.x, y: box.y + at, w: depth, h: length } : { x: box.x + at, y: box.y, w: length, h: depth });
    at += length;
  }
  if (wide) {
    box.x += depth;
    box.w -= depth;
  } else {
    box.y += depth;
    box.h -= depth;
  }
}

/** Parts of a folder: {folder | f, size}. @param sizes {folders: by number, of(f)} */
function partsOf(folder, sizes) {
  const parts = [...folder.children.values()].map((child) => ({ folder: child, size: sizes.folders[child.number] }));
  const functions = Array.from(folder.functions, (f) => ({ f, size: sizes.of(f) }));
  if (functions.length <= MOST) return parts.concat(functions);
  functions.sort((a, b) => b.size - a.size);
  const rest = functions.splice(MOST).reduce((sum, item) => sum + item.size, 0);
  return parts.concat(functions, { size: rest });
}

/** Work: all rectangles that are large enough to see, outer ones first. */
export function* layOut(folder, sizes, width, height) {
  const shown = [];
  const queue = [{ folder, x: 0, y: 0, w: width, h: height, depth: 0 }];
  for (let i = 0; i < queue.length; i++) {
    const { folder: outer, x, y, w, h, depth } = queue[i];
    for (const part of squarify(partsOf(outer, sizes), x, y, w, h)) {
      if (part.w * part.h < SEEN) continue;
      part.depth = depth;
      shown.push(part);
      const head = part.h > 2 * HEAD && part.w > 40 ? HEAD : 1;
      part.named = !part.folder || head === HEAD;
      const divided = part.folder && Math.min(part.w, part.h) >= LEAST && part.h > head + 3;
      if (divided) queue.push({ folder: part.folder, x: part.x + 1, y: part.y + head, w: part.w - 2, h: part.h - head - 1, depth: depth + 1 });
    }
    yield;
  }
  return shown;
}
