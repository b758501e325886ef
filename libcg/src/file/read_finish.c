/* Steps that need the whole file. */
#include "file/graph_reader.h"
#include "file/numbered.h"

#include <stdlib.h>
#include <string.h>

static struct place place_of(const struct node_fact *fact)
{
    return (struct place){fact->line, fact->column};
}

static bool check_defined(struct reader *r)
{
    for (cg_node n = 0; n < r->graph->node_count; n++) {
        if (!r->facts[n].defined) {
            return scanner_fail_at(&r->scan, place_of(&r->facts[n]), CG_E_FORMAT,
                                   r->layout == LAYOUT_4
                                       ? "this names a node that the file does not define"
                                       : "this names a function that the file does not have");
        }
    }
    return true;
}

/* `callers` should only repeat `callees`. Extra entries are added as calls: losing a call is worse
 * than having one twice. Lists come caller by callee, callees the other way around, so each side is
 * grouped by marking one node's neighbours at a time. */
static bool unite_callers(struct reader *r)
{
    struct cg_graph *graph = r->graph;
    size_t added = 0;
    struct place place = {0, 0};
    if (!r->listed_count) {
        return true;
    }
    if (!graph_lay_out(graph)) {
        return reader_out_of_memory(r);
    }
    for (cg_node n = 0; n < graph->node_count; n++) {
        r->seen_by[n] = 0;
    }
    size_t kept = 0, last = SIZE_MAX;
    for (size_t i = 0; i < r->listed_count; i++) {
        cg_node callee = r->listed[i].callee, caller = r->listed[i].caller;
        if (last != callee) {
            last = callee;
            for (uint32_t e = graph->in_start[callee]; e < graph->in_start[callee + 1]; e++) {
                r->seen_by[graph->callers[graph->in_edges[e]]] = callee + 1;
            }
        }
        if (r->seen_by[caller] != callee + 1) {
            r->seen_by[caller] = callee + 1;
            r->listed[kept++] = r->listed[i];
        }
    }
    cg_graph_thaw(graph, NULL);
    for (size_t i = 0; i < kept; i++, added++) {
        place = added ? place : place_of(&r->facts[r->listed[i].callee]);
        if (graph_append_edge(graph, r->listed[i].caller, r->listed[i].callee, 0) == CG_NONE) {
            return reader_out_of_memory(r);
        }
    }
    if (added == 1) {
        reader_warn(r, place,
                    "a call is listed under \"callers\" but not under \"callees\": taken "
                    "as a call");
    } else if (added) {
        reader_warn(r, place,
                    "%zu calls are listed under \"callers\" but not under \"callees\", the first "
                    "of them here: taken as calls",
                    added);
    }
    return true;
}

static bool settle_entry(struct reader *r)
{
    if (!r->entry.length) {
        return true;
    }
    uint32_t count = r->graph->node_count;
    struct slice id = {r->entry.bytes, r->entry.length, false};
    cg_node node = reader_node(r, &id);
    if (node == CG_NONE) {
        return false;
    }
    if (r->graph->node_count != count) {
        return scanner_fail_at(&r->scan, r->entry_place, CG_E_FORMAT,
                               "the entry function is not in the file");
    }
    r->graph->entry = node;
    return true;
}

/* Version 2: metadata of edges, which it cannot represent, are stored on the caller. */

static bool read_callee_metadata(struct reader *r, cg_node caller)
{
    bool first = true;
    struct slice name;
    if (!scanner_expect(&r->scan, '{', "the metadata of calls, an object,")) {
        return false;
    }
    while (scanner_next_key(&r->scan, &first, &r->inner_scratch, &name)) {
        uint32_t string = cg_pool_find(&r->graph->pool, name.text, name.length);
        cg_node callee = string == CG_NO_STRING || string >= r->graph->chain_capacity
                             ? CG_NONE
                             : r->graph->chains[string].first - 1;
        cg_edge edge = callee == CG_NONE ? CG_NONE : cg_graph_find_edge(r->graph, caller, callee);
        if (edge == CG_NONE) {
            return scanner_fail(&r->scan, CG_E_FORMAT, "metadata of a call that does not exist");
        }
        if (!read_edge_meta(r, edge)) {
            return false;
        }
    }
    return !r->scan.status;
}

static bool read_edge_text(struct reader *r, const struct edge_text *edges)
{
    struct scanner outer = r->scan;
    uint32_t text = graph_get_attribute(r->graph, CG_ON_NODE, edges->node, r->keys.edge_metadata);
    bool ok = scanner_init(&r->scan, -1, graph_string(r->graph, text),
                           cg_pool_length(&r->graph->pool, text), outer.name, outer.error);
    r->scan.line = edges->place.line;
    r->scan.line_offset = 1 - (uint64_t)edges->place.column;
    ok = ok && read_callee_metadata(r, edges->node);
    outer.status = r->scan.status;
    scanner_free(&r->scan);
    r->scan = outer;
    cg_metadata_remove(r->graph, CG_ON_NODE, edges->node, "edgeMetadata");
    return ok;
}

static bool settle_edge_metadata(struct reader *r)
{
    bool ok = !r->edge_text_count || graph_lay_out(r->graph);
    for (size_t i = 0; ok && i < r->edge_text_count; i++) {
        ok = read_edge_text(r, &r->edge_texts[i]);
    }
    cg_graph_thaw(r->graph, NULL);
    return ok || reader_out_of_memory(r);
}

/* Version 2: functions that share a name are "name#0", "name#1", … */

static bool is_listed(struct reader *r, const char *base, size_t length, const char *number)
{
    cg_text_clear(&r->scratch);
    cg_text_append(&r->scratch, base, length);
    cg_text_add(&r->scratch, number);
    cg_text_append(&r->scratch, "", 1);
    return !r->scratch.failed && cg_graph_find(r->graph, r->scratch.bytes) != CG_NONE;
}

/* Is the node one of several that a writer renamed? Then "name#0" and "name#1" exist, and "name"
 * itself does not. */
static bool is_shared(struct reader *r, const char *name, size_t length)
{
    return length && is_listed(r, name, length, "#0") && is_listed(r, name, length, "#1") &&
           !is_listed(r, name, length, "");
}

/* Functions that share a name in version 2, before and after renaming. */
struct numbered {
    cg_node node;
    uint32_t name; /**< string */
    const char *number;
};

static int compare_numbered(const void *a, const void *b)
{
    const struct numbered *x = a, *y = b;
    if (x->name != y->name) {
        return x->name < y->name ? -1 : 1;
    }
    size_t m = strlen(x->number), n = strlen(y->number);
    return m != n ? (m > n) - (m < n) : strcmp(x->number, y->number);
}

/* Nodes to rename, in the order of their suffixes; false when memory is exhausted. */
static bool gather_numbered(struct reader *r, struct numbered *shared, size_t *count)
{
    for (cg_node n = 0; n < r->graph->node_count; n++) {
        const char *name = cg_node_name(r->graph, n);
        size_t length = numbered_base(name, strlen(name));
        if (!is_shared(r, name, length)) {
            continue;
        }
        uint32_t base = reader_intern(r, name, length);
        if (base == CG_NO_STRING) {
            return false;
        }
        shared[(*count)++] = (struct numbered){n, base, name + length + 1};
    }
    qsort(shared, *count, sizeof *shared, compare_numbered);
    return true;
}

/* Forget which nodes the names have. */
static void unchain(struct cg_graph *graph)
{
    memset(graph->chains, 0, graph->chain_capacity * sizeof *graph->chains);
    for (cg_node n = 0; n < graph->node_count; n++) {
        graph->nodes[n].next_same_name = 0;
    }
}

static bool rename_numbered(struct reader *r)
{
    struct cg_graph *graph = r->graph;
    struct numbered *renamed = malloc(((size_t)graph->node_count + 1) * sizeof *renamed);
    size_t count = 0;
    bool ok = renamed && gather_numbered(r, renamed, &count);
    if (ok && count) {
        unchain(graph);
    }
    for (size_t i = 0; ok && i < count; i++) {
        const struct numbered *shared = &renamed[i];
        graph->nodes[shared->node].name = shared->name;
        ok = graph_name_node(graph, shared->node, shared->name);
        r->seen_by[shared->node] = CG_NONE; /* renamed */
    }
    for (cg_node n = 0; ok && count && n < graph->node_count; n++) {
        ok = r->seen_by[n] == CG_NONE || graph_name_node(graph, n, graph->nodes[n].name);
    }
    free(renamed);
    return ok || reader_out_of_memory(r);
}

bool reader_finish(struct reader *r)
{
    return check_defined(r) && settle_entry(r) && unite_callers(r) && settle_edge_metadata(r) &&
           (!r->has_numbered || rename_numbered(r));
}
