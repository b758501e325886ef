/* Keeps the virtual members whose pointers the source converts: see member_pointers.h. */
#include "points_to/member_pointers.h"

#include "base/error.h"
#include "classes/overriders.h"

#include <stdlib.h>

int member_pointers_note(struct program *program, const struct number_list *functions,
                         bool converted, struct cg_error *error)
{
    struct number_list *nodes = converted ? &program->members_cast : &program->members_made;
    bool ok = true;
    for (size_t i = 0; ok && i < functions->count; i++) {
        cg_node node = program->functions[functions->items[i]].node;
        ok = node == CG_NONE || number_add(nodes, node);
    }
    return ok ? CG_OK : cg_fail_memory(error);
}

static void mark(bool *marked, const struct number_list *nodes)
{
    for (size_t i = 0; i < nodes->count; i++) {
        marked[nodes->items[i]] = true;
    }
}

/* Make a list of the nodes that are marked, in order. */
static bool list_marked(struct number_list *list, const bool *marked, uint32_t nodes)
{
    bool ok = true;
    list->count = 0;
    for (cg_node n = 0; n < nodes && ok; n++) {
        ok = !marked[n] || number_add(list, n);
    }
    return ok;
}

int member_pointers_settle(struct program *program, struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(program->graph);
    if (!program->members_cast.count && !program->any_member_cast) {
        return CG_OK;
    }
    bool *marked = calloc((size_t)nodes + 1, sizeof *marked);
    if (!marked) {
        return cg_fail_memory(error);
    }
    mark(marked, &program->members_cast);
    if (program->any_member_cast) {
        mark(marked, &program->members_made);
    }
    int status = overriders_mark(program->graph, marked, error);
    bool ok = status || list_marked(&program->members_cast, marked, nodes);
    free(marked);
    return ok ? status : cg_fail_memory(error);
}
