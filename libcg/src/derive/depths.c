/*
 * Reads the loops from the values of edges, and for calls without an edge of their own from the
 * function's unresolved calls.
 */
#include "derive/depths.h"

#include "base/error.h"
#include "graph/graph.h"
#include "linked/found_calls.h"
#include "strings/digits.h"
#include "strings/text.h"
#include "json/json_walk.h"
#include "json/scanner.h"

#include <libcg/kinds.h>

#include <stdlib.h>

static uint32_t key_of(const struct cg_graph *graph, const char *key)
{
    return cg_pool_find(&graph->pool, key, strlen(key));
}

static bool value_of(struct cg_value *out, const struct cg_graph *graph, enum cg_place place,
                     uint32_t number, uint32_t key)
{
    uint32_t text =
        key == CG_NO_STRING ? CG_NO_STRING : graph_get_attribute(graph, place, number, key);
    if (text == CG_NO_STRING) {
        return false;
    }
    *out = (struct cg_value){graph_string(graph, text), cg_pool_length(&graph->pool, text)};
    return true;
}

bool depths_are_collected(const struct cg_graph *graph)
{
    uint32_t depth = key_of(graph, CG_KEY_LOOP_DEPTH);
    uint32_t calls = key_of(graph, CG_KEY_LOOP_CALL_DEPTH);
    struct cg_value value;
    if (depth == CG_NO_STRING && calls == CG_NO_STRING) {
        return false;
    }
    for (cg_node n = 0; n < graph->node_count; n++) {
        if (value_of(&value, graph, CG_ON_NODE, n, depth) ||
            value_of(&value, graph, CG_ON_NODE, n, calls)) {
            return true;
        }
    }
    return false;
}

bool depth_read(uint32_t *out, const struct cg_value *value)
{
    uint64_t number = UINT32_MAX; /* also for larger values */
    if (!value->length || cg_digits(value->text, value->length) != value->length) {
        return false;
    }
    cg_read_digits(&number, value->text, value->length, UINT32_MAX);
    *out = (uint32_t)number;
    return true;
}

static void raise(uint32_t *depth, const struct cg_value *value)
{
    uint32_t number;
    if (depth_read(&number, value) && number > *depth) {
        *depth = number;
    }
}

/* Sites */

static void read_sites(uint32_t *depths, const struct cg_graph *graph,
                       const struct derive_calls *calls)
{
    uint32_t count = calls->start[calls->rows.nodes];
    for (uint32_t i = 0; i < count; i++) {
        depths[i] = sites_loops(graph, calls->edges[i]);
    }
}

/* Callers */

/** Reading loopCallDepth of one function after the other. */
struct naming {
    const struct cg_graph *graph;
    const struct derive_calls *calls;
    uint32_t *depths;
    uint32_t *call_of; /**< by callee: its call, if that is one of the caller's */
    cg_node caller;
    struct cg_text name;
};

/* The name in a JSON string, terminated; none if the string cannot be a name. */
static bool read_name(struct naming *n, const struct cg_value *string)
{
    cg_text_clear(&n->name);
    json_unescape(&n->name, string->text + 1, string->length - 2);
    if (n->name.failed || !n->name.length || memchr(n->name.bytes, '\0', n->name.length)) {
        return false;
    }
    cg_text_put(&n->name, "", 1);
    return !n->name.failed;
}

static void raise_callee(struct naming *n, cg_node callee, const struct cg_value *value)
{
    uint32_t call = n->call_of[callee];
    if (call >= n->calls->start[n->caller] && call < n->calls->start[n->caller + 1] &&
        n->calls->callees[call] == callee) {
        raise(&n->depths[call], value);
    }
}

/* Functions with this name or another name equal to it. @return false when these are more than
 * there are calls, and not all were looked at */
static bool raise_by_name(struct naming *n, const struct cg_value *value)
{
    const char *name = n->name.bytes;
    uint32_t left = n->calls->start[n->caller + 1] - n->calls->start[n->caller] + 1;
    cg_node node = cg_graph_find(n->graph, name);
    for (; node != CG_NONE && left; node = cg_graph_find_next(n->graph, name, node), left--) {
        raise_callee(n, node, value);
    }
    node = left ? graph_find_other_name(n->graph, name) : CG_NONE;
    for (; node != CG_NONE && left; node = graph_next_other_name(n->graph, name, node), left--) {
        raise_callee(n, node, value);
    }
    return left > 0;
}

static bool is_named(const struct cg_graph *graph, cg_node node, const char *name)
{
    const char *const *others;
    uint32_t count = graph_other_names_of(graph, node, &others);
    bool named = strcmp(cg_node_name(graph, node), name) == 0;
    for (uint32_t i = 0; i < count && !named; i++) {
        named = strcmp(others[i], name) == 0;
    }
    return named;
}

static void raise_named(struct naming *n, const struct cg_value *value)
{
    if (raise_by_name(n, value)) {
        return;
    }
    for (uint32_t i = n->calls->start[n->caller]; i < n->calls->start[n->caller + 1]; i++) {
        if (is_named(n->graph, n->calls->callees[i], n->name.bytes)) {
            raise(&n->depths[i], value);
        }
    }
}

static void read_caller(struct naming *n, const struct cg_value *object)
{
    struct json_walk walk;
    struct cg_value key, value;
    if (!json_walk_start(&walk, object, '{')) {
        return;
    }
    for (uint32_t i = n->calls->start[n->caller]; i < n->calls->start[n->caller + 1]; i++) {
        n->call_of[n->calls->callees[i]] = i;
    }
    while (json_walk_next(&walk, &key, &value)) {
        if (read_name(n, &key)) {
            raise_named(n, &value);
        }
    }
}

static int read_callers(uint32_t *depths, const struct cg_graph *graph,
                        const struct derive_calls *calls, struct cg_error *error)
{
    struct naming n = {.graph = graph, .calls = calls, .depths = depths};
    uint32_t key = key_of(graph, CG_KEY_LOOP_CALL_DEPTH);
    struct cg_value object;
    n.call_of = calloc((size_t)calls->rows.nodes + 1, sizeof *n.call_of);
    for (; n.call_of && n.caller < calls->rows.nodes; n.caller++) {
        if (value_of(&object, graph, CG_ON_NODE, n.caller, key)) {
            read_caller(&n, &object);
        }
    }
    bool done = n.call_of && !n.name.failed;
    free(n.call_of);
    cg_text_free(&n.name);
    return done ? CG_OK : cg_fail_memory(error);
}

/* A frozen graph has the index of other names already. */
static int read_all(uint32_t *depths, struct cg_graph *graph, const struct derive_calls *calls,
                    struct cg_error *error)
{
    bool indexed = graph->frozen || graph_index_other_names(graph);
    if (!indexed) {
        return cg_fail_memory(error);
    }
    read_sites(depths, graph, calls);
    int status = read_callers(depths, graph, calls, error);
    if (!graph->frozen) {
        graph_drop_other_names(graph);
    }
    return status;
}

int depths_find(uint32_t **out, struct cg_graph *graph, const struct derive_calls *calls,
                struct cg_error *error)
{
    uint32_t *depths = calloc((size_t)calls->start[calls->rows.nodes] + 1, sizeof *depths);
    int status = depths ? read_all(depths, graph, calls, error) : cg_fail_memory(error);
    if (status) {
        free(depths);
        return status;
    }
    *out = depths;
    return CG_OK;
}
