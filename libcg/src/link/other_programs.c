/* Calls between programs: two files that define `main` are of two programs, so no pointer leads
 * from one to the other. Other functions tell nothing: a program and its shared library may each
 * have their own. */
#include "link/write_targets.h"

#include "base/error.h"
#include "identity/identity.h"
#include "linked/source_files.h"

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
    return source_files_have_all(program->steady, program->graph, node);
}

/** By string of the graph: whether a file defines `main`. */
static void find_files_with_main(bool *files, const struct program *program)
{
    const struct cg_graph *graph = program->graph;
    for (cg_node n = cg_graph_find(graph, "main"); n != CG_NONE;
         n = cg_graph_next_same_name(graph, n)) {
        if (identity_is_definite(&graph->nodes[n]) && is_of_one_file(program, n)) {
            files[graph->nodes[n].origin] = true;
        }
    }
}

/** By node: the file with `main` that has all of it, or CG_NO_STRING. NULL when memory is exhausted
 */
static uint32_t *find_programs(const struct program *program)
{
    const struct cg_graph *graph = program->graph;
    bool *files = calloc((size_t)graph->pool.count + 1, sizeof *files);
    uint32_t *programs = malloc(((size_t)graph->node_count + 1) * sizeof *programs);
    if (files) {
        find_files_with_main(files, program);
    }
    for (cg_node n = 0; n < graph->node_count && files && programs; n++) {
        uint32_t origin = graph->nodes[n].origin;
        bool own = origin != CG_NO_STRING && files[origin] && is_of_one_file(program, n);
        programs[n] = own ? origin : CG_NO_STRING;
    }
    if (!files) {
        free(programs);
        programs = NULL;
    }
    free(files);
    return programs;
}

static uint32_t program_of(const uint32_t *programs, cg_node node)
{
    return node == CG_NONE ? CG_NO_STRING : programs[node];
}

/* The targets of each call: those of its leader that it can reach. */
static int spread(struct program *program, const uint32_t *programs, struct cg_error *error)
{
    struct number_list old = program->targets, reached = {0};
    bool ok = true;
    for (size_t i = 0; i < old.count && ok; i += 2) {
        uint32_t callee = program_of(programs, program->functions[old.items[i + 1]].node);
        for (uint32_t call = old.items[i]; call != NUMBER_NONE && ok;
             call = program->calls[call].fellow) {
            uint32_t caller = program_of(programs, program->calls[call].owner);
            if (caller == CG_NO_STRING || callee == CG_NO_STRING || caller == callee) {
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
    uint32_t *programs = find_programs(program);
    int status = programs ? spread(program, programs, error) : cg_fail_memory(error);
    free(programs);
    return status;
}
