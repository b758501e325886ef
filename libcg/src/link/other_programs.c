/* Calls between programs: none. Two files that define one external function are of two programs, so
 * no pointer leads from one to the other. Hidden functions do not count: each library may have its
 * own. */
#include "link/write_targets.h"

#include "base/error.h"
#include "graph/identity.h"
#include "graph/source_files.h"

#include <stdlib.h>
#include <string.h>

/** The functions by which files are told apart. */
struct marks {
    const struct program *program;
    cg_node *nodes; /**< sorted by file, then by name */
    size_t count;
    struct range {
        size_t first, end;
    } *of;         /**< by string of the graph: those of a file */
    uint32_t a, b; /**< the last two files */
    bool differ;   /**< whether they are of two programs */
};

static bool is_mark(const struct program *program, cg_node node)
{
    const struct cg_graph *graph = program->graph;
    const char *name = cg_node_name(graph, node);
    uint32_t function = program->nodes[node];
    return identity_is_definite(&graph->nodes[node]) &&
           cg_pool_find(&program->ambiguous, name, strlen(name)) != CG_NO_STRING &&
           source_files_have_all(program->steady, graph, node) &&
           !(function != NUMBER_NONE && program->functions[function].hidden);
}

static int by_file(const void *a, const void *b, void *graph)
{
    const struct node *nodes = ((const struct cg_graph *)graph)->nodes;
    const struct node *x = &nodes[*(const cg_node *)a], *y = &nodes[*(const cg_node *)b];
    int order = (x->origin > y->origin) - (x->origin < y->origin);
    return order ? order : (x->name > y->name) - (x->name < y->name);
}

static bool find_marks(struct marks *marks, const struct program *program)
{
    struct cg_graph *graph = program->graph;
    *marks = (struct marks){.program = program, .a = CG_NO_STRING};
    marks->nodes = malloc(((size_t)graph->node_count + 1) * sizeof *marks->nodes);
    marks->of = calloc((size_t)graph->pool.count + 1, sizeof *marks->of);
    if (!marks->nodes || !marks->of) {
        return false;
    }
    for (cg_node n = 0; n < graph->node_count; n++) {
        if (is_mark(program, n)) {
            marks->nodes[marks->count++] = n;
        }
    }
    qsort_r(marks->nodes, marks->count, sizeof *marks->nodes, by_file, graph);
    for (size_t i = 0; i < marks->count; i++) {
        struct range *range = &marks->of[graph->nodes[marks->nodes[i]].origin];
        *range = (struct range){range->end ? range->first : i, i + 1};
    }
    return true;
}

/* Whether two files define one function. */
static bool share(const struct marks *marks, struct range a, struct range b)
{
    const struct node *nodes = marks->program->graph->nodes;
    while (a.first < a.end && b.first < b.end) {
        uint32_t x = nodes[marks->nodes[a.first]].name, y = nodes[marks->nodes[b.first]].name;
        if (x == y) {
            return true;
        }
        a.first += x < y;
        b.first += y < x;
    }
    return false;
}

static bool are_of_two(struct marks *marks, cg_node caller, cg_node callee)
{
    const struct cg_graph *graph = marks->program->graph;
    const bool *steady = marks->program->steady;
    if (caller == CG_NONE || callee == CG_NONE || !source_files_have_all(steady, graph, caller) ||
        !source_files_have_all(steady, graph, callee)) {
        return false;
    }
    uint32_t a = graph->nodes[caller].origin, b = graph->nodes[callee].origin;
    if (a != marks->a || b != marks->b) {
        marks->a = a;
        marks->b = b;
        marks->differ = a != b && share(marks, marks->of[a], marks->of[b]);
    }
    return marks->differ;
}

/* The targets of each call: those of its leader that it can reach. */
static int spread(struct program *program, struct marks *marks, struct cg_error *error)
{
    struct number_list old = program->targets, reached = {0};
    bool ok = true;
    for (size_t i = 0; i < old.count && ok; i += 2) {
        uint32_t function = old.items[i + 1];
        for (uint32_t call = old.items[i]; call != NUMBER_NONE && ok;
             call = program->calls[call].fellow) {
            if (!are_of_two(marks, program->calls[call].owner, program->functions[function].node)) {
                ok = number_add(&reached, call) && number_add(&reached, function);
            }
        }
    }
    program->targets = reached;
    free(old.items);
    return ok ? CG_OK : cg_fail_memory(error);
}

int programs_spread(struct program *program, struct cg_error *error)
{
    struct marks marks;
    int status =
        find_marks(&marks, program) ? spread(program, &marks, error) : cg_fail_memory(error);
    free(marks.nodes);
    free(marks.of);
    return status;
}
