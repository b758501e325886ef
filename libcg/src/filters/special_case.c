/*
 * Special case lists of clang: -fxray-attr-list and -fprofile-list. Linkage names; `*` is any text,
 * and other special characters of extended regular expressions are escaped, which newer versions
 * read as globs in the same way.
 */
#include "filters/filter_rules.h"

#include <string.h>

/* The part of a line behind a word, or NULL. */
static const char *behind_word(const char *text, size_t *length, const char *word)
{
    size_t skipped = strlen(word);
    if (*length < skipped || memcmp(text, word, skipped) != 0) {
        return NULL;
    }
    *length -= skipped;
    return text + skipped;
}

/* Without "=CATEGORY". */
static size_t without_category(const char *text, size_t length, const char **category)
{
    const char *equal = memrchr(text, '=', length);
    *category = equal ? equal + 1 : NULL;
    return equal ? (size_t)(equal - text) : length;
}

static bool is_allow(const char *text, size_t length)
{
    return length == strlen("allow") && memcmp(text, "allow", length) == 0;
}

static int add_pattern(struct filter_reader *reader, bool include, bool file, const char *text,
                       size_t length)
{
    return filter_add(reader, include, file ? FILTER_FILE : FILTER_LINKAGE, FILTER_REGEX, text,
                      length);
}

/* One section of an XRay list; those to instrument come last, since they decide. */
static int parse_section(struct filter_reader *reader, bool always)
{
    const char *text, *category;
    size_t length;
    bool in_always = false, any = false;
    int status = CG_OK;
    while (!status && filter_line(reader, &text, &length)) {
        size_t rest = length;
        const char *function = behind_word(text, &rest, "fun:");
        const char *file = function ? NULL : behind_word(text, &rest, "src:");
        if (length > 0 && *text == '[') {
            in_always = behind_word(text, &length, "[always]") != NULL;
            any = true;
        } else if (length > 0 && *text != '#' && !any) {
            status = filter_fail(reader, "[always] or [never] is expected here");
        } else if (length > 0 && *text != '#' && !function && !file) {
            status = filter_fail(reader, "fun: or src: is expected here");
        } else if ((function || file) && in_always == always) {
            const char *pattern = function ? function : file;
            rest = without_category(pattern, rest, &category);
            status = add_pattern(reader, always, file != NULL, pattern, rest);
            reader->rules->functions = reader->rules->functions && !always;
        }
    }
    return status;
}

int filter_parse_xray(struct filter_reader *reader)
{
    struct filter_reader again = *reader;
    reader->rules->functions = reader->rules->files = true;
    int status = parse_section(reader, false);
    return status ? status : parse_section(&again, true);
}

/* A line of a profile list: fun:, src:, with ! before them to exclude; function:X=allow, source:.
 */
static int take_profile(struct filter_reader *reader, const char *text, size_t length,
                        bool *excludes)
{
    static const struct {
        const char *word;
        bool include, file, old;
    } words[] = {
        {"fun:", true, false, true},       {"src:", true, true, true},
        {"!fun:", false, false, true},     {"!src:", false, true, true},
        {"function:", true, false, false}, {"source:", true, true, false},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t rest = length;
        const char *category = NULL, *pattern = behind_word(text, &rest, words[i].word);
        if (pattern) {
            rest = words[i].old ? rest : without_category(pattern, rest, &category);
            bool allows = !category || is_allow(category, (size_t)(text + length - category));
            bool include = words[i].include && allows;
            *excludes = *excludes && !include;
            return add_pattern(reader, include, words[i].file, pattern, rest);
        }
    }
    return *text == '[' || behind_word(text, &length, "default:")
               ? CG_OK
               : filter_fail(reader, "fun:, src:, function:, source: or default: is expected here");
}

int filter_parse_profile(struct filter_reader *reader)
{
    const char *text;
    size_t length;
    bool excludes = true;
    int status = CG_OK;
    while (!status && filter_line(reader, &text, &length)) {
        size_t rest = length;
        const char *standard = behind_word(text, &rest, "default:");
        if (standard) {
            excludes = is_allow(standard, rest);
        } else if (length > 0 && *text != '#') {
            status = take_profile(reader, text, length, &excludes);
        }
    }
    reader->rules->functions = excludes;
    reader->rules->files = true;
    return status;
}

/* Writing */

/* What is behind = is a category. */
static void add_name(struct cg_text *out, const char *name)
{
    if (!filter_can_name(name, "=")) {
        return;
    }
    cg_text_add(out, "fun:");
    for (; *name; name++) {
        cg_text_add(out, strchr("\\.+?*()[]{}|^$", *name) ? "\\" : "");
        cg_text_put(out, name, 1);
    }
    cg_text_add(out, "\n");
}

static void add_chosen(const struct filter_writer *w)
{
    for (uint32_t number = 0; number < w->shown->nodes; number++) {
        cg_node node = w->shown->order[number];
        const char *const *others;
        uint32_t count = w->set[node] ? cg_node_other_names(w->shown->graph, node, &others) : 0;
        if (w->set[node]) {
            add_name(w->out, cg_node_name(w->shown->graph, node));
        }
        for (uint32_t i = 0; i < count; i++) {
            add_name(w->out, others[i]);
        }
    }
}

int filter_write_xray(const struct filter_writer *w, struct cg_error *error)
{
    (void)error;
    cg_text_add(w->out, "[always]\n");
    add_chosen(w);
    cg_text_add(w->out, "[never]\nfun:*\n");
    return CG_OK;
}

/* The first line is for clang 16 and newer, others skip it. */
int filter_write_profile(const struct filter_writer *w, struct cg_error *error)
{
    (void)error;
    cg_text_add(w->out, "default:skip\n");
    size_t before = cg_text_length(w->out);
    add_chosen(w);
    cg_text_add(w->out, cg_text_length(w->out) == before ? "!fun:*\n" : "");
    return CG_OK;
}
