/* What a linker's --wrap does to the graph of a translation unit: renames undefined functions, in
 * nodes and in the pointer facts that mention them. Used before merging. */
#include "base/error.h"
#include "graph/graph.h"
#include "strings/text.h"

#include <libcg/link.h>
#include <libcg/merge.h>

#include <stdio.h>
#include <stdlib.h>

/** A function that gets another name. */
struct renaming {
    const char *from;
    const char *to;
};

/** What --wrap renames: NULL where the file defines the function. */
struct wrapping {
    struct cg_graph *graph;
    struct renaming names[2]; /**< SYMBOL and __real_SYMBOL */
    struct cg_text text;
};

static bool is_defined(const struct cg_graph *graph, const char *name)
{
    cg_node node = cg_graph_find(graph, name);
    for (; node != CG_NONE; node = cg_graph_next_same_name(graph, node)) {
        if (cg_node_has_body(graph, node)) {
            return true;
        }
    }
    return false;
}

static const char *new_name(const struct wrapping *w, const char *name, size_t length)
{
    for (size_t i = 0; i < 2; i++) {
        const char *from = w->names[i].from;
        if (from && strlen(from) == length && memcmp(from, name, length) == 0) {
            return w->names[i].to;
        }
    }
    return NULL;
}

/* Facts */

/** Append a string of a fact. A slot of a function is "FNAME", "pNAME#0", "rNAME" or "vNAME"; "&"
 *  may come first. */
static void add_string(struct wrapping *w, const char *string, size_t length)
{
    size_t start = length && string[0] == '&' ? 1 : 0;
    const char *name = string + start + 1;
    if (start < length && strchr("Fprv", string[start])) {
        size_t rest = length - start - 1;
        const char *hash = string[start] == 'p' ? memchr(name, '#', rest) : NULL;
        size_t own = hash ? (size_t)(hash - name) : rest;
        const char *renamed = new_name(w, name, own);
        if (renamed) {
            cg_text_put(&w->text, string, start + 1);
            cg_text_add(&w->text, renamed);
            cg_text_put(&w->text, name + own, rest - own);
            return;
        }
    }
    cg_text_put(&w->text, string, length);
}

/** The end of a string literal whose content begins at `at`. */
static const char *end_of_string(const char *at, const char *end)
{
    while (at < end && *at != '"') {
        at += *at == '\\' && at + 1 < end ? 2 : 1;
    }
    return at;
}

static void rewrite(struct wrapping *w, const char *facts)
{
    const char *end = facts + strlen(facts);
    cg_text_clear(&w->text);
    for (const char *at = facts; at < end;) {
        const char *quote = memchr(at, '"', (size_t)(end - at));
        const char *content = quote ? quote + 1 : end;
        cg_text_put(&w->text, at, (size_t)(content - at));
        at = end_of_string(content, end);
        add_string(w, content, (size_t)(at - content));
        if (at < end) {
            cg_text_put(&w->text, at++, 1);
        }
    }
}

static int wrap_facts(struct wrapping *w, enum cg_place place, uint32_t number,
                      struct cg_error *error)
{
    char *facts = cg_metadata_text(w->graph, place, number, CG_KEY_POINTER_FACTS);
    if (!facts) {
        return CG_OK;
    }
    rewrite(w, facts);
    int status = w->text.failed ? cg_fail_memory(error) : CG_OK;
    if (!status &&
        (w->text.length != strlen(facts) || memcmp(w->text.bytes, facts, w->text.length) != 0)) {
        const struct cg_value value = {w->text.bytes, w->text.length};
        status = cg_metadata_set(w->graph, place, number, CG_KEY_POINTER_FACTS, &value, error);
    }
    free(facts);
    return status;
}

/* Nodes */

/** Name all nodes again, in their order, so that the chains of names are right. */
static bool rename_nodes(struct wrapping *w)
{
    struct cg_graph *graph = w->graph;
    memset(graph->chains, 0, graph->chain_capacity * sizeof *graph->chains);
    for (cg_node node = 0; node < graph->node_count; node++) {
        uint32_t name = graph->nodes[node].name;
        const char *text = graph_string(graph, name);
        const char *renamed = new_name(w, text, strlen(text));
        if (renamed) {
            name = cg_pool_intern(&graph->pool, renamed, strlen(renamed));
        }
        graph->nodes[node].next_same_name = 0;
        if (name == CG_NO_STRING || !graph_name_node(graph, node, name)) {
            return false;
        }
    }
    return true;
}

static int wrap(struct wrapping *w, struct cg_error *error)
{
    int status = wrap_facts(w, CG_ON_GRAPH, 0, error);
    for (cg_node node = 0; node < w->graph->node_count && !status; node++) {
        status = wrap_facts(w, CG_ON_NODE, node, error);
    }
    cg_text_free(&w->text);
    if (status) {
        return status;
    }
    return rename_nodes(w) ? CG_OK : cg_fail_memory(error);
}

static char *with_prefix(const char *prefix, const char *symbol)
{
    size_t size = strlen(prefix) + strlen(symbol) + 1;
    char *text = malloc(size);
    if (text) {
        snprintf(text, size, "%s%s", prefix, symbol);
    }
    return text;
}

int cg_graph_wrap(struct cg_graph *graph, const char *symbol, struct cg_error *error)
{
    int status = graph_check_name(symbol, error);
    if (status) {
        return status;
    }
    if (graph->frozen) {
        return cg_fail(error, CG_E_STATE, "cannot rename functions of a frozen graph");
    }
    char *wrapper = with_prefix("__wrap_", symbol), *real = with_prefix("__real_", symbol);
    if (wrapper && real) {
        struct wrapping w = {.graph = graph, .names = {{symbol, wrapper}, {real, symbol}}};
        for (size_t i = 0; i < 2; i++) {
            w.names[i].from = is_defined(graph, w.names[i].from) ? NULL : w.names[i].from;
        }
        status = wrap(&w, error);
    } else {
        status = cg_fail_memory(error);
    }
    free(wrapper);
    free(real);
    return status;
}
