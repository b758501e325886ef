/* Allocations whose memory may reach a set: down the calls of the function that allocates, and of
 * those that it returns to. */
#include "instrument/ground.h"

#include "base/versioned_options.h"
#include "query/common/query_internal.h"

#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

struct allocating {
    struct ground ground;
    struct cg_allocations about;
    bool *allocators;  /* those of the graph; NULL: the caller gave some */
    uint32_t *calls;   /* by node: calls from it to the set, or CG_NONE */
    uint32_t *returns; /* by node: returns from it to a function that calls the set, or CG_NONE */
    uint32_t *open;    /* by node: returns until unresolved calls lead on, or CG_NONE */
};

void cg_allocators(bool *set, const struct cg_graph *graph)
{
    static const char *const names[] = {
        "malloc",   "calloc",    "realloc",  "reallocarray", "aligned_alloc", "memalign",
        "valloc",   "pvalloc",   "strdup",   "strndup",      "wcsdup",        "posix_memalign",
        "asprintf", "vasprintf", "getdelim", "getline",      "mmap",          "mmap64",
    };
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        const char *name = cg_node_name(graph, node);
        set[node] = strncmp(name, "_Znw", 4) == 0 || strncmp(name, "_Zna", 4) == 0;
        for (size_t i = 0; i < sizeof names / sizeof *names && !set[node]; i++) {
            set[node] = strcmp(name, names[i]) == 0;
        }
    }
}

/* Functions with a property, as where searches begin. */
typedef bool is_start(const struct allocating *a, cg_node node);

static bool has_unresolved_calls(const struct allocating *a, cg_node node)
{
    return a->ground.runs[node] &&
           cg_site_count(a->ground.graph, node, CG_KEY_UNRESOLVED_CALLS) > 0;
}

/* It may return to where it was called through a pointer. */
static bool is_address_taken(const struct allocating *a, cg_node node)
{
    return cg_site_count(a->ground.graph, node, CG_KEY_ADDRESS_TAKEN) > 0;
}

static bool calls_the_set(const struct allocating *a, cg_node node)
{
    return a->calls[node] != CG_NONE;
}

static bool may_call_the_set(const struct allocating *a, cg_node node)
{
    return a->open[node] != CG_NONE;
}

static int search_from(uint32_t *distance, const struct allocating *a, is_start *is,
                       enum cg_direction direction, struct cg_error *error)
{
    cg_node *starts = NULL;
    size_t count = 0;
    int status = cg_query_allocate(&starts, a->ground.nodes, sizeof *starts, error);
    for (cg_node node = 0; node < a->ground.nodes && !status; node++) {
        if (is(a, node)) {
            starts[count++] = node;
        }
    }
    if (!status) {
        status = cg_search(distance, a->ground.graph, &(struct cg_function_set){starts, count},
                           direction, CG_NONE, error);
    }
    free(starts);
    return status;
}

/* Unresolved calls may call the set; and functions that they may call return to them. */
static int search_open(struct allocating *a, struct cg_error *error)
{
    uint32_t *returns = NULL;
    bool any = false;
    int status = search_from(a->open, a, has_unresolved_calls, CG_CALLERS, error);
    for (cg_node node = 0; node < a->ground.nodes && !status; node++) {
        any = any || a->open[node] == 0;
    }
    status = status ? status : search_from(a->open, a, may_call_the_set, CG_CALLEES, error);
    if (!status && any) {
        status = cg_query_allocate(&returns, a->ground.nodes, sizeof *returns, error);
        status = status ? status : search_from(returns, a, is_address_taken, CG_CALLEES, error);
    }
    for (cg_node node = 0; node < a->ground.nodes && !status && any; node++) {
        bool sooner = returns[node] != CG_NONE && returns[node] + 1 < a->open[node];
        a->open[node] = sooner ? returns[node] + 1 : a->open[node];
    }
    free(returns);
    return status;
}

static int lay(struct allocating *a, const struct cg_graph *graph,
               const struct cg_choose_options *options, struct cg_error *error)
{
    int status = ground_lay(&a->ground, graph, options, error);
    status =
        status ? status : cg_query_check_nodes(graph, a->about.to.nodes, a->about.to.count, error);
    uint32_t nodes = a->ground.nodes;
    status = status ? status : cg_query_allocate(&a->calls, nodes, sizeof *a->calls, error);
    status = status ? status : cg_query_allocate(&a->returns, nodes, sizeof *a->returns, error);
    status = status ? status : cg_query_allocate(&a->open, nodes, sizeof *a->open, error);
    if (!status && !a->about.allocators) {
        status = cg_query_allocate(&a->allocators, nodes, sizeof *a->allocators, error);
        if (!status) {
            cg_allocators(a->allocators, graph);
            a->about.allocators = a->allocators;
        }
    }
    if (!status) {
        status = cg_search(a->calls, graph, &a->about.to, CG_CALLERS, CG_NONE, error);
    }
    status = status ? status : search_from(a->returns, a, calls_the_set, CG_CALLEES, error);
    for (cg_node node = 0; node < nodes && !status; node++) {
        a->open[node] = CG_NONE;
    }
    return !status && a->ground.options.beyond ? search_open(a, error) : status;
}

static void clear_allocating(struct allocating *a)
{
    free(a->allocators);
    free(a->calls);
    free(a->returns);
    free(a->open);
    ground_clear(&a->ground);
}

static uint32_t returns_of(const struct allocating *a, cg_node node)
{
    return a->returns[node] < a->open[node] ? a->returns[node] : a->open[node];
}

/* Follow the returns up to where the set can be called. */
static void describe_allocation(struct cg_allocation *out, const struct allocating *a, cg_edge edge)
{
    cg_node at = cg_edge_caller(a->ground.graph, edge);
    *out = (struct cg_allocation){.edge = edge, .returns = returns_of(a, at), .where = CG_NONE};
    if (a->returns[at] > a->open[at]) {
        return;
    }
    while (a->returns[at] > 0) {
        at = ground_caller_towards(&a->ground, a->returns, at);
    }
    out->where = at;
    out->calls = a->calls[at];
}

static bool is_one(const struct allocating *a, cg_edge edge)
{
    const struct cg_graph *graph = a->ground.graph;
    cg_node caller = cg_edge_caller(graph, edge);
    uint32_t returns = returns_of(a, caller);
    return a->about.allocators[cg_edge_callee(graph, edge)] && a->ground.runs[caller] &&
           !cg_query_is_guess(graph, edge) && returns != CG_NONE && returns <= a->about.returns;
}

static int list_allocations(struct cg_allocation **out, size_t *count, const struct allocating *a,
                            struct cg_error *error)
{
    uint32_t edges = cg_graph_edge_count(a->ground.graph);
    size_t found = 0;
    for (cg_edge edge = 0; edge < edges; edge++) {
        found += is_one(a, edge);
    }
    int status = cg_query_allocate(out, found, sizeof **out, error);
    *count = 0;
    for (cg_edge edge = 0; edge < edges && !status; edge++) {
        if (is_one(a, edge)) {
            describe_allocation(&(*out)[(*count)++], a, edge);
        }
    }
    return status;
}

int cg_allocations(struct cg_allocation **out, size_t *count, const struct cg_graph *graph,
                   const struct cg_allocations *about, const struct cg_choose_options *options,
                   struct cg_error *error)
{
    struct allocating a = {.about = CG_ALLOCATIONS_INIT};
    int status = OPTIONS_TAKE(&a.about, about, cg_allocations, error);
    status = status ? status : lay(&a, graph, options, error);
    status = status ? status : list_allocations(out, count, &a, error);
    clear_allocating(&a);
    return status;
}

static int choose_allocators(struct cg_choice *choice, const struct ground *ground,
                             const struct cg_allocation *allocations, size_t count,
                             struct cg_error *error)
{
    int status = ground_choose_entries(choice, ground, error);
    for (size_t i = 0; i < count && !status; i++) {
        struct cg_chosen chosen = {.node = cg_edge_caller(ground->graph, allocations[i].edge),
                                   .why = CG_CHOSEN_ALLOCATION,
                                   .value = allocations[i].returns,
                                   .because = allocations[i].where};
        status = ground->can[chosen.node] ? choice_add(choice, &chosen, error) : CG_OK;
    }
    return status;
}

int cg_choose_allocations(struct cg_choice **out, const struct cg_graph *graph,
                          const struct cg_allocations *about,
                          const struct cg_choose_options *options, struct cg_error *error)
{
    struct ground ground = {0};
    struct cg_choice *choice = NULL;
    struct cg_allocation *allocations = NULL;
    size_t count = 0;
    int status = choice_new(&choice, error);
    status = status ? status : ground_lay(&ground, graph, options, error);
    if (!status) {
        status = cg_allocations(&allocations, &count, graph, about, options, error);
    }
    status = status ? status : choose_allocators(choice, &ground, allocations, count, error);
    free(allocations);
    ground_clear(&ground);
    return choice_finish(out, choice, status, error);
}
