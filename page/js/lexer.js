// Words, comments, texts and numbers of C and C++, line by line.

const WORDS = new Set(('alignas alignof auto bool break case catch char class const constexpr continue decltype default delete do double else enum '
  + 'explicit extern false float for friend goto if inline int long mutable namespace new noexcept nullptr operator override private protected '
  + 'public register restrict return short signed sizeof static static_assert struct switch template this throw true try typedef typename union '
  + 'unsigned using virtual void volatile while _Bool').split(' '));

const TOKEN = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|^[ \t]*#[ \t]*\w+|[A-Za-z_]\w*|\d[\w.]*|\s+|[^\w\s"'/]+|\//gm;

function kindOf(token) {
  if (token.startsWith('//') || token.startsWith('/*')) return 'comment';
  if (token[0] === '"' || token[0] === "'") return 'text';
  if (/^[ \t]*#/.test(token)) return 'directive';
  if (WORDS.has(token)) return 'word';
  return /^\d/.test(token) ? 'numeral' : '';
}

/** Lines of some text: arrays of [kind, text]. */
export function lexed(text) {
  const lines = [[]];
  for (const [token] of text.matchAll(TOKEN)) {
    const kind = kindOf(token);
    token.split('\n').forEach((part, i) => {
      if (i) lines.push([]);
      if (part) lines.at(-1).push([kind, part]);
    });
  }
  return lines;
}
