/*
 * Options of uftrace and callgrind, and calls of perf probe: a word for each function.
 *
 *     -P NAME                    uftrace: patch a function; -U, -N do not, -F traces it
 *     --callgrind:fn-skip=NAME   callgrind: leave a function to its callers
 *     perf probe ... --add NAME  perf
 */
#include "filters/filter_rules.h"

#include "base/compare.h"

#include <string.h>

/* The next word without the quotes of a shell. @return false at the end */
static bool next_word(const char **word, size_t *length, struct filter_reader *reader)
{
    reader->at += strspn(reader->at, " \t\r\n");
    size_t quoted = *reader->at == '\'' ? strcspn(reader->at + 1, "'\n") : 0;
    *word = reader->at + (quoted > 0);
    *length = quoted > 0 ? quoted : strcspn(reader->at, " \t\r\n");
    reader->at += *length + (quoted > 0 ? 1 : 0);
    reader->at += quoted > 0 && *reader->at == '\'';
    return *length > 0;
}

/* Up to the first of some characters. */
static size_t cut(const char *word, size_t length, const char *at)
{
    size_t i = 0;
    while (i < length && !strchr(at, word[i])) {
        i++;
    }
    return i;
}

/* uftrace: a pattern with special characters is an expression for demangled names. */
static int add_uftrace(struct filter_reader *reader, bool include, const char *word, size_t length)
{
    length = cut(word, length, "@");
    bool plain = cut(word, length, ".*+?()[]{}|^$\\") == length;
    return filter_add(reader, include, plain ? FILTER_SIMPLE : FILTER_READABLE,
                      plain ? FILTER_EXACT : FILTER_SEARCH, word, length);
}

int filter_parse_uftrace(struct filter_reader *reader)
{
    const char *word, *name;
    size_t length, rest;
    int status = CG_OK;
    bool only = false;
    while (!status && next_word(&word, &length, reader)) {
        bool include = text_is(word, length, "-P") || text_is(word, length, "-F");
        if ((include || text_is(word, length, "-U") || text_is(word, length, "-N")) &&
            next_word(&name, &rest, reader)) {
            only = only || include;
            status = add_uftrace(reader, include, name, rest);
        }
    }
    reader->rules->functions = !only;
    reader->rules->files = true;
    return status;
}

int filter_parse_perf(struct filter_reader *reader)
{
    const char *word, *name;
    size_t length, rest;
    int status = CG_OK;
    while (!status && next_word(&word, &length, reader)) {
        if (text_is(word, length, "--add") && next_word(&name, &rest, reader)) {
            rest = cut(name, rest, "%+@:");
            const char *equal = memchr(name, '=', rest);
            rest -= equal ? (size_t)(equal + 1 - name) : 0;
            status = filter_add(reader, true, FILTER_SIMPLE, FILTER_GLOB, equal ? equal + 1 : name,
                                rest);
        }
    }
    reader->rules->files = true;
    return status;
}

int filter_parse_callgrind(struct filter_reader *reader)
{
    static const struct {
        const char *word;
        bool include;
    } options[] = {{"--callgrind:fn-skip=", false},
                   {"--fn-skip=", false},
                   {"--callgrind:toggle-collect=", true},
                   {"--toggle-collect=", true}};
    const char *word;
    size_t length;
    int status = CG_OK;
    bool only = false;
    while (!status && next_word(&word, &length, reader)) {
        for (size_t i = 0; i < sizeof options / sizeof *options && !status; i++) {
            size_t start = strlen(options[i].word);
            if (length > start && memcmp(word, options[i].word, start) == 0) {
                only = only || options[i].include;
                status = filter_add(reader, options[i].include, FILTER_SIMPLE, FILTER_GLOB,
                                    word + start, length - start);
            }
        }
    }
    reader->rules->functions = !only;
    reader->rules->files = true;
    return status;
}

/* Writing */

int filter_write_uftrace(const struct filter_writer *w, struct cg_error *error)
{
    bool any = false;
    (void)error;
    for (uint32_t number = 0; number < w->shown->nodes; number++) {
        cg_node node = w->shown->order[number];
        const char *name = cg_node_name(w->shown->graph, node);
        if (w->set[node] && filter_can_name(name, ".*+?()[]{}|^$\\@ \"'#")) {
            cg_text_add(w->out, "-P ");
            cg_text_add(w->out, name);
            cg_text_add(w->out, "\n");
            any = true;
        }
    }
    cg_text_add(w->out, any ? "" : "-N .\n"); /* without any, all is traced */
    return CG_OK;
}

int filter_write_perf(const struct filter_writer *w, struct cg_error *error)
{
    (void)error;
    cg_text_add(w->out, "#!/bin/sh\nset -eu\n");
    for (uint32_t number = 0; number < w->shown->nodes; number++) {
        cg_node node = w->shown->order[number];
        const char *name = cg_node_name(w->shown->graph, node);
        if (w->set[node] && filter_can_name(name, "'%+@:;*?= ")) {
            cg_text_add(w->out, "perf probe -q -x \"$1\" --no-demangle --add '");
            cg_text_add(w->out, name);
            cg_text_add(w->out, "' --add '");
            cg_text_add(w->out, name);
            cg_text_add(w->out, "%return'\n");
        }
    }
    return CG_OK;
}

static bool is_chosen_by_name(const struct filter_writer *w, const char *name)
{
    for (cg_node node = cg_graph_find(w->shown->graph, name); node != CG_NONE;
         node = cg_graph_find_next(w->shown->graph, name, node)) {
        if (w->set[node]) {
            return true;
        }
    }
    return false;
}

static void add_fn_skip(const struct filter_writer *w, const char *name)
{
    if (!is_chosen_by_name(w, name) && filter_can_name(name, "*? '")) {
        cg_text_add(w->out, "--callgrind:fn-skip=");
        cg_text_add(w->out, name);
        cg_text_add(w->out, "\n");
    }
}

int filter_write_callgrind(const struct filter_writer *w, struct cg_error *error)
{
    (void)error;
    cg_text_add(w->out, "--demangle=no\n");
    for (uint32_t number = 0; number < w->shown->nodes; number++) {
        cg_node node = w->shown->order[number];
        const char *const *others;
        if (w->set[node] || !cg_node_has_body(w->shown->graph, node)) {
            continue;
        }
        uint32_t count = cg_node_other_names(w->shown->graph, node, &others);
        add_fn_skip(w, cg_node_name(w->shown->graph, node));
        for (uint32_t i = 0; i < count; i++) {
            add_fn_skip(w, others[i]);
        }
    }
    return CG_OK;
}
