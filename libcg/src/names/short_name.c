/* Short forms of demangled names. The name is copied from left to right with the brackets that are
 * open on a stack; when template arguments end, all within them is short already. */
#include <libcg/names.h>

#include "base/compare.h"
#include "base/error.h"
#include "base/memory.h"
#include "names/spelling.h"
#include "strings/text.h"

#include <stdlib.h>

/* Class templates of the standard library, `required` arguments and the defaults of the others: $0
 * is the first argument. */
static const struct template
{
    const char *name;
    unsigned required;
    const char *defaults[3];
}
templates[] = {
    {"basic_filebuf", 1, {"std::char_traits<$0>"}},
    {"basic_fstream", 1, {"std::char_traits<$0>"}},
    {"basic_ifstream", 1, {"std::char_traits<$0>"}},
    {"basic_ios", 1, {"std::char_traits<$0>"}},
    {"basic_iostream", 1, {"std::char_traits<$0>"}},
    {"basic_istream", 1, {"std::char_traits<$0>"}},
    {"basic_istringstream", 1, {"std::char_traits<$0>", "std::allocator<$0>"}},
    {"basic_ofstream", 1, {"std::char_traits<$0>"}},
    {"basic_ostream", 1, {"std::char_traits<$0>"}},
    {"basic_ostringstream", 1, {"std::char_traits<$0>", "std::allocator<$0>"}},
    {"basic_regex", 1, {"std::regex_traits<$0>"}},
    {"basic_streambuf", 1, {"std::char_traits<$0>"}},
    {"basic_string", 1, {"std::char_traits<$0>", "std::allocator<$0>"}},
    {"basic_string_view", 1, {"std::char_traits<$0>"}},
    {"basic_stringbuf", 1, {"std::char_traits<$0>", "std::allocator<$0>"}},
    {"basic_stringstream", 1, {"std::char_traits<$0>", "std::allocator<$0>"}},
    {"deque", 1, {"std::allocator<$0>"}},
    {"forward_list", 1, {"std::allocator<$0>"}},
    {"istreambuf_iterator", 1, {"std::char_traits<$0>"}},
    {"list", 1, {"std::allocator<$0>"}},
    {"map", 2, {"std::less<$0>", "std::allocator<std::pair<$0 const, $1>>"}},
    {"match_results", 1, {"std::allocator<std::sub_match<$0>>"}},
    {"multimap", 2, {"std::less<$0>", "std::allocator<std::pair<$0 const, $1>>"}},
    {"multiset", 1, {"std::less<$0>", "std::allocator<$0>"}},
    {"ostreambuf_iterator", 1, {"std::char_traits<$0>"}},
    {"priority_queue", 1, {"std::vector<$0>", "std::less<$0>"}},
    {"queue", 1, {"std::deque<$0>"}},
    {"set", 1, {"std::less<$0>", "std::allocator<$0>"}},
    {"stack", 1, {"std::deque<$0>"}},
    {"unique_ptr", 1, {"std::default_delete<$0>"}},
    {"unordered_map",
     2,
     {"std::hash<$0>", "std::equal_to<$0>", "std::allocator<std::pair<$0 const, $1>>"}},
    {"unordered_multimap",
     2,
     {"std::hash<$0>", "std::equal_to<$0>", "std::allocator<std::pair<$0 const, $1>>"}},
    {"unordered_multiset", 1, {"std::hash<$0>", "std::equal_to<$0>", "std::allocator<$0>"}},
    {"unordered_set", 1, {"std::hash<$0>", "std::equal_to<$0>", "std::allocator<$0>"}},
    {"vector", 1, {"std::allocator<$0>"}},
};

/* What an instance is called: the first letters by the type of its characters, then this. */
static const struct alias {
    const char *name;
    const char *alias;
    bool any; /* also of char8_t, char16_t, char32_t */
} aliases[] = {
    {"basic_filebuf", "filebuf", false},
    {"basic_fstream", "fstream", false},
    {"basic_ifstream", "ifstream", false},
    {"basic_ios", "ios", false},
    {"basic_iostream", "iostream", false},
    {"basic_istream", "istream", false},
    {"basic_istringstream", "istringstream", false},
    {"basic_ofstream", "ofstream", false},
    {"basic_ostream", "ostream", false},
    {"basic_ostringstream", "ostringstream", false},
    {"basic_regex", "regex", false},
    {"basic_streambuf", "streambuf", false},
    {"basic_string", "string", true},
    {"basic_string_view", "string_view", true},
    {"basic_stringbuf", "stringbuf", false},
    {"basic_stringstream", "stringstream", false},
};

static const struct character {
    const char *type;
    const char *prefix;
    bool common; /* of all aliases */
} characters[] = {
    {"char", "", true},         {"wchar_t", "w", true},     {"char8_t", "u8", false},
    {"char16_t", "u16", false}, {"char32_t", "u32", false},
};

static const char *const inline_namespaces[] = {"__cxx11::", "__1::", "__ndk1::", "_V2::"};

/* An open bracket; of template arguments with where each begins in the output. */
struct open {
    char bracket;
    size_t at;    /* in the output, of the bracket */
    size_t first; /* of its entries among the starts */
};

struct shortener {
    const char *text; /* what is left to read */
    struct cg_text out;
    struct cg_text scratch;
    struct open *stack;
    size_t depth;
    size_t capacity;
    size_t *starts; /* of template arguments of all that is open */
    size_t start_count;
    size_t start_capacity;
    size_t operator_end; /* in the output, behind the signs of the last operator */
    bool matched;        /* brackets do so far */
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static char last(const struct shortener *s)
{
    return s->out.length ? s->out.bytes[s->out.length - 1] : '\0';
}

static void copy_text(struct shortener *s, size_t length)
{
    cg_text_put(&s->out, s->text, length);
    s->text += length;
}

/* Where the qualified name begins that ends here, if it is one of std; else NULL. */
static const char *name_in_std(const struct shortener *s, size_t end)
{
    size_t at = end;
    while (at && (spelling_is_word(s->out.bytes[at - 1]) || s->out.bytes[at - 1] == ':')) {
        at--;
    }
    return end - at >= 5 && memcmp(s->out.bytes + at, "std::", 5) == 0 ? s->out.bytes + at : NULL;
}

/* Operators are copied with their signs, which are no brackets. */
static bool take_operator(struct shortener *s)
{
    static const char *const signs[] = {
        "<=>", "<<=", ">>=", "->*", "()", "[]", "<<", ">>", "<=", ">=", "==", "!=", "&&",
        "||",  "++",  "--",  "->",  "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<",
        ">",   "=",   "!",   "+",   "-",  "*",  "/",  "%",  "^",  "&",  "|",  "~",  ",",
    };
    if (!text_begins(s->text, "operator") || spelling_is_word(s->text[8]) ||
        spelling_is_word(last(s))) {
        return false;
    }
    copy_text(s, 8);
    for (size_t i = 0; i < COUNT(signs); i++) {
        if (text_begins(s->text, signs[i])) {
            copy_text(s, strlen(signs[i]));
            s->operator_end = s->out.length;
            break;
        }
    }
    return true;
}

static bool skip_tag(struct shortener *s)
{
    const char *end = text_begins(s->text, "[abi:") ? strchr(s->text, ']') : NULL;
    s->text = end ? end + 1 : s->text;
    return end;
}

static bool skip_inline_namespace(struct shortener *s)
{
    for (size_t i = 0; i < COUNT(inline_namespaces); i++) {
        if (last(s) == ':' && text_begins(s->text, inline_namespaces[i]) &&
            name_in_std(s, s->out.length)) {
            s->text += strlen(inline_namespaces[i]);
            return true;
        }
    }
    return false;
}

/* Template arguments */

static bool opens_arguments(const struct shortener *s)
{
    char before = last(s);
    size_t end = s->out.length - (before == ' '); /* which follows operator<, operator<< */
    return spelling_is_word(before) || (before && strchr("}'", before)) ||
           (s->operator_end && s->operator_end == end);
}

static void push_start(struct shortener *s)
{
    if (!cg_grow(&s->starts, &s->start_capacity, s->start_count + 1, sizeof *s->starts)) {
        s->out.failed = true;
        return;
    }
    s->starts[s->start_count++] = s->out.length;
}

static void open_bracket(struct shortener *s, char bracket)
{
    const struct open open = {bracket, s->out.length, s->start_count};
    if (!cg_grow(&s->stack, &s->capacity, s->depth + 1, sizeof *s->stack)) {
        s->out.failed = true;
        return;
    }
    s->stack[s->depth++] = open;
    copy_text(s, 1);
    if (bracket == '<') {
        push_start(s);
    }
}

static bool is_open(const struct shortener *s, char bracket)
{
    return s->depth && s->stack[s->depth - 1].bracket == bracket;
}

/* The text of a template argument that is whole. */
static struct cg_value argument(const struct shortener *s, const struct open *open, size_t i)
{
    size_t from = s->starts[open->first + i];
    bool is_last = open->first + i + 1 == s->start_count;
    size_t end = is_last ? s->out.length : s->starts[open->first + i + 1] - strlen(", ");
    return (struct cg_value){s->out.bytes + from, end - from};
}

static bool is_default(struct shortener *s, const struct open *open, const char *pattern, size_t i)
{
    struct cg_value have = argument(s, open, i);
    cg_text_clear(&s->scratch);
    for (const char *c = pattern; *c; c++) {
        if (*c == '$') {
            struct cg_value value = argument(s, open, (size_t)(*++c - '0'));
            cg_text_put(&s->scratch, value.text, value.length);
        } else {
            cg_text_put(&s->scratch, c, 1);
        }
    }
    return have.length == s->scratch.length && !s->scratch.failed &&
           memcmp(have.text, s->scratch.bytes, have.length) == 0;
}

static void drop_defaults(struct shortener *s, const struct open *open, const char *name,
                          size_t length)
{
    const struct template *template = NULL;
    for (size_t i = 0; i < COUNT(templates) && !template; i++) {
        template = text_is(name, length, templates[i].name) ? &templates[i] : NULL;
    }
    size_t count = s->start_count - open->first;
    for (; template && count > template->required && count <= template->required + 3; count--) {
        const char *pattern = template->defaults[count - 1 - template->required];
        if (!pattern || !is_default(s, open, pattern, count - 1)) {
            break;
        }
        s->out.length = s->starts[open->first + count - 1] - strlen(", ");
        s->start_count--;
    }
}

/* "std::basic_string<char" -> "std::string"; the closing bracket is gone then, too. */
static bool put_alias(struct shortener *s, const struct open *open, const char *name, size_t length)
{
    struct cg_value type = argument(s, open, 0);
    for (size_t i = 0; i < COUNT(aliases) && s->start_count == open->first + 1; i++) {
        for (size_t k = 0; k < COUNT(characters); k++) {
            if (text_is(name, length, aliases[i].name) &&
                text_is(type.text, type.length, characters[k].type) &&
                (characters[k].common || aliases[i].any)) {
                s->out.length = (size_t)(name - s->out.bytes);
                cg_text_add(&s->out, characters[k].prefix);
                cg_text_add(&s->out, aliases[i].alias);
                return true;
            }
        }
    }
    return false;
}

static void close_arguments(struct shortener *s)
{
    const struct open open = s->stack[--s->depth];
    s->out.length -= last(s) == ' '; /* as it stands between two closing brackets */
    const char *name = name_in_std(s, open.at);
    bool alias = false;
    if (name && !s->out.failed) {
        name += strlen("std::");
        size_t length = (size_t)(s->out.bytes + open.at - name);
        drop_defaults(s, &open, name, length);
        alias = put_alias(s, &open, name, length);
    }
    s->start_count = open.first;
    s->text++;
    if (!alias) {
        cg_text_put(&s->out, ">", 1);
    }
}

/* The whole */

static void take_bracket(struct shortener *s)
{
    static const char opening[] = "([{", closing[] = ")]}";
    char c = *s->text;
    const char *closes = strchr(closing, c);
    if (strchr(opening, c)) {
        open_bracket(s, c);
    } else if (closes) {
        s->matched = is_open(s, opening[closes - closing]);
        s->depth -= s->matched;
        copy_text(s, 1);
    } else if (c == '<' && opens_arguments(s)) {
        open_bracket(s, c);
    } else if (c == '>' && is_open(s, '<') && last(s) != '-') {
        close_arguments(s);
    } else {
        copy_text(s, 1);
    }
}

static void take_part(struct shortener *s)
{
    if (take_operator(s) || skip_tag(s) || skip_inline_namespace(s)) {
        return;
    }
    if (strchr("<>()[]{}", *s->text)) {
        take_bracket(s);
    } else if (is_open(s, '<') && text_begins(s->text, ", ")) {
        copy_text(s, strlen(", "));
        push_start(s);
    } else {
        copy_text(s, 1);
    }
}

static bool may_be_shorter(const char *name)
{
    return strstr(name, "std::") || strstr(name, "> >") || strstr(name, "[abi:");
}

int cg_name_shorten(char **out, const char *demangled, struct cg_error *error)
{
    struct shortener s = {.text = demangled, .matched = true};
    bool shorten = may_be_shorter(demangled);
    while (shorten && s.matched && *s.text && !s.out.failed) {
        take_part(&s);
    }
    bool whole = !shorten || !s.matched || s.depth;
    *out = s.out.failed ? NULL
           : whole      ? strdup(demangled)
                        : strndup(s.out.length ? s.out.bytes : "", s.out.length);
    cg_text_free(&s.out);
    cg_text_free(&s.scratch);
    free(s.stack);
    free(s.starts);
    return *out ? CG_OK : cg_fail_memory(error);
}
