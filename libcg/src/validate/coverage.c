/* Coverage: how much of the graph the run exercised. */
#include "base/error.h"
#include "base/memory.h"
#include "validate/common/run.h"

#include <stdlib.h>
#include <string.h>

struct covered {
    const struct run *run;
    struct cg_validation *v;
    bool *nodes; /**< by node: ran */
    bool *edges; /**< by edge: ran */
    struct cg_pool
        keys; /**< files, after a byte that shows whether the file is known; number: entry */
};

static void mark_edge(struct covered *c, cg_node from, cg_node to)
{
    cg_edge edge = cg_graph_find_edge(c->v->graph, from, to);
    c->nodes[from] = c->nodes[to] = true;
    if (edge != CG_NONE) {
        c->edges[edge] = true;
    }
}

/* The path of a record: through its explanation, or to what the callee overrides. */
static void mark_record(struct covered *c, const struct record *r)
{
    bool known =
        r->verdict <= CG_VERDICT_EXPLAINED && r->caller != VALIDATION_NONE && r->from != CG_NONE;
    cg_node at = r->from;
    if (!known) {
        return;
    }
    for (uint32_t i = 0; i < r->through_count; i++) {
        cg_node next = c->v->passed[r->through + i];
        mark_edge(c, at, next);
        at = next;
    }
    mark_edge(c, at, r->to);
}

static void mark_frames(struct covered *c, const struct validation_profile *profile)
{
    for (cg_frame frame = 0; frame < cg_profile_frame_count(profile->profile); frame++) {
        uint32_t number = profile->functions[frame];
        if (profile->classes[frame] == VALIDATION_PROGRAM && c->v->functions[number].count == 1) {
            c->nodes[c->v->candidates[c->v->functions[number].first]] = true;
        }
    }
}

static struct cg_coverage *entry_of(struct covered *c, cg_node node)
{
    struct cg_validation *v = c->v;
    const char *origin = cg_node_origin(v->graph, node);
    struct cg_text key = {0};
    cg_text_put(&key, origin ? "f" : "-", 1);
    cg_text_add(&key, origin ? origin : "");
    uint32_t number = key.failed ? CG_NO_STRING : cg_pool_intern(&c->keys, key.bytes, key.length);
    cg_text_free(&key);
    if (number == CG_NO_STRING ||
        !cg_grow(&v->coverage, &v->coverage_capacity, (size_t)number + 1, sizeof *v->coverage)) {
        return NULL;
    }
    if (number == v->coverage_count) {
        v->coverage[v->coverage_count++] = (struct cg_coverage){.file = origin};
    }
    return &v->coverage[number];
}

static bool count_node(struct covered *c, cg_node node)
{
    struct cg_coverage *entry = entry_of(c, node);
    cg_edge first;
    uint32_t count = cg_node_out_edges(c->v->graph, node, &first);
    if (!entry) {
        return false;
    }
    entry->functions++;
    entry->functions_run += c->nodes[node];
    entry->edges += count;
    for (uint32_t i = 0; i < count; i++) {
        entry->edges_run += c->edges[first + i];
    }
    return true;
}

static int compare_files(const void *a, const void *b)
{
    const struct cg_coverage *x = a, *y = b;
    if (!x->file || !y->file) {
        return !y->file - !x->file;
    }
    return strcmp(x->file, y->file);
}

static bool count_all(struct covered *c)
{
    struct cg_validation *v = c->v;
    bool ok = true;
    for (uint32_t p = 0; p < v->profile_count; p++) {
        mark_frames(c, &v->profiles[p]);
    }
    for (uint32_t i = 0; i < c->run->record_count; i++) {
        mark_record(c, &c->run->records[i]);
    }
    for (cg_node n = 0; n < cg_graph_node_count(v->graph) && ok; n++) {
        ok = !cg_node_has_body(v->graph, n) || count_node(c, n);
    }
    if (v->coverage_count) {
        qsort(v->coverage, v->coverage_count, sizeof *v->coverage, compare_files);
    }
    return ok;
}

int run_coverage(struct run *run)
{
    const struct cg_graph *graph = run->v->graph;
    struct covered c = {.run = run, .v = run->v};
    c.nodes = calloc((size_t)cg_graph_node_count(graph) + 1, sizeof *c.nodes);
    c.edges = calloc((size_t)cg_graph_edge_count(graph) + 1, sizeof *c.edges);
    bool ok = cg_pool_init(&c.keys) && c.nodes && c.edges && count_all(&c);
    free(c.nodes);
    free(c.edges);
    cg_pool_free(&c.keys);
    return ok ? CG_OK : cg_fail_memory(run->error);
}
