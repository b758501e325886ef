// Words, comments, texts and numbers of C and C++, line by line.

const WORDS = new Set(('alignas alignof auto bool break case catch char class const constexpr continue decltype default delete do double else enum '
  + 'explicit extern false float for friend goto if inline int long mutable namespace new noexcept nullptr operator override private protected '
  + 'public register restrict return short signed sizeof static static_assert struct switch template this throw true try typedef typename union '
  + 'unsigned using virtual void volatile while _Bool').split(' '));

const TOKEN = /\/\/.*|\/\*[\s\S]*?(?:\*\/|(?![\s\S]))|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|^[ \t]*#[ \t]*\w+|[A-Za-z_]\w*|\d[\w.]*|\s+|[^\w\s"'/]+|\//gm;

function kindOf(token) {
  if (token.startsWith('//') || token.startsWith('/*')) return 'comment';
  if (token[0] === '"' || token[0] === "'") return 'text';
  if (/^[ \t]*#/.test(token)) return 'directive';
  if (WORDS.has(token)) return 'word';
  return /^\d/.test(token) ? 'numeral' : '';
}

/** Where the comment ends that a part of a file begins in, as far as its head shows; 0 if in none. */
function endOfComment(text) {
  const end = text.indexOf('*/');
  const next = text.indexOf('/*');
  return end >= 0 && (next < 0 || end < next) ? end + 2 : 0;
}

/** Lines of a part of a file: arrays of [kind, text]. @param head how many of the first lines may belong to
 *  a comment that began before them */
export function lexed(text, head) {
  const lines = [[]];
  const add = (kind, token) => token.split('\n').forEach((part, i) => {
    if (i) lines.push([]);
    if (part) lines.at(-1).push([kind, part]);
  });
  const begin = endOfComment(text.split('\n', head).join('\n'));
  add('comment', text.slice(0, begin));
  for (const [token] of text.slice(begin).matchAll(TOKEN)) add(kindOf(token), token);
  return lines;
}
