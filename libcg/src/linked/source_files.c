/* Finds the source files of a graph that every compile understood alike. */
#include "linked/source_files.h"

#include "graph/graph_facts.h"
#include "identity/identity.h"
#include "json/json_walk.h"
#include "json/scanner.h"

#include "strings/text.h"

#include <libcg/merge.h>

#include <stdlib.h>
#include <string.h>

/* Whether an array has one element. */
static bool is_single(const struct cg_value *array)
{
    struct json_walk walk;
    struct cg_value element;
    return json_walk_start(&walk, array, '[') && json_walk_next(&walk, NULL, &element) &&
           !json_walk_next(&walk, NULL, &element);
}

static void note_name(bool *steady, const struct cg_graph *graph, struct cg_text *name,
                      const struct cg_value *key)
{
    cg_text_clear(name);
    json_unescape(name, key->text + 1, key->length - 2);
    uint32_t file =
        name->failed ? CG_NO_STRING : cg_pool_find(&graph->pool, name->bytes, name->length);
    if (file != CG_NO_STRING) {
        steady[file] = true;
    }
}

bool *source_files_steady(const struct cg_graph *graph)
{
    const char *text = cg_metadata_get(graph, CG_ON_GRAPH, 0, CG_KEY_SOURCES);
    struct cg_value files = {text, text ? strlen(text) : 0}, key, ways;
    bool *steady = calloc((size_t)graph->pool.count + 1, sizeof *steady);
    struct cg_text name = {0};
    struct json_walk walk;
    for (bool more = steady && text && json_walk_start(&walk, &files, '{'); more;) {
        more = json_walk_next(&walk, &key, &ways);
        if (more && is_single(&ways)) {
            note_name(steady, graph, &name, &key);
            more = !name.failed; /* which the next name forgets */
        }
    }
    bool failed = name.failed;
    cg_text_free(&name);
    if (failed) {
        free(steady);
        return NULL;
    }
    return steady;
}

bool source_files_have_all(const bool *steady, const struct cg_graph *graph, cg_node node)
{
    const struct node *function = &graph->nodes[node];
    if (function->origin == CG_NO_STRING || !steady[function->origin]) {
        return false;
    }
    return identity_is_internal(function) ||
           (identity_is_definite(function) &&
            graph_get_attribute(graph, CG_ON_NODE, node, FACT_INTERPOSABLE) != FACT_TRUE);
}

static bool has_namesake(const struct cg_graph *graph, cg_node node)
{
    return identity_is_definite(&graph->nodes[node]) &&
           graph_next_symbol(graph, cg_node_name(graph, node), node) != CG_NONE;
}

void source_files_forget(struct cg_graph *graph)
{
    bool several = false;
    for (cg_node n = 0; n < graph->node_count && !several; n++) {
        several = has_namesake(graph, n);
    }
    if (!several) {
        cg_metadata_remove(graph, CG_ON_GRAPH, 0, CG_KEY_SOURCES);
    }
}
