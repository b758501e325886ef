/* What changed since the graph of --diff, for the page. */
#include "verbs/export/page/page.h"

#include "ask/ask.h"

#include <libcg/diff.h>

/* Kinds of changes, in the order of page/js/views/changes.js. */
enum change {
    CALL_CAME,
    CALL_WENT,
    CALL_CHANGED,
    FUNCTION_CAME,
    FUNCTION_WENT,
    FUNCTION_MOVED,
    FUNCTION_DEFINED,
    FUNCTION_UNDEFINED,
    FUNCTION_REACHED,
    FUNCTION_UNREACHED,
    LIBRARY_GAINED, /* a function leads to one without a body now; the latter is the callee */
    LIBRARY_LOST,
};

/* Most functions of each library function that is gained or lost. */
#define MOST_GAINS 100

/** Changes being written. Functions that the page does not have are 0, others their number + 1. */
struct changes {
    struct page *page;
    struct query *new; /**< the whole graph, of which the page may show a part */
    struct query *old;
    struct cg_diff *diff;
    GArray *kind;
    GArray *function;
    GArray *name;
    GArray *callee;
    GArray *callee_name;
};

/* A function of the graph, or of the old one. */
static void add_end(struct changes *changes, GArray *functions, GArray *names, bool old,
                    cg_node node)
{
    cg_node now = old && node != CG_NONE ? cg_diff_new_of(changes->diff)[node] : node;
    struct query *query = old ? changes->old : changes->new;
    page_append(functions, page_function(changes->page, now));
    page_append(names, node == CG_NONE ? 0 : page_text(changes->page, query_name(query, node)));
}

static void add_change(struct changes *changes, enum change kind, bool old, cg_node node,
                       cg_node callee)
{
    page_append(changes->kind, kind);
    add_end(changes, changes->function, changes->name, old, node);
    add_end(changes, changes->callee, changes->callee_name, old, callee);
}

static void add_functions(struct changes *changes, enum change kind, bool old,
                          struct cg_function_set set)
{
    for (size_t i = 0; i < set.count; i++) {
        add_change(changes, kind, old, set.nodes[i], CG_NONE);
    }
}

static void add_calls(struct changes *changes, enum change kind, bool old, struct cg_call_set set)
{
    const struct query *query = old ? changes->old : changes->new;
    for (size_t i = 0; i < set.count; i++) {
        add_change(changes, kind, old, cg_edge_caller(query->graph, set.edges[i]),
                   cg_edge_callee(query->graph, set.edges[i]));
    }
}

/* Functions without a body belong to libraries. */
static bool *library_functions(const struct cg_graph *graph)
{
    uint32_t count = cg_graph_node_count(graph);
    bool *is = g_new(bool, (gsize)count + 1);
    for (cg_node node = 0; node < count; node++) {
        is[node] = !cg_node_has_body(graph, node);
    }
    return is;
}

static void add_gains(struct changes *changes, enum change kind)
{
    struct page *page = changes->page;
    bool lost = kind == LIBRARY_LOST;
    bool *targets = library_functions(lost ? changes->old->graph : changes->new->graph);
    const struct cg_diff_gains_query query = {CG_DIFF_GAINS_QUERY_VERSION,
                                              changes->old->graph,
                                              changes->new->graph,
                                              lost,
                                              targets,
                                              NULL,
                                              MOST_GAINS};
    struct cg_diff_gains *gains = NULL;
    page->status = cg_diff_gains(&gains, changes->diff, &query, page->error);
    for (size_t i = 0; !page->status && i < cg_diff_gains_count(gains); i++) {
        const struct cg_diff_gain *gain = cg_diff_gains_at(gains, i);
        for (size_t k = 0; k < gain->functions.count; k++) {
            add_change(changes, kind, lost, gain->functions.nodes[k], gain->target);
        }
    }
    cg_diff_gains_free(gains);
    g_free(targets);
}

static void add_changes(struct changes *changes)
{
    const struct cg_diff *diff = changes->diff;
    add_calls(changes, CALL_CAME, false, cg_diff_calls_added(diff));
    add_calls(changes, CALL_WENT, true, cg_diff_calls_gone(diff));
    add_calls(changes, CALL_CHANGED, false, cg_diff_calls_changed(diff));
    add_functions(changes, FUNCTION_CAME, false, cg_diff_added(diff));
    add_functions(changes, FUNCTION_WENT, true, cg_diff_gone(diff));
    add_functions(changes, FUNCTION_MOVED, false, cg_diff_moved(diff));
    add_functions(changes, FUNCTION_DEFINED, false, cg_diff_defined(diff));
    add_functions(changes, FUNCTION_UNDEFINED, false, cg_diff_undefined(diff));
    add_functions(changes, FUNCTION_REACHED, false, cg_diff_reached(diff));
    add_functions(changes, FUNCTION_UNREACHED, false, cg_diff_unreached(diff));
    add_gains(changes, LIBRARY_GAINED);
    if (!changes->page->status) {
        add_gains(changes, LIBRARY_LOST);
    }
}

static void write_changes(struct page *page, struct query *old)
{
    struct query *query = page->x->query;
    struct changes changes = {.page = page,
                              .new = query->whole ? query->whole : query,
                              .old = old,
                              .kind = page_column(),
                              .function = page_column(),
                              .name = page_column(),
                              .callee = page_column(),
                              .callee_name = page_column()};
    page->status = cg_diff(&changes.diff, old->graph, changes.new->graph, NULL, page->error);
    if (!page->status) {
        add_changes(&changes);
    }
    char *base = g_path_get_basename(old->graph_name);
    page_fact_text(page, "old", base);
    g_free(base);
    page_number_array(page, "change", changes.kind);
    page_number_array(page, "changeFunction", changes.function);
    page_number_array(page, "changeName", changes.name);
    page_number_array(page, "changeCallee", changes.callee);
    page_number_array(page, "changeCalleeName", changes.callee_name);
    cg_diff_free(changes.diff);
}

void page_write_changes(struct page *page)
{
    struct query *query = page->x->query;
    struct query old = {.graph = NULL};
    if (!query->options.diff || page->status) {
        return;
    }
    if (query_open(&old, query, query->options.diff) == CLI_OK) {
        write_changes(page, &old);
    } else {
        query->trouble = true; /* reported */
    }
    query_close(&old);
}
