/*
 * Reads the template arguments of records from clang's printed layouts, since LLVM's type names do
 * not have them.
 */
#include "ir/ir_stages.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names of template instances. LLVM's types are named without template arguments and distinguished
 * by a number that each file counts for itself (`class.std::shared_ptr.12`). clang's printed
 * layouts (-fdump-record-layouts) have both: a dump of the declaration, then the names.
 *
 *     Record: ClassTemplateSpecializationDecl 0x55… <…> line:2:1 class shared_ptr definition …
 *     |-TemplateArgument type 'pov::Scene'
 *     …
 *     Layout: <CGRecordLayout
 *       LLVMType:%"class.std::shared_ptr.12" = type { … }
 *
 * A type must have the same name in all files, and so must types that programs access as each
 * other. How clang prints a type depends on what the file has declared and on the language version:
 * default arguments, inline namespaces, enumerators, paths of headers with lambdas. So names leave
 * out namespaces, values, and all but the first argument of each argument, since no default
 * supplies the first one, nor any of a pair or tuple. They also leave out qualifiers and arithmetic
 * types: many hash tables write a pair of `K` and read it as one of `const K`. */

/** The dump being read. */
struct reading {
    GHashTable *arguments;
    GString *text; /**< the arguments of this record */
    bool instance; /**< the record is a template instance */
    bool in_pack;  /**< the last argument is a pack, whose elements follow */
};

/** @return what follows a prefix in a line, NULL if the line begins otherwise. */
static const char *after(const char *line, const char *end, const char *prefix)
{
    size_t length = strlen(prefix);
    bool has = (size_t)(end - line) >= length && memcmp(line, prefix, length) == 0;
    return has ? line + length : NULL;
}

/** The last quoted text of a line, if a type is followed by what it stands for; the whole line if
 *  nothing is quoted. */
static const char *unquote(const char *text, const char **end)
{
    const char *open = memchr(text, '\'', (size_t)(*end - text));
    const char *close = open ? memrchr(text, '\'', (size_t)(*end - text)) : open;
    if (open == close) {
        return text;
    }
    *end = close;
    const char *other = g_strstr_len(open, close - open, "':'");
    return other ? other + strlen("':'") : open + 1;
}

static bool is_of_word(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '$' || (c & 0x80);
}

static bool is_word_of(const char *const *words, const char *word, size_t length)
{
    for (; *words; words++) {
        if (strlen(*words) == length && memcmp(*words, word, length) == 0) {
            return true;
        }
    }
    return false;
}

/** @return the end of a bracketed text; brackets nest. */
static const char *skip_brackets(const char *text, const char *end, char open, char close)
{
    unsigned depth = 0;
    for (; text < end; text++) {
        depth += *text == open;
        if (*text == close && --depth == 0) {
            return text + 1;
        }
    }
    return end;
}

static void append_type(GString *text, const char *from, const char *end);

/** @return the end of the first of some template arguments. */
static const char *end_of_first(const char *text, const char *end)
{
    for (int depth = 0; text < end && (depth > 0 || *text != ','); text++) {
        depth += strchr("<([", *text) != NULL;
        depth -= strchr(">)]", *text) != NULL;
    }
    return text;
}

/** A word of a type's name: a qualifier, a scope or a name. @return the end of it and its template
 *  arguments */
static const char *append_word(GString *text, const char *word, const char *end)
{
    static const char *const nothing[] = {"const",  "volatile", "noexcept", "__restrict", "class",
                                          "struct", "union",    "enum",     NULL};
    static const char *const arithmetic[] = {
        "void",    "bool",     "char",     "signed", "unsigned", "short",
        "int",     "long",     "float",    "double", "char8_t",  "char16_t",
        "wchar_t", "char32_t", "__int128", "_Bool",  NULL};
    static const char *const without_defaults[] = {"pair", "tuple", NULL};
    const char *stop = word;
    while (stop < end && is_of_word(*stop)) {
        stop++;
    }
    size_t length = (size_t)(stop - word);
    bool has_arguments = stop < end && *stop == '<';
    const char *next = has_arguments ? skip_brackets(stop, end, '<', '>') : stop;
    bool qualifies = after(next, end, "::") && !after(next, end, "::*");
    bool left_out = qualifies || g_ascii_isdigit(*word) || is_word_of(nothing, word, length) ||
                    is_word_of(arithmetic, word, length);
    if (!left_out) {
        g_string_append_len(text, word, (gssize)length);
    }
    if (!left_out && has_arguments) {
        bool all = is_word_of(without_defaults, word, length);
        g_string_append_c(text, '<');
        append_type(text, stop + 1, all ? next - 1 : end_of_first(stop + 1, next - 1));
        g_string_append_c(text, '>');
    }
    return next;
}

static void append_type(GString *text, const char *from, const char *end)
{
    while (from < end) {
        bool unnamed = after(from, end, "(lambda") || after(from, end, "(unnamed") ||
                       after(from, end, "(anonymous");
        if (unnamed) {
            from = skip_brackets(from, end, '(', ')');
            g_string_append(text, after(from, end, "::") ? "" : "()");
        } else if (is_of_word(*from)) {
            from = append_word(text, from, end);
        } else {
            g_string_append_len(text, from, *from != ' ' && *from != ':');
            from++;
        }
    }
}

static void append_argument(GString *text, const char *from, const char *end)
{
    from = unquote(from, &end);
    g_string_append_c(text, text->len ? ',' : '<');
    append_type(text, from, end);
}

/** A line of an instance's dump: an argument, or an element of one. Values are left out: records
 *  that hold the same are not distinguished by values alone. */
static void read_argument(struct reading *r, const char *line, const char *end)
{
    static const char word[] = "-TemplateArgument ";
    bool child = end - line > 2 && line[1] == ' '; /* "| |-" or "  `-" */
    const char *text = child ? line + 2 : line;
    text = end - text > 1 && (*text == '|' || *text == '`') ? after(text + 1, end, word) : NULL;
    if (!child) {
        r->in_pack = text && after(text, end, "pack");
    }
    if (!text || child != r->in_pack) {
        return;
    }
    if (after(text, end, "type ") || after(text, end, "template ")) {
        append_argument(r->text, text, end);
    }
}

/** Start with the dump of a record. */
static void read_record(struct reading *r, const char *text, const char *end)
{
    g_string_truncate(r->text, 0);
    r->instance = after(text, end, "ClassTemplateSpecializationDecl") != NULL;
    r->in_pack = false;
}

/** `%name` or `%"name"`, with `\XX` for characters that names cannot have. @return released with
 *  g_free */
static char *type_name(const char *text, const char *end)
{
    GString *name = g_string_new(NULL);
    bool quoted = text < end && *text == '"';
    for (text += quoted; text < end && *text != (quoted ? '"' : ' '); text++) {
        if (*text == '\\' && end - text > 2) {
            int high = g_ascii_xdigit_value(text[1]), low = g_ascii_xdigit_value(text[2]);
            g_string_append_c(name, (char)(high * 16 + low));
            text += 2;
        } else {
            g_string_append_c(name, *text);
        }
    }
    return g_string_free(name, FALSE);
}

static void read_name(struct reading *r, const char *text, const char *end)
{
    if (r->instance && r->text->len > 0) {
        g_hash_table_insert(r->arguments, type_name(text, end),
                            g_strdup_printf("%s>", r->text->str));
    }
}

static void read_line(struct reading *r, const char *line, const char *end)
{
    const char *text;
    if ((text = after(line, end, "Record: "))) {
        read_record(r, text, end);
    } else if ((text = after(line, end, "  LLVMType:%")) ||
               (text = after(line, end, "  NonVirtualBaseLLVMType:%"))) {
        read_name(r, text, end);
    } else if (r->instance) {
        read_argument(r, line, end);
    }
}

static void read_lines(struct reading *r, const char *line, const char *end)
{
    while (line < end) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        read_line(r, line, stop);
        line = stop + 1;
    }
}

GHashTable *ir_read_instances(int descriptor)
{
    struct stat status;
    struct reading r = {.arguments = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
                        .text = g_string_new(NULL)};
    bool known = fstat(descriptor, &status) == 0;
    size_t size = known ? (size_t)status.st_size : 0;
    char *text = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0) : NULL;
    if (!known || text == MAP_FAILED) {
        g_clear_pointer(&r.arguments, g_hash_table_destroy);
    } else if (text) {
        read_lines(&r, text, text + size);
        munmap(text, size);
    }
    g_string_free(r.text, TRUE);
    return r.arguments;
}
