// Parts of a view that unfold; those that are unfolded are in the address.
import { el } from './dom.js';
import { adjust, packed, readRoute, unpacked } from './router.js';

const PARAMETER = 'open';

const unfolded = () => new Set(unpacked(readRoute().params.get(PARAMETER)));

/** Note whether a part is unfolded, unless the view has gone meanwhile. */
function note(node, key) {
  const keys = unfolded();
  if (!node.isConnected || keys.has(key) === node.open) return;
  if (node.open) keys.add(key);
  else keys.delete(key);
  adjust({ [PARAMETER]: packed([...keys]) });
}

/** @param key of the part, of which the view has one @param content () => elements, made when needed */
export function unfolding(key, attributes, summary, content) {
  const node = el('details', { ...attributes, open: unfolded().has(key) }, el('summary', {}, summary));
  const make = () => node.childElementCount === 1 && node.append(content());
  if (node.open) make();
  node.addEventListener('toggle', () => {
    if (node.open) make();
    note(node, key);
  });
  return node;
}
