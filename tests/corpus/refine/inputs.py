"""Inputs for the programs that refine.py measures: inputs.py KIND SIZE, to standard output."""
import random
import sys

WORDS = ("call graph edge node path caller callee probe visit cycle entry leaf link unit type "
         "class field table order state reader writer buffer pointer").split()


def text(size):
    pick = random.Random(1)
    while size > 0:
        line = " ".join(pick.choice(WORDS) + pick.choice(("", "s", "ed", "ing"))
                        for _ in range(10)) + "\n"
        sys.stdout.write(line)
        size -= len(line)


def json(size):
    pick = random.Random(1)
    print("[")
    for i in range(size):
        print(f'{{"id": {i}, "name": "{pick.choice(WORDS)}", "value": {pick.random()}, '
              f'"tags": ["{pick.choice(WORDS)}", null, true, {{"deep": [[{i}], "a\\u00e4\\n"]}}]}},')
    print("0]")


def xml(size):
    pick = random.Random(1)
    print("<all>")
    for i in range(size):
        print(f'<item id="{i}" name="{pick.choice(WORDS)}"><a>{pick.random()}</a><!-- {i} -->'
              f'<b><c d="&lt;"/></b></item>')
    print("</all>")


def dictionary(size):
    pick = random.Random(1)
    words = sorted({pick.choice(WORDS) + pick.choice(WORDS) + chr(97 + i % 26) for i in range(size)})
    print(len(words))
    for word in words:
        print(f"{word}/AB")


def misspelt(size):
    pick = random.Random(2)
    for i in range(size):
        word = pick.choice(WORDS) + pick.choice(WORDS) + chr(97 + i % 26)
        at = pick.randrange(len(word))
        print(word[:at] + word[at + 1:] + pick.choice(("", "ed", "s")))


def lua(size):
    print("local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end\n"
          f"print(fib(21)) local n, t = {size}, {{}}\n"
          "for i = 1, n do t[i] = {k = 'k' .. i, v = i} end\n"
          "table.sort(t, function(a, b) return a.k < b.k end)\n"
          "local words = {} for i = 1, n do local w = t[i].k:gsub('1', 'x')\n"
          "words[w] = (words[w] or 0) + 1 end\n"
          "local sum = 0 for w, c in pairs(words) do sum = sum + c * #w end print(sum)")


def javascript(size):
    print("function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } print(fib(19));\n"
          f"var t = [], n = {size}, i, s = '';\n"
          "for (i = 0; i < n; ++i) t.push({k: 'k' + i, v: i});\n"
          "t.sort(function (a, b) { return a.k < b.k ? -1 : 1; });\n"
          "for (i = 0; i < n; ++i) s += t[i].k.replace(/1/g, 'x');\n"
          "print(s.length, JSON.stringify(t).length);")


if __name__ == "__main__":
    globals()[sys.argv[1]](int(sys.argv[2]))
