/*
 * Scans names from left to right with a table of operators and a depth of brackets, and writes or
 * compares the parts that matter for each form.
 */
#include "names/spelling.h"

#include "base/memory.h"
#include "strings/digits.h"

#include <stdlib.h>

static bool starts(const char *text, size_t length, size_t at, const char *word)
{
    size_t n = strlen(word);
    return length - at >= n && memcmp(text + at, word, n) == 0;
}

void spelling_tight(struct cg_text *out, const char *name, size_t length)
{
    size_t from = out->length;
    for (size_t at = 0; at < length; at++) {
        bool between = out->length > from && spelling_is_word(out->bytes[out->length - 1]) &&
                       at + 1 < length && spelling_is_word(name[at + 1]);
        cg_text_put(out, name + at, name[at] != ' ' || between);
    }
}

static const char *const unnamed[] = {"(anonymous namespace)", "{anonymous}", "_GLOBAL__N_1"};

/* Length of an unnamed namespace's name at `at`, or 0. */
static size_t unnamed_length(const char *text, size_t length, size_t at)
{
    for (size_t i = 0; i < sizeof unnamed / sizeof *unnamed; i++) {
        if (starts(text, length, at, unnamed[i])) {
            return strlen(unnamed[i]);
        }
    }
    return 0;
}

static bool is_operator(const char *text, size_t length, size_t at)
{
    return starts(text, length, at, "operator") && (!at || !spelling_is_word(text[at - 1])) &&
           (length - at == 8 || !spelling_is_word(text[at + 8]));
}

/* End of the conversion operator whose type begins at `at`: its parameters, or the end. */
static size_t skip_type(const char *text, size_t length, size_t at)
{
    size_t depth = 0;
    for (; at < length && (depth || text[at] != '('); at++) {
        depth += text[at] == '<' || text[at] == '(';
        depth -= depth && (text[at] == '>' || text[at] == ')');
    }
    return at;
}

/* End of the operator at `at`, its symbol or type included. */
static size_t skip_operator(const char *text, size_t length, size_t at)
{
    static const char *const symbols[] = {
        "<=>", "<<=", ">>=", "->*", "()", "[]", "<<", ">>", "<=", ">=", "==", "!=", "&&",
        "||",  "++",  "--",  "->",  "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<",
        ">",   "=",   "!",   "+",   "-",  "*",  "/",  "%",  "^",  "&",  "|",  "~",  ",",
    };
    at += 8;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        if (starts(text, length, at, symbols[i])) {
            return at + strlen(symbols[i]);
        }
    }
    return skip_type(text, length, at);
}

static bool opens(char c)
{
    return c == '(' || c == '<' || c == '[' || c == '{';
}

static bool closes(const char *text, size_t at)
{
    char c = text[at];
    return c == ')' || c == ']' || c == '}' || (c == '>' && (!at || text[at - 1] != '-'));
}

/* End of the bracketed group that begins at `at`. */
static size_t skip_group(const char *text, size_t length, size_t at)
{
    size_t depth = 0;
    while (at < length) {
        if (is_operator(text, length, at)) {
            at = skip_operator(text, length, at);
            continue;
        }
        depth += opens(text[at]);
        depth -= closes(text, at);
        at++;
        if (!depth) {
            break;
        }
    }
    return at;
}

/* End of what may follow the parameters of a member function. */
static size_t skip_qualifiers(const char *text, size_t length, size_t at)
{
    static const char *const words[] = {" const", " volatile", " &&", " &", " noexcept"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (starts(text, length, at, words[i])) {
            at += strlen(words[i]);
            i = (size_t)-1;
        }
    }
    return at;
}

static size_t cut(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (starts(text, length, i, " [with ") || starts(text, length, i, " [clone ")) {
            return i;
        }
    }
    return length;
}

struct spelling spelling_split(const char *text, size_t length)
{
    size_t end = cut(text, length), start = 0;
    struct spelling found = {0, end, end, end};
    bool parameters = false;
    for (size_t at = 0; at < end;) {
        if (is_operator(text, end, at)) {
            at = skip_operator(text, end, at);
        } else if (opens(text[at])) {
            size_t behind = skip_group(text, end, at);
            size_t next = skip_qualifiers(text, end, behind);
            bool encloses = starts(text, end, next, "::");
            if (text[at] == '(' && !encloses) {
                found = (struct spelling){start, at, behind, end};
                parameters = true;
            }
            at = encloses ? next : behind;
        } else {
            start = text[at] == ' ' ? at + 1 : start;
            at++;
        }
    }
    found.start = parameters ? found.start : start;
    while (found.start < found.name && strchr("*&", text[found.start])) {
        found.start++;
    }
    return found;
}

/* The text that replaces a group of a qualified name in the bare one. */
static const char *bare_group(const char *text, size_t length, size_t at, bool first)
{
    bool lambda = starts(text, length, at + 1, "lambda");
    if ((lambda && text[at] == '{') || (lambda && text[at] == '<' && first)) {
        return "{lambda}";
    }
    return unnamed_length(text, length, at) ? "{anonymous}" : "";
}

static bool ends_with(const struct cg_text *text, size_t from, const char *tail)
{
    size_t length = strlen(tail);
    return text->length - from >= length && text->bytes &&
           memcmp(text->bytes + text->length - length, tail, length) == 0;
}

/* clang's lambdas are classes $_0, $_1, ...; LLVM demangles them as 'lambda'(int), 'lambda0'(int)
 */
static size_t skip_lambda(const char *name, size_t length, size_t at)
{
    bool quoted = name[at] == '\'';
    at += quoted ? strlen("'lambda") : strlen("$_");
    at += cg_digits(name + at, length - at);
    at += quoted && at < length && name[at] == '\'';
    return quoted && at < length && name[at] == '(' ? skip_group(name, length, at) : at;
}

void spelling_bare(struct cg_text *out, const char *name, size_t length)
{
    size_t from = out->length;
    for (size_t at = 0; at < length;) {
        bool first = out->length == from || ends_with(out, from, "::");
        if (is_operator(name, length, at)) {
            size_t behind = skip_operator(name, length, at);
            cg_text_put(out, name + at, behind - at);
            at = behind;
        } else if (opens(name[at])) {
            cg_text_add(out, bare_group(name, length, at, first));
            at = skip_group(name, length, at);
            size_t next = skip_qualifiers(name, length, at);
            at = starts(name, length, next, "::") ? next : at;
        } else if (first &&
                   (starts(name, length, at, "$_") || starts(name, length, at, "'lambda"))) {
            cg_text_add(out, "{lambda}");
            at = skip_lambda(name, length, at);
        } else if (first && unnamed_length(name, length, at)) {
            cg_text_add(out, "{anonymous}");
            at += unnamed_length(name, length, at);
        } else {
            cg_text_put(out, name + at++, 1);
        }
    }
    if (ends_with(out, from, "{lambda}")) {
        cg_text_add(out, "::operator()");
    }
}

/* End of the lambda or unnamed class at `at`, or `at` if there is none. Compilers write
 * `{lambda(int)#1}`, `{unnamed type#1}`; `$_0`, `'lambda0'(int)`, `'unnamed0'`. */
static size_t skip_unnamed_class(const char *name, size_t length, size_t at)
{
    if (starts(name, length, at, "{lambda") || starts(name, length, at, "{unnamed")) {
        return skip_group(name, length, at);
    }
    bool word = at && spelling_is_word(name[at - 1]);
    if (!word && (starts(name, length, at, "$_") || starts(name, length, at, "'lambda"))) {
        return skip_lambda(name, length, at);
    }
    const char *end =
        starts(name, length, at, "'unnamed") ? memchr(name + at + 1, '\'', length - at - 1) : NULL;
    return end ? (size_t)(end - name) + 1 : at;
}

/* GCC has another name for the function behind a lambda's conversion to a pointer. */
static size_t put_invoker(struct cg_text *out, const char *name, size_t length, size_t at)
{
    static const char gcc[] = "::_FUN";
    size_t behind = at + sizeof gcc - 1;
    if (!starts(name, length, at, gcc) || (behind < length && spelling_is_word(name[behind]))) {
        return at;
    }
    cg_text_add(out, "::__invoke");
    return behind;
}

bool spelling_without_variable(struct cg_text *out, const char *name, size_t length)
{
    static const char opening[] = "::{lambda(";
    const char *scope = memmem(name, length, opening, sizeof opening - 1);
    size_t at = scope ? (size_t)(scope - name) : 0, variable = at;
    while (variable > 0 && spelling_is_word(name[variable - 1])) {
        variable--;
    }
    bool nested = variable > 1 && name[variable - 1] == ':';
    if (variable == at || (variable && !nested)) {
        return false; /* none, or a function, whose parameters precede */
    }
    size_t group = at + strlen("::"), params = group + strlen("{lambda");
    size_t behind = skip_group(name, length, group), end = skip_group(name, length, params);
    bool call = starts(name, length, behind, "::operator()(");
    if (!call && !starts(name, length, behind, "::_FUN(")) {
        return false;
    }
    size_t own = behind + strlen(call ? "::operator()" : "::_FUN");
    cg_text_put(out, name, variable);
    cg_text_put(out, name + group, behind - group);
    cg_text_add(out, call ? "::operator()" : "::__invoke");
    cg_text_put(out, name + params, end - params);
    own = skip_group(name, length, own);
    cg_text_put(out, name + own, length - own);
    return true;
}

unsigned spelling_alike(struct cg_text *out, const char *name, size_t length)
{
    unsigned changed = 0;
    for (size_t at = 0; at < length;) {
        size_t behind = skip_unnamed_class(name, length, at);
        if (behind > at) {
            cg_text_add(out, "{lambda}");
            at = put_invoker(out, name, length, behind);
            changed |= SPELLING_LAMBDAS;
        } else if (starts(name, length, at, "[abi:")) {
            at = skip_group(name, length, at);
            changed |= SPELLING_TAGS;
        } else {
            cg_text_put(out, name + at++, 1);
        }
    }
    return changed;
}

void spelling_lossy(struct cg_text *out, const char *name, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t skip = unnamed_length(name, length, at);
        if (skip) {
            cg_text_add(out, "{anonymous}");
        } else if (name[at] == '(') {
            return;
        } else if (starts(name, length, at, "[abi:")) {
            skip = skip_group(name, length, at) - at;
        } else {
            cg_text_put(out, name[at] == ';' ? ":" : name + at, !strchr("<>\"'", name[at]));
        }
        at += skip ? skip : 1;
    }
}

size_t spelling_last(const char *bare, size_t length)
{
    size_t last = 0;
    for (size_t at = 0; at < length && !is_operator(bare, length, at); at++) {
        last = starts(bare, length, at, "::") ? at + 2 : last;
    }
    const char *lambda = "{lambda}::";
    size_t before = last >= strlen(lambda) ? last - strlen(lambda) : 0;
    return last && starts(bare, last, before, lambda) ? before : last;
}

void spelling_unqualified(struct cg_text *out, const char *name, size_t length)
{
    static const char lambda[] = "{lambda}::";
    struct cg_text bare = {0};
    spelling_bare(&bare, name, length);
    size_t last = bare.length ? spelling_last(bare.bytes, bare.length) : 0;
    last += bare.length && starts(bare.bytes, bare.length, last, lambda) ? sizeof lambda - 1 : 0;
    cg_text_put(out, bare.length ? bare.bytes + last : "", bare.length - last);
    out->failed |= bare.failed;
    cg_text_free(&bare);
}

bool spelling_is_special(const char *name, size_t length)
{
    struct spelling parts = spelling_split(name, length);
    struct cg_text bare = {0};
    spelling_bare(&bare, name + parts.start, parts.name - parts.start);
    size_t last = bare.length ? spelling_last(bare.bytes, bare.length) : 0;
    size_t word = bare.length - last, scope = last >= 2 ? last - 2 : 0;
    bool special = !bare.failed && last && bare.bytes[last] == '~';
    if (!bare.failed && last && !special && scope >= word) {
        special = memcmp(bare.bytes + scope - word, bare.bytes + last, word) == 0 &&
                  (scope == word || bare.bytes[scope - word - 1] == ':');
    }
    cg_text_free(&bare);
    return special;
}

/* GCC's name of a type, and that of the ABI's demangler without spaces; longest first. `const` is
 * also placed differently. GCC keeps the names of typedefs; only the most common are listed. */
static const struct {
    const char *gcc;
    const char *abi;
} types[] = {
    {"long long unsigned int", "unsignedlonglong"},
    {"long unsigned int", "unsignedlong"},
    {"short unsigned int", "unsignedshort"},
    {"long long int", "longlong"},
    {"short int", "short"},
    {"long int", "long"},
    {"size_t", "unsignedlong"},
    {"uint64_t", "unsignedlong"},
    {"uint32_t", "unsignedint"},
    {"uint8_t", "unsignedchar"},
    {"int64_t", "long"},
    {"int32_t", "int"},
    {"string", "basic_string"},
    {"const", ""},
};
#define TYPES (sizeof types / sizeof *types)

static size_t find_type(const char *text, size_t length, size_t at)
{
    for (size_t i = 0; i < TYPES && (!at || !spelling_is_word(text[at - 1])); i++) {
        size_t end = at + strlen(types[i].gcc);
        if (starts(text, length, at, types[i].gcc) &&
            (end == length || !spelling_is_word(text[end]))) {
            return i;
        }
    }
    return TYPES;
}

/* GCC omits the namespaces that the function is in: remove the text before a "::". */
static void drop_scope(struct cg_text *out, size_t from)
{
    char last = out->length > from ? out->bytes[out->length - 1] : 0;
    char open = last == '}' ? '{' : last == ')' ? '(' : 0;
    while (out->length > from && (open ? out->bytes[out->length - 1] != open
                                       : spelling_is_word(out->bytes[out->length - 1]))) {
        out->length--;
    }
    out->length -= open && out->length > from;
}

/* Arguments that GCC omits, as they are nearly always the default. */
static size_t skip_default(const char *text, size_t length, size_t at)
{
    static const char *const names[] = {"allocator<", "char_traits<", "less<",
                                        "equal_to<",  "hash<",        "default_delete<"};
    at += at < length && text[at] == ' ';
    at += starts(text, length, at, "std::") ? 5 : 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (starts(text, length, at, names[i])) {
            return skip_group(text, length, at + strlen(names[i]) - 1);
        }
    }
    return 0;
}

static void add_types(struct cg_text *out, const char *text, size_t length, bool arguments)
{
    size_t from = out->length;
    for (size_t at = 0; at < length;) {
        size_t type = find_type(text, length, at);
        size_t behind = arguments && text[at] == ',' ? skip_default(text, length, at + 1) : 0;
        if (type < TYPES) {
            cg_text_add(out, types[type].abi);
            at += strlen(types[type].gcc);
        } else if (behind || (!arguments && text[at] == '<')) {
            at = behind ? behind : skip_group(text, length, at);
        } else if (starts(text, length, at, "::")) {
            drop_scope(out, from);
            at += 2;
        } else {
            cg_text_put(out, text + at, text[at] != ' ');
            at++;
        }
    }
}

void spelling_types(struct cg_text *out, const char *params, size_t length)
{
    add_types(out, params, length, false);
}

/* Instances of templates */

/* End of an element of a list that ends before a separator outside all brackets, or at the end. */
static size_t element_end(const char *text, size_t length, size_t at, char separator)
{
    while (at < length && text[at] != separator) {
        at = opens(text[at]) ? skip_group(text, length, at) : at + 1;
    }
    return at;
}

/* The types of a list, a line feed after each. */
static void add_list(struct cg_text *out, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t end = element_end(text, length, at, ',');
        size_t start = at + (text[at] == ' ');
        add_types(out, text + start, end - start, true);
        cg_text_put(out, "\n", 1);
        at = end + 1;
    }
}

/* The parameters of templates in GCC's form, innermost template first: `[with T = int; Args = {int,
 * char}; size_type = unsigned int]`; names of types come last.
 * @return whether some of the first of them, whole packs, add up to the length sought */
static bool add_bindings(struct cg_text *out, const char *text, size_t length, size_t sought)
{
    bool ends = false;
    for (size_t at = 0; at < length;) {
        size_t end = element_end(text, length, at, ';');
        const char *equals = memmem(text + at, end - at, " = ", 3);
        const char *value = equals ? equals + 3 : text + end;
        size_t left = (size_t)(text + end - value);
        bool pack = left >= 2 && *value == '{' && value[left - 1] == '}';
        add_list(out, value + pack, pack ? left - 2 : left);
        ends = ends || out->length == sought;
        at = end + 1;
    }
    return ends;
}

/* The template arguments of a demangled name, those of its last component first.
 * @return whether it has lists of them, perhaps empty ones */
static bool add_arguments(struct cg_text *out, const char *name, size_t length)
{
    size_t *groups = NULL, capacity = 0, count = 0; /* their starts */
    for (size_t at = 0; at < length && !out->failed;) {
        if (is_operator(name, length, at)) {
            at = skip_operator(name, length, at);
            continue;
        }
        if (name[at] == '<') {
            out->failed = !cg_grow(&groups, &capacity, count + 1, sizeof *groups);
        }
        if (name[at] == '<' && !out->failed) {
            groups[count++] = at;
        }
        at = opens(name[at]) ? skip_group(name, length, at) : at + 1;
    }
    bool any = count > 0;
    for (; count > 0 && !out->failed; count--) {
        size_t start = groups[count - 1] + 1, end = skip_group(name, length, start - 1);
        add_list(out, name + start, end > start ? end - start - 1 : 0);
    }
    free(groups);
    return any;
}

int spelling_same_instance(const char *readable, const char *demangled)
{
    static const char with[] = " [with ";
    struct cg_text wanted = {0}, have = {0};
    size_t length = strlen(readable), start = cut(readable, length) + sizeof with - 1;
    struct spelling parts = spelling_split(demangled, strlen(demangled));
    bool any = add_arguments(&have, demangled + parts.start, parts.name - parts.start);
    bool ends =
        start < length && add_bindings(&wanted, readable + start,
                                       length - start - (readable[length - 1] == ']'), have.length);
    bool same =
        !any || (ends && (!have.length || memcmp(have.bytes, wanted.bytes, have.length) == 0));
    bool failed = wanted.failed || have.failed;
    cg_text_free(&wanted);
    cg_text_free(&have);
    return failed ? -1 : same;
}

static void add_all_types(struct cg_text *out, const char *demangled)
{
    struct spelling parts = spelling_split(demangled, strlen(demangled));
    add_arguments(out, demangled + parts.start, parts.name - parts.start);
    add_types(out, demangled + parts.name, parts.params - parts.name, true);
}

int spelling_same_types(const char *a, const char *b)
{
    struct cg_text in_a = {0}, in_b = {0};
    add_all_types(&in_a, a);
    add_all_types(&in_b, b);
    bool same = in_a.length == in_b.length &&
                (!in_a.length || memcmp(in_a.bytes, in_b.bytes, in_a.length) == 0);
    bool failed = in_a.failed || in_b.failed;
    cg_text_free(&in_a);
    cg_text_free(&in_b);
    return failed ? -1 : same;
}
