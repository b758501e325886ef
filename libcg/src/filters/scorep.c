/*
 * Filters of Score-P: blocks of rules for files and for regions. Tokens are separated by blanks,
 * tabs and ends of lines; # begins a comment; a backslash escapes a blank, # and characters of
 * globs.
 */
#include "filters/filter_rules.h"

#include "base/compare.h"

#include <string.h>

enum block { NO_BLOCK, FILES, REGIONS };

struct parsing {
    struct filter_reader *reader;
    enum block block;
    int include; /* of the current rule; -1: none yet */
    bool mangled;
};

/* The next token; its length is 0 at the end. */
static const char *next_token(struct filter_reader *reader, size_t *length)
{
    for (;; reader->at++) {
        if (*reader->at == '#') {
            reader->at += strcspn(reader->at, "\n");
        }
        if (!*reader->at || !strchr(" \t\r\n", *reader->at)) {
            break;
        }
        reader->line += *reader->at == '\n';
    }
    const char *begin = reader->at;
    while (*reader->at && !strchr(" \t\r\n#", *reader->at)) {
        reader->at += *reader->at == '\\' && reader->at[1] ? 2 : 1;
    }
    *length = (size_t)(reader->at - begin);
    return begin;
}

/* @return whether a token begins or ends a block; sets *status */
static bool take_block(struct parsing *p, const char *token, size_t length, int *status)
{
    static const struct {
        const char *word;
        enum block before, after;
    } words[] = {
        {"SCOREP_FILE_NAMES_BEGIN", NO_BLOCK, FILES},
        {"SCOREP_FILE_NAMES_END", FILES, NO_BLOCK},
        {"SCOREP_REGION_NAMES_BEGIN", NO_BLOCK, REGIONS},
        {"SCOREP_REGION_NAMES_END", REGIONS, NO_BLOCK},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (text_is(token, length, words[i].word)) {
            if (p->block != words[i].before) {
                *status = filter_fail(p->reader, "this block does not begin or end here");
            }
            p->block = words[i].after;
            p->include = -1;
            p->mangled = false;
            return true;
        }
    }
    return false;
}

static int take_pattern(struct parsing *p, const char *token, size_t length)
{
    if (p->include < 0) {
        return filter_fail(p->reader, "INCLUDE or EXCLUDE is expected here");
    }
    enum filter_subject subject = p->block == FILES ? FILTER_FILE
                                  : p->mangled      ? FILTER_LINKAGE
                                                    : FILTER_READABLE;
    if (memchr(token, '\n', length)) {
        return filter_fail(p->reader, "a backslash ends the line");
    }
    return filter_add(p->reader, p->include, subject, FILTER_GLOB, token, length);
}

static int take_token(struct parsing *p, const char *token, size_t length)
{
    int status = CG_OK;
    if (take_block(p, token, length, &status)) {
        return status;
    }
    if (p->block == NO_BLOCK) {
        return filter_fail(p->reader, "the beginning of a block is expected here");
    }
    if (text_is(token, length, "INCLUDE") || text_is(token, length, "EXCLUDE")) {
        p->include = *token == 'I';
        p->mangled = false;
    } else if (p->block == REGIONS && p->include >= 0 &&
               (text_is(token, length, "MANGLED") || text_is(token, length, "DEMANGLED"))) {
        p->mangled = *token == 'M';
    } else {
        return take_pattern(p, token, length);
    }
    return CG_OK;
}

int filter_parse_scorep(struct filter_reader *reader)
{
    struct parsing p = {.reader = reader, .include = -1};
    int status = CG_OK;
    size_t length;
    reader->rules->functions = reader->rules->files = true;
    reader->line = 1;
    for (const char *token = next_token(reader, &length); length > 0 && !status;
         token = next_token(reader, &length)) {
        status = take_token(&p, token, length);
    }
    return !status && p.block != NO_BLOCK ? filter_fail(reader, "the block has no end") : status;
}

/* Writing */

/* A word of the format in brackets is a pattern. */
static bool is_word(const char *text)
{
    static const char *const words[] = {"INCLUDE", "EXCLUDE", "MANGLED", "DEMANGLED"};
    bool found = strncmp(text, "SCOREP_", strlen("SCOREP_")) == 0;
    for (size_t i = 0; i < sizeof words / sizeof *words && !found; i++) {
        found = strcmp(text, words[i]) == 0;
    }
    return found;
}

static void add_escaped(struct cg_text *out, const char *text)
{
    if (is_word(text)) {
        cg_text_add(out, "[");
        cg_text_put(out, text++, 1);
        cg_text_add(out, "]");
    }
    for (; *text; text++) {
        cg_text_add(out, strchr(" \t#*?[\\", *text) ? "\\" : "");
        cg_text_put(out, text, 1);
    }
}

static void add_name(struct cg_text *out, const char *before, const char *name)
{
    if (filter_can_name(name, "")) {
        cg_text_add(out, before);
        add_escaped(out, name);
    }
}

static void add_names(const struct filter_writer *w, cg_node node)
{
    static const char rule[] = "  INCLUDE MANGLED ";
    const char *const *others;
    uint32_t count = cg_node_other_names(w->shown->graph, node, &others);
    size_t before = cg_text_length(w->out);
    add_name(w->out, rule, cg_node_name(w->shown->graph, node));
    for (uint32_t i = 0; i < count; i++) {
        add_name(w->out, cg_text_length(w->out) > before ? " " : rule, others[i]);
    }
    cg_text_add(w->out, cg_text_length(w->out) > before ? "\n" : "");
}

static bool is_chosen_elsewhere(const struct filter_writer *w, cg_node node)
{
    const struct cg_graph *graph = w->shown->graph;
    for (cg_node other = cg_graph_find(graph, cg_node_name(graph, node)); other != CG_NONE;
         other = cg_graph_next_same_name(graph, other)) {
        if (other != node && w->set[other]) {
            return true;
        }
    }
    return false;
}

static bool file_has_chosen(const struct filter_writer *w, const char *file)
{
    for (cg_node node = 0; node < w->shown->nodes; node++) {
        const char *origin = cg_node_origin(w->shown->graph, node);
        if (w->set[node] && origin && strcmp(origin, file) == 0) {
            return true;
        }
    }
    return false;
}

/* Rules about files separate functions that share a name. */
static void add_files(const struct filter_writer *w)
{
    bool any = false;
    for (uint32_t number = 0; number < w->shown->nodes; number++) {
        cg_node node = w->shown->order[number];
        const char *file = cg_node_origin(w->shown->graph, node);
        if (w->set[node] || !file || !cg_node_has_body(w->shown->graph, node) ||
            !filter_can_name(file, "") || !is_chosen_elsewhere(w, node) ||
            file_has_chosen(w, file)) {
            continue;
        }
        cg_text_add(w->out, any ? "" : "SCOREP_FILE_NAMES_BEGIN\n");
        cg_text_add(w->out, "  EXCLUDE ");
        cg_text_add(w->out, *file == '/' ? "" : "*/");
        add_escaped(w->out, file);
        cg_text_add(w->out, "\n");
        any = true;
    }
    cg_text_add(w->out, any ? "SCOREP_FILE_NAMES_END\n" : "");
}

int filter_write_scorep(const struct filter_writer *w, struct cg_error *error)
{
    (void)error;
    add_files(w);
    cg_text_add(w->out, "SCOREP_REGION_NAMES_BEGIN\n  EXCLUDE *\n");
    for (uint32_t number = 0; number < w->shown->nodes; number++) {
        cg_node node = w->shown->order[number];
        if (w->set[node]) {
            add_names(w, node);
        }
    }
    cg_text_add(w->out, "SCOREP_REGION_NAMES_END\n");
    return CG_OK;
}
