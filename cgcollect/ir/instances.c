#include "ir/context.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names of template instances. LLVM's types are named less the arguments of templates, and told
 * apart by a number that each file counts for itself (`class.std::shared_ptr.12`). What clang
 * prints of layouts (-fdump-record-layouts) has both: a dump of the declaration, then the names.
 *
 *     Record: ClassTemplateSpecializationDecl 0x55… <…> line:2:1 class shared_ptr definition …
 *     |-TemplateArgument type 'pov::Scene'
 *     …
 *     Layout: <CGRecordLayout
 *       LLVMType:%"class.std::shared_ptr.12" = type { … }
 */

/** Longer texts of arguments are hashed: those of expression templates have thousands of bytes. */
#define LONGEST 120

/** What is being read. */
struct reading {
    GHashTable *arguments;
    GString *text; /**< of the arguments of this record */
    bool instance; /**< the record is one of a template */
    bool in_pack;  /**< the last argument is a pack, whose elements follow */
    bool types;    /**< of its arguments some are types */
};

/** @return what follows a prefix in a line, NULL if the line has another. */
static const char *after(const char *line, const char *end, const char *prefix)
{
    size_t length = strlen(prefix);
    bool has = (size_t)(end - line) >= length && memcmp(line, prefix, length) == 0;
    return has ? line + length : NULL;
}

/** What is in quotes, the last where a name and what it stands for are; everything if nothing is.
 */
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

/** Less addresses, which differ from run to run. */
static void append_argument(GString *text, const char *from, const char *end)
{
    from = unquote(from, &end);
    g_string_append_c(text, text->len ? ',' : '<');
    while (from < end) {
        const char *address = g_strstr_len(from, end - from, " 0x");
        const char *stop = address ? address : end;
        g_string_append_len(text, from, stop - from);
        for (from = address ? address + strlen(" 0x") : end;
             from < end && g_ascii_isxdigit(*from);) {
            from++;
        }
    }
}

/** A line of the dump of an instance: an argument, or an element of one. */
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
    r->types = r->types || after(text, end, "type");
    append_argument(r->text, text, end);
}

/** Start with the dump of a record. */
static void read_record(struct reading *r, const char *text, const char *end)
{
    g_string_truncate(r->text, 0);
    r->instance = after(text, end, "ClassTemplateSpecializationDecl") != NULL;
    r->in_pack = r->types = false;
}

/** `%name` or `%"name"`, with `\XX` for what may stand in no name. @return released with g_free */
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

/** Values alone tell no records apart that hold the same. */
static void read_name(struct reading *r, const char *text, const char *end)
{
    if (!r->instance || !r->types) {
        return;
    }
    char *whole = g_strdup_printf("%s>", r->text->str);
    if (strlen(whole) > LONGEST) {
        char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA1, whole, -1);
        g_free(whole);
        whole = g_strdup_printf("<#%.16s>", sum);
        g_free(sum);
    }
    g_hash_table_insert(r->arguments, type_name(text, end), whole);
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

GHashTable *ir_read_instances(int descriptor)
{
    struct stat status;
    struct reading r = {.arguments = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
                        .text = g_string_new(NULL)};
    size_t size = fstat(descriptor, &status) == 0 ? (size_t)status.st_size : 0;
    char *text = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0) : MAP_FAILED;
    if (text != MAP_FAILED) {
        for (const char *line = text, *end = text + size; line < end;) {
            const char *stop = memchr(line, '\n', (size_t)(end - line));
            stop = stop ? stop : end;
            read_line(&r, line, stop);
            line = stop + 1;
        }
        munmap(text, size);
    }
    g_string_free(r.text, TRUE);
    return r.arguments;
}
