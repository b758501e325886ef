/* Functions of the graph by the names that facts have. Thousands of files may have an internal
 * function of one name each, so these are found by their files. */
#include "points_to/solved_program.h"

#include "base/error.h"
#include "identity/identity.h"

#include <stdlib.h>
#include <string.h>

static bool index_origins(struct program *program)
{
    const struct cg_graph *graph = program->graph;
    bool ok = true;
    for (cg_node n = 0; n < graph->node_count && ok && !program->has_origins; n++) {
        const struct node *node = &graph->nodes[n];
        bool internal = identity_is_internal(node);
        bool known = node->origin != CG_NO_STRING && *cg_pool_string(&graph->pool, node->origin);
        ok = origin_index_add(&program->by_origin[internal], node->name,
                              known ? node->origin : CG_NO_STRING, n);
    }
    program->has_origins = ok;
    return ok;
}

/* A function by its name and file. @param name its number among the strings of the graph */
static cg_node find_in_file(const struct program *program, uint32_t name, const char *origin,
                            bool internal)
{
    const struct cg_pool *pool = &program->graph->pool;
    uint32_t file = *origin ? cg_pool_find(pool, origin, strlen(origin)) : CG_NO_STRING;
    return *origin && file == CG_NO_STRING
               ? CG_NONE
               : origin_index_find(&program->by_origin[internal], name, file);
}

/* The same by another of its names. */
static cg_node find_alias(const struct cg_graph *graph, const char *name, const char *origin,
                          bool internal)
{
    cg_node node = graph_find_other_name(graph, name);
    for (; node != CG_NONE; node = graph_next_other_name(graph, name, node)) {
        const char *own = cg_node_origin(graph, node);
        if (identity_is_internal(&graph->nodes[node]) == internal &&
            strcmp(own ? own : "", origin) == 0) {
            break;
        }
    }
    return node;
}

int program_find_node(cg_node *out, struct program *program, const char *text,
                      struct cg_error *error)
{
    const struct cg_graph *graph = program->graph;
    const char *bar = strchr(text, '|');
    *out = graph_find_symbol(graph, text);
    if (*out != CG_NONE || !bar) {
        return CG_OK;
    }
    bool internal = bar[1] != '|';
    const char *origin = bar + 1 + !internal;
    char *name = strndup(text, (size_t)(bar - text));
    bool ok = name && index_origins(program);
    uint32_t string = ok ? cg_pool_find(&graph->pool, name, strlen(name)) : CG_NO_STRING;
    if (ok && string != CG_NO_STRING && graph->chains[string].first) {
        *out = find_in_file(program, string, origin, internal);
    } else if (ok) {
        *out = find_alias(graph, name, origin, internal);
    }
    free(name);
    return ok ? CG_OK : cg_fail_memory(error);
}
