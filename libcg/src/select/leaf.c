/* Elementary sets: words, patterns, lists, properties. */
#include "base/error.h"
#include "select/selector.h"
#include "strings/bounded_regex.h"

#include <libcg/entries.h>
#include <libcg/filter.h>
#include <libcg/kinds.h>
#include <libcg/site.h>
#include <libcg/value.h>

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static int find_plain(struct cg_selector *s, const char *word)
{
    bool any = false;
    for (cg_node node = cg_graph_find(s->graph, word); node != CG_NONE;
         node = cg_graph_find_next(s->graph, word, node)) {
        any = s->found[node] = true;
    }
    for (cg_node node = 0; !any && strpbrk(word, "*?[") && node < s->nodes; node++) {
        const char *demangled = selector_demangled(s, node);
        s->found[node] = fnmatch(word, cg_node_name(s->graph, node), 0) == 0 ||
                         (demangled && fnmatch(word, demangled, 0) == 0);
    }
    return CG_OK;
}

/* Add the functions that a word denotes. */
static int select_word(struct cg_selector *s, const char *word, bool listed, uint64_t *bits,
                       struct cg_error *error)
{
    memset(s->found, 0, s->nodes * sizeof *s->found);
    int status = s->options.find ? s->options.find(s->options.user, s->found, word, listed, error)
                                 : find_plain(s, word);
    /* Few of many: a list may have as many words as there are functions. */
    const bool *end = s->found + s->nodes, *at = s->found;
    while (!status && (at = memchr(at, true, (size_t)(end - at))) != NULL) {
        bits_add(bits, (cg_node)(at++ - s->found));
    }
    return status;
}

static int select_regex(struct cg_selector *s, const char *text, uint64_t *bits,
                        struct cg_error *error)
{
    regex_t regex;
    int status = bounded_regex_compile(&regex, text, error);
    if (status) {
        return status;
    }
    for (cg_node node = 0; node < s->nodes; node++) {
        const char *demangled = selector_demangled(s, node);
        if (regexec(&regex, cg_node_name(s->graph, node), 0, NULL, 0) == 0 ||
            (demangled && regexec(&regex, demangled, 0, NULL, 0) == 0)) {
            bits_add(bits, node);
        }
    }
    regfree(&regex);
    return CG_OK;
}

/* Remove white space at the end of a line, and a comment: # at the beginning or after white space,
 * as in definitions. */
static void trim(char *line)
{
    size_t length = 0;
    while (line[length] && !(line[length] == '#' && (!length || strchr(" \t", line[length - 1])))) {
        length++;
    }
    while (length && strchr(" \t", line[length - 1])) {
        length--;
    }
    line[length] = '\0';
}

/* The functions that the filter of a measurement tool instruments. */
static int select_filter(const struct cg_selector *s, const char *text, const char *path,
                         uint64_t *bits, struct cg_error *error)
{
    const struct cg_filter_options options = {CG_FILTER_OPTIONS_VERSION,
                                              .demangle = s->options.demangle, .name = path};
    bool *selected = calloc((size_t)s->nodes + 1, sizeof *selected);
    if (!selected) {
        return cg_fail_memory(error);
    }
    int status = cg_filter_read(selected, s->graph, text, NULL, &options, error);
    for (cg_node node = 0; node < s->nodes && !status; node++) {
        if (selected[node]) {
            bits_add(bits, node);
        }
    }
    free(selected);
    return status;
}

/* A filter, or a name or glob on each line. */
static int select_list(struct cg_selector *s, const char *path, uint64_t *bits,
                       struct cg_error *error)
{
    char *text;
    char *rest;
    int status = selector_read_file(s, &text, path, error);
    if (status) {
        return status;
    }
    if (cg_filter_recognise(text)) {
        status = select_filter(s, text, path, bits, error);
        free(text);
        return status;
    }
    for (char *line = strtok_r(text, "\r\n", &rest); line && !status;
         line = strtok_r(NULL, "\r\n", &rest)) {
        line += strspn(line, " \t");
        trim(line);
        status = *line ? select_word(s, line, true, bits, error) : CG_OK;
    }
    free(text);
    return status;
}

static bool is_in_dir(const char *origin, const char *dir)
{
    size_t length = strlen(dir);
    while (length > 1 && dir[length - 1] == '/') {
        length--;
    }
    return strncmp(origin, dir, length) == 0 && origin[length] == '/';
}

/* A glob matches the path, or an end of it that consists of whole components. */
static bool is_of_file(const char *origin, const char *glob)
{
    for (const char *at = origin; at; at = strchr(at, '/')) {
        at += at > origin || *at == '/';
        if (fnmatch(glob, at, 0) == 0) {
            return true;
        }
    }
    return fnmatch(glob, origin, 0) == 0;
}

static bool has_property(const struct cg_selector *s, cg_node node, enum select_property property)
{
    const struct cg_graph *g = s->graph;
    switch (property) {
    case PROPERTY_DEFINED:
        return cg_node_has_body(g, node);
    case PROPERTY_DECLARED:
        return !cg_node_has_body(g, node);
    case PROPERTY_VIRTUAL:
        return cg_node_is_virtual(g, node);
    case PROPERTY_INTERNAL:
        return cg_node_linkage(g, node) == CG_LINKAGE_INTERNAL;
    case PROPERTY_WEAK:
        return cg_node_linkage(g, node) == CG_LINKAGE_WEAK;
    case PROPERTY_ENTRY:
        return false; /* needs the whole graph: select_entries */
    case PROPERTY_SYSTEM:
        return cg_in_system_header(g, node);
    case PROPERTY_ADDRESS_TAKEN:
        return cg_metadata_has(g, CG_ON_NODE, node, CG_KEY_ADDRESS_TAKEN);
    case PROPERTY_UNRESOLVED:
        return cg_site_count(g, node, CG_KEY_UNRESOLVED_CALLS) > 0;
    }
    return false;
}

static bool is_meant(const struct cg_selector *s, cg_node node, const struct select_step *step)
{
    const char *origin = cg_node_origin(s->graph, node);
    switch (step->op) {
    case SELECT_PROPERTY:
        return has_property(s, node, (enum select_property)step->number);
    case SELECT_FILE:
        return origin && is_of_file(origin, step->text);
    case SELECT_DIR:
        return origin && is_in_dir(origin, step->text);
    default: /* SELECT_HAS */
        return cg_metadata_has(s->graph, CG_ON_NODE, node, step->text);
    }
}

static int select_named(const struct cg_selector *s, const char *name, uint64_t *bits,
                        struct cg_error *error)
{
    const uint64_t *named = selector_named(s, name);
    if (!named) {
        return cg_fail(error, CG_E_FORMAT, "there is no set $%.100s", name);
    }
    memcpy(bits, named, bits_words(s->nodes) * sizeof *bits);
    return CG_OK;
}

static int select_entries(struct cg_selector *s, uint64_t *bits, struct cg_error *error)
{
    cg_node *entries;
    size_t count;
    int status = cg_graph_entries(&entries, &count, s->graph, error);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < count; i++) {
        bits_add(bits, entries[i]);
    }
    free(entries);
    return CG_OK;
}

int select_leaf(struct cg_selector *s, const struct select_step *step, uint64_t *bits,
                struct cg_error *error)
{
    switch (step->op) {
    case SELECT_WORD:
        return select_word(s, step->text, false, bits, error);
    case SELECT_REGEX:
        return select_regex(s, step->text, bits, error);
    case SELECT_LIST:
        return select_list(s, step->text, bits, error);
    case SELECT_NAMED:
        return select_named(s, step->text, bits, error);
    case SELECT_COMPARE:
        return select_compare(s, step, bits, error);
    case SELECT_PROPERTY:
        if (step->number == PROPERTY_ENTRY) {
            return select_entries(s, bits, error);
        }
        break;
    case SELECT_HAS:
        selector_note_absent(s, step->text);
        break;
    default:
        break;
    }
    for (cg_node node = 0; node < s->nodes; node++) {
        if (is_meant(s, node, step)) {
            bits_add(bits, node);
        }
    }
    return CG_OK;
}
