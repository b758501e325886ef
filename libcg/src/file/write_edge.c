/* Writing edges and override relations. */
#include "file/graph_writer.h"

#include <stdlib.h>

/* Edges ordered by the rank of `major`, then of `minor`: two stable counting sorts. `start`
 * receives the first edge of each major rank. */
static bool sort_edges(const struct writer *w, const cg_node *major, const cg_node *minor,
                       uint32_t **start, cg_edge **edges)
{
    size_t count = w->graph->edge_count;
    uint32_t *low = calloc((size_t)w->count + 1, sizeof *low);
    uint32_t *high = calloc((size_t)w->count + 1, sizeof *high);
    cg_edge *half = malloc((count + 1) * sizeof *half);
    cg_edge *sorted = malloc((count + 1) * sizeof *sorted);
    bool ok = low && high && half && sorted;
    if (ok) {
        for (size_t e = 0; e < count; e++) {
            low[w->rank[minor[e]] + 1]++;
            high[w->rank[major[e]] + 1]++;
        }
        for (uint32_t n = 0; n < w->count; n++) {
            low[n + 1] += low[n];
            high[n + 1] += high[n];
        }
        for (size_t e = 0; e < count; e++) {
            half[low[w->rank[minor[e]]]++] = (cg_edge)e;
        }
        for (size_t i = 0; i < count; i++) {
            sorted[high[w->rank[major[half[i]]]]++] = half[i];
        }
        for (uint32_t n = w->count; n > 0; n--) {
            high[n] = high[n - 1];
        }
        high[0] = 0;
    }
    free(low);
    free(half);
    *start = high;
    *edges = sorted;
    return ok;
}

/* Pairs of ranks sorted by the first, without duplicates; the count goes to w->override_count. */
static struct override_pair *sort_overrides(struct writer *w, bool inverse)
{
    uint32_t count = w->graph->override_count;
    struct override_pair *pairs = malloc(((size_t)count + 1) * sizeof *pairs);
    if (!pairs) {
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t derived = w->rank[w->graph->overrides[i].derived];
        uint32_t base = w->rank[w->graph->overrides[i].base];
        pairs[i] =
            inverse ? (struct override_pair){base, derived} : (struct override_pair){derived, base};
    }
    qsort(pairs, count, sizeof *pairs, graph_compare_overrides);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!kept || graph_compare_overrides(&pairs[kept - 1], &pairs[i])) {
            pairs[kept++] = pairs[i];
        }
    }
    w->override_count = kept;
    return pairs;
}

bool writer_sort_edges(struct writer *w)
{
    const struct cg_graph *graph = w->graph;
    if (!sort_edges(w, graph->callers, graph->callees, &w->out_start, &w->out_edges)) {
        return false;
    }
    if (w->version == 2 &&
        !sort_edges(w, graph->callees, graph->callers, &w->in_start, &w->in_edges)) {
        return false;
    }
    w->bases = sort_overrides(w, false);
    w->derived = sort_overrides(w, true);
    return w->bases && w->derived;
}

/* Metadata of an edge */

/* The kind that `callType` represents, if it is one that MetaCG knows. */
static unsigned call_type_kind(unsigned kinds)
{
    return kinds & (CG_EDGE_DIRECT | CG_EDGE_IMPLICIT) ? CG_EDGE_DIRECT
           : kinds & CG_EDGE_VIRTUAL                   ? CG_EDGE_VIRTUAL
           : kinds                                     ? CG_EDGE_POINTER
                                                       : 0;
}

/* An unknown word in `callType` is kept; `callKinds` then has what is known of the call. */
static bool has_other_call_type(const struct writer *w, uint32_t edge)
{
    return w->call_type != CG_NO_STRING &&
           graph_get_attribute(w->graph, CG_ON_EDGE, edge, w->call_type) != CG_NO_STRING;
}

static bool has_call_type(const struct writer *w, uint32_t edge)
{
    return w->graph->kinds[edge] && !has_other_call_type(w, edge);
}

static void put_call_type(struct writer *w, uint32_t edge, const struct cg_value *text)
{
    (void)text;
    unsigned kind = call_type_kind(w->graph->kinds[edge]);
    cg_text_add(&w->out, kind == CG_EDGE_DIRECT    ? "\"DIRECT\""
                         : kind == CG_EDGE_VIRTUAL ? "\"VIRTUAL\""
                                                   : "\"INDIRECT\"");
}

static bool has_call_kinds(const struct writer *w, uint32_t edge)
{
    unsigned kinds = w->graph->kinds[edge];
    return call_type_kind(kinds) != kinds || (kinds && has_other_call_type(w, edge));
}

static void put_call_kinds(struct writer *w, uint32_t edge, const struct cg_value *text)
{
    (void)text;
    const char *separator = "[";
    for (unsigned kind = 1; kind <= CG_EDGE_ALL_KINDS; kind <<= 1) {
        if (w->graph->kinds[edge] & kind) {
            cg_text_add(&w->out, separator);
            writer_string(w, cg_edge_kind_name(kind));
            separator = ",";
        }
    }
    cg_text_add(&w->out, "]");
}

static void put_edge_object(struct writer *w, cg_edge edge)
{
    static const struct fixed members[] = {
        FIXED("callKinds", has_call_kinds, put_call_kinds),
        FIXED("callType", has_call_type, put_call_type),
    };
    cg_text_add(&w->out, "{");
    writer_members(w, CG_ON_EDGE, edge, false, members, 2);
    cg_text_add(&w->out, "}");
}

static bool has_metadata(const struct writer *w, cg_edge edge)
{
    return w->graph->kinds[edge] || graph_first_attribute(w->graph, CG_ON_EDGE, edge);
}

/* Lists */

void writer_callees(struct writer *w, uint32_t node, const struct cg_value *text)
{
    (void)text;
    uint32_t rank = w->rank[node];
    cg_text_add(&w->out, w->version == 2 ? "[" : "{");
    for (uint32_t i = w->out_start[rank]; i < w->out_start[rank + 1]; i++) {
        cg_text_add(&w->out, i > w->out_start[rank] ? "," : "");
        writer_node_name(w, w->graph->callees[w->out_edges[i]]);
        if (w->version == 4) {
            cg_text_add(&w->out, ":");
            put_edge_object(w, w->out_edges[i]);
        }
        writer_flush(w, false);
    }
    cg_text_add(&w->out, w->version == 2 ? "]" : "}");
}

void writer_callers(struct writer *w, uint32_t node, const struct cg_value *text)
{
    (void)text;
    uint32_t rank = w->rank[node];
    cg_text_add(&w->out, "[");
    for (uint32_t i = w->in_start[rank]; i < w->in_start[rank + 1]; i++) {
        cg_text_add(&w->out, i > w->in_start[rank] ? "," : "");
        writer_node_name(w, w->graph->callers[w->in_edges[i]]);
        writer_flush(w, false);
    }
    cg_text_add(&w->out, "]");
}

/* First pair whose first rank is at least `rank`. */
static uint32_t first_pair(const struct override_pair *pairs, uint32_t count, uint32_t rank)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (pairs[middle].derived < rank) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void put_pairs(struct writer *w, const struct override_pair *pairs, cg_node node)
{
    uint32_t rank = w->rank[node];
    const char *separator = "";
    cg_text_add(&w->out, "[");
    for (uint32_t i = first_pair(pairs, w->override_count, rank);
         i < w->override_count && pairs[i].derived == rank; i++) {
        cg_text_add(&w->out, separator);
        writer_node_name(w, w->order[pairs[i].base]);
        separator = ",";
    }
    cg_text_add(&w->out, "]");
}

void writer_overrides(struct writer *w, uint32_t node, const struct cg_value *text)
{
    (void)text;
    put_pairs(w, w->bases, node);
}

void writer_overridden_by(struct writer *w, uint32_t node, const struct cg_value *text)
{
    (void)text;
    put_pairs(w, w->derived, node);
}

bool writer_does_override(const struct writer *w, cg_node node)
{
    uint32_t i = first_pair(w->bases, w->override_count, w->rank[node]);
    return i < w->override_count && w->bases[i].derived == w->rank[node];
}

/* Version 2 */

bool writer_has_edge_metadata(const struct writer *w, uint32_t node)
{
    uint32_t rank = w->rank[node];
    for (uint32_t i = w->out_start[rank]; i < w->out_start[rank + 1]; i++) {
        if (has_metadata(w, w->out_edges[i])) {
            return true;
        }
    }
    return false;
}

void writer_edge_metadata(struct writer *w, uint32_t node, const struct cg_value *text)
{
    (void)text;
    uint32_t rank = w->rank[node];
    const char *separator = "{";
    for (uint32_t i = w->out_start[rank]; i < w->out_start[rank + 1]; i++) {
        if (has_metadata(w, w->out_edges[i])) {
            cg_text_add(&w->out, separator);
            writer_node_name(w, w->graph->callees[w->out_edges[i]]);
            cg_text_add(&w->out, ":");
            put_edge_object(w, w->out_edges[i]);
            separator = ",";
        }
    }
    cg_text_add(&w->out, "}");
}
