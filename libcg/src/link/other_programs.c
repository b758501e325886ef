/* Calls between programs: two files that define `main` are of two programs, so no pointer leads
 * from one to the other. Other functions tell nothing: a program and its shared library may each
 * have their own. */
#include "link/write_targets.h"

#include "base/error.h"
#include "graph/identity.h"
#include "graph/source_files.h"

#include <stdlib.h>
#include <string.h>

/* Targets of all calls, each by itself. Where there are more, too many callees is the greater evil.
 */
#define MOST_SPREAD ((uint64_t)1 << 25)

bool programs_can_spread(const struct program *program)
{
    uint32_t *fellows = calloc(program->call_count + (size_t)1, sizeof *fellows);
    uint64_t count = 0;
    for (uint32_t i = 0; fellows && i < program->call_count; i++) {
        fellows[program->calls[i].leader]++;
    }
    for (size_t i = 0; fellows && i < program->targets.count; i += 2) {
        count += fellows[program->targets.items[i]];
    }
    bool can = fellows && count <= MOST_SPREAD;
    free(fellows);
    return can;
}

/** Whether all of a function is in its file, which no other program has. */
static bool is_of_one_file(const struct program *program, cg_node node)
{
    return node != CG_NONE && source_files_have_all(program->steady, program->graph, node);
}

/** @return by string of the graph: whether a file defines `main`; NULL when memory is exhausted */
static bool *files_with_main(const struct program *program)
{
    const struct cg_graph *graph = program->graph;
    bool *files = calloc((size_t)graph->pool.count + 1, sizeof *files);
    cg_node n = files ? cg_graph_find(graph, "main") : CG_NONE;
    for (; n != CG_NONE; n = cg_graph_next_same_name(graph, n)) {
        if (identity_is_definite(&graph->nodes[n]) && is_of_one_file(program, n)) {
            files[graph->nodes[n].origin] = true;
        }
    }
    return files;
}

static bool are_of_two(const struct program *program, const bool *mains, cg_node caller,
                       cg_node callee)
{
    const struct node *nodes = program->graph->nodes;
    return is_of_one_file(program, caller) && is_of_one_file(program, callee) &&
           nodes[caller].origin != nodes[callee].origin && mains[nodes[caller].origin] &&
           mains[nodes[callee].origin];
}

/* The targets of each call: those of its leader that it can reach. */
static int spread(struct program *program, const bool *mains, struct cg_error *error)
{
    struct number_list old = program->targets, reached = {0};
    bool ok = true;
    for (size_t i = 0; i < old.count && ok; i += 2) {
        cg_node callee = program->functions[old.items[i + 1]].node;
        for (uint32_t call = old.items[i]; call != NUMBER_NONE && ok;
             call = program->calls[call].fellow) {
            if (!are_of_two(program, mains, program->calls[call].owner, callee)) {
                ok = number_add(&reached, call) && number_add(&reached, old.items[i + 1]);
            }
        }
    }
    program->targets = reached;
    free(old.items);
    return ok ? CG_OK : cg_fail_memory(error);
}

int programs_spread(struct program *program, struct cg_error *error)
{
    bool *mains = files_with_main(program);
    int status = mains ? spread(program, mains, error) : cg_fail_memory(error);
    free(mains);
    return status;
}
