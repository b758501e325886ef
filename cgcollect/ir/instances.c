/*
 * Reads the template arguments of records from clang's printed layouts, since LLVM's type names do
 * not have them, and what classes are memory for.
 */
#include "ir/facts/ir_facts.h"
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
 * out what may be an inline namespace, values, and all but the first argument of each argument,
 * since no default supplies the first one, nor any of a pair or tuple; of classes around others
 * they have no arguments. They also leave out qualifiers and arithmetic types: many hash tables
 * write a pair of `K` and read it as one of `const K`.
 *
 * The nodes of libstdc++'s containers have memory for an element, which is a class with the type of
 * that as its argument. The dump names the declaration of such an argument by its address:
 *
 *     |-TemplateArgument type 'pov::Scene'
 *     | `-RecordType 0x55… 'pov::Scene'
 *     |   `-CXXRecord 0x55… 'Scene' */

/** What is known of the first argument of an instance. */
enum first_argument {
    FIRST_AWAITED,
    FIRST_TYPE,   /**< its declaration may follow */
    FIRST_RECORD, /**< its declaration follows */
    FIRST_POINTER,
    FIRST_KNOWN, /**< a record */
    FIRST_OTHER,
};

/** The dump being read. */
struct reading {
    struct ir_instances *instances;
    GHashTable *types; /**< names of LLVM types by the address of the declaration in the dump */
    GString *text;     /**< the arguments of this record */
    char *declaration; /**< address of this record's declaration, NULL: none yet */
    char *argument;    /**< address of the first argument's */
    enum first_argument first;
    bool instance; /**< the record is a template instance */
    bool in_pack;  /**< the last argument is a pack, whose elements follow */
};

/** @return what follows a prefix in a line, NULL if the line begins otherwise. */
static const char *behind_prefix(const char *line, const char *end, const char *prefix)
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

/** Whether a scope may be an inline namespace, which clang prints in some files alone: those of
 *  libraries have the names of versions, or reserved ones. Nor does `std` tell anything. */
static bool may_be_inline(const char *scope, size_t length)
{
    bool version = false;
    for (size_t i = 0; i + 1 < length && !version; i++) {
        bool begins = i == 0 || scope[i - 1] == '_';
        version = begins && scope[i] == 'v' && g_ascii_isdigit(scope[i + 1]);
    }
    return version || *scope == '_' || (length == 3 && memcmp(scope, "std", length) == 0) ||
           g_strstr_len(scope, (gssize)length, "abi") || g_strstr_len(scope, (gssize)length, "lts");
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
    bool qualifies = behind_prefix(next, end, "::") && !behind_prefix(next, end, "::*");
    if (qualifies && !g_ascii_isdigit(*word) && !may_be_inline(word, length)) {
        g_string_append_len(text, word, (gssize)length);
        g_string_append(text, "::");
    }
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
        bool unnamed = behind_prefix(from, end, "(lambda") ||
                       behind_prefix(from, end, "(unnamed") ||
                       behind_prefix(from, end, "(anonymous");
        if (unnamed) {
            from = skip_brackets(from, end, '(', ')');
            g_string_append(text, behind_prefix(from, end, "::") ? "" : "()");
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
    text = end - text > 1 && (*text == '|' || *text == '`') ? behind_prefix(text + 1, end, word)
                                                            : NULL;
    if (!child) {
        r->in_pack = text && behind_prefix(text, end, "pack");
    }
    if (!text || child != r->in_pack) {
        return;
    }
    if (behind_prefix(text, end, "type ") || behind_prefix(text, end, "template ")) {
        append_argument(r->text, text, end);
    }
}

/** The address after a word. @return released with g_free */
static char *address_after_word(const char *text, const char *end)
{
    const char *space = memchr(text, ' ', (size_t)(end - text));
    const char *from = space ? space + 1 : end;
    const char *to = memchr(from, ' ', (size_t)(end - from));
    return g_strndup(from, (gsize)((to ? to : end) - from));
}

static bool is_type_argument(const char *line, const char *end)
{
    return behind_prefix(line, end, "|-TemplateArgument type ") ||
           behind_prefix(line, end, "`-TemplateArgument type ");
}

/** A line after the one of the first argument: the kind of the type, then its declaration. */
static void read_type(struct reading *r, const char *line, const char *end)
{
    while (line < end && strchr("| `-", *line)) {
        line++;
    }
    if (r->first == FIRST_RECORD) {
        g_free(r->argument);
        r->argument = address_after_word(line, end);
        r->first = FIRST_KNOWN;
    } else if (behind_prefix(line, end, "RecordType ")) {
        r->first = FIRST_RECORD;
    } else if (behind_prefix(line, end, "PointerType ")) {
        r->first = FIRST_POINTER;
    } else if (!behind_prefix(line, end, "QualType ")) {
        r->first = FIRST_OTHER;
    }
}

static void read_first(struct reading *r, const char *line, const char *end)
{
    if (r->first == FIRST_TYPE || r->first == FIRST_RECORD) {
        read_type(r, line, end);
    } else if (r->first == FIRST_AWAITED && line + 1 < end &&
               behind_prefix(line + 1, end, "-TemplateArgument ")) {
        r->first = is_type_argument(line, end) ? FIRST_TYPE : FIRST_OTHER;
    }
}

/** Start with the dump of a record. */
static void read_record(struct reading *r, const char *text, const char *end)
{
    g_string_truncate(r->text, 0);
    g_free(r->declaration);
    r->declaration = address_after_word(text, end);
    r->instance = behind_prefix(text, end, "ClassTemplateSpecializationDecl") != NULL;
    r->first = r->instance ? FIRST_AWAITED : FIRST_OTHER;
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
        g_hash_table_insert(r->instances->arguments, type_name(text, end),
                            g_strdup_printf("%s>", r->text->str));
    }
}

/** Note the type of a declaration, and what it is memory for: the address of its first argument,
 *  until all types are known. */
static void read_type_name(struct reading *r, const char *text, const char *end)
{
    char *name = type_name(text, end);
    bool has = r->first == FIRST_KNOWN || r->first == FIRST_POINTER;
    if (has && ir_is_memory(name)) {
        char *argument = g_strdup(r->first == FIRST_POINTER ? IR_POINTER_CONTENT : r->argument);
        g_hash_table_insert(r->instances->contents, g_strdup(name), argument);
    }
    g_hash_table_insert(r->types, g_steal_pointer(&r->declaration), name);
}

static void read_line(struct reading *r, const char *line, const char *end)
{
    const char *text;
    if ((text = behind_prefix(line, end, "Record: "))) {
        read_record(r, text, end);
    } else if ((text = behind_prefix(line, end, "  LLVMType:%"))) {
        read_name(r, text, end);
        read_type_name(r, text, end);
    } else if ((text = behind_prefix(line, end, "  NonVirtualBaseLLVMType:%"))) {
        read_name(r, text, end);
    } else if (r->instance) {
        read_argument(r, line, end);
        read_first(r, line, end);
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

/** Replace addresses of declarations by names of types. */
static void name_contents(const struct reading *r)
{
    GHashTableIter iter;
    gpointer content;
    g_hash_table_iter_init(&iter, r->instances->contents);
    while (g_hash_table_iter_next(&iter, NULL, &content)) {
        const char *name = g_hash_table_lookup(r->types, content);
        if (name) {
            g_hash_table_iter_replace(&iter, g_strdup(name));
        } else if (strcmp(content, IR_POINTER_CONTENT) != 0) {
            g_hash_table_iter_remove(&iter);
        }
    }
}

static void read_all(struct ir_instances *instances, const char *text, size_t size)
{
    struct reading r = {
        .instances = instances,
        .types = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
        .text = g_string_new(NULL),
    };
    read_lines(&r, text, text + size);
    name_contents(&r);
    g_hash_table_destroy(r.types);
    g_string_free(r.text, TRUE);
    g_free(r.declaration);
    g_free(r.argument);
}

struct ir_instances *ir_read_instances(int descriptor)
{
    struct stat status;
    bool known = fstat(descriptor, &status) == 0;
    size_t size = known ? (size_t)status.st_size : 0;
    char *text = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0) : NULL;
    if (!known || text == MAP_FAILED) {
        return NULL;
    }
    struct ir_instances *instances = g_new(struct ir_instances, 1);
    instances->arguments = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    instances->contents = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    if (text) {
        read_all(instances, text, size);
        munmap(text, size);
    }
    return instances;
}

void ir_free_instances(struct ir_instances *instances)
{
    if (instances) {
        g_hash_table_destroy(instances->arguments);
        g_hash_table_destroy(instances->contents);
        g_free(instances);
    }
}
