/*
 * Gathers a function's call sites by place from its edges and from its unresolved calls, and unites
 * those of one place.
 */
#include "print/indirect.h"

#include <libcg/link.h>

#include <string.h>

static void release_list(gpointer list)
{
    cg_site_list_free(list);
}

static bool is_kind(const char *word, bool *is_virtual)
{
    *is_virtual = word && strcmp(word, CG_OPEN_VIRTUAL) == 0;
    return *is_virtual ||
           (word && (strcmp(word, CG_OPEN_POINTER) == 0 || strcmp(word, CG_OPEN_COROUTINE) == 0));
}

/* Edge kinds and reasons of unresolved calls use the same words for both. */
static void add_sites(struct indirect_calls *calls, struct query *query, uint32_t number,
                      const char *key, enum indirect_state state)
{
    struct cg_site_list *list = query_sites(query, number, key);
    g_ptr_array_add(calls->lists, list);
    for (size_t i = 0; i < site_count(list); i++) {
        const struct cg_site *site = cg_site_list_at(list, i);
        struct indirect_call call = {
            .site = *site, .state = state, .callees = state == INDIRECT_UNSAID};
        if (is_kind(state == INDIRECT_UNSAID ? site->kind : site->reason, &call.is_virtual)) {
            g_array_append_val(calls->calls, call);
        }
    }
}

static int compare_places(const struct indirect_call *x, const struct indirect_call *y)
{
    int order = g_strcmp0(x->site.file, y->site.file);
    if (!order && x->site.line != y->site.line) {
        order = x->site.line < y->site.line ? -1 : 1;
    }
    if (!order && x->site.column != y->site.column) {
        order = x->site.column < y->site.column ? -1 : 1;
    }
    return order ? order : (int)x->is_virtual - (int)y->is_virtual;
}

/* Of several calls at one place, as in a macro, the most informative comes first. */
static int compare_calls(gconstpointer a, gconstpointer b)
{
    const struct indirect_call *x = a, *y = b;
    int order = compare_places(x, y);
    return order ? order : (int)y->state - (int)x->state;
}

/* Unite the calls at one place. */
static void unite_places(GArray *calls)
{
    guint kept = 0;
    for (guint i = 0; i < calls->len; i++) {
        struct indirect_call *call = &g_array_index(calls, struct indirect_call, i);
        struct indirect_call *last =
            kept > 0 ? &g_array_index(calls, struct indirect_call, kept - 1) : NULL;
        if (last && compare_places(last, call) == 0) {
            last->callees += call->callees;
        } else {
            g_array_index(calls, struct indirect_call, kept++) = *call;
        }
    }
    g_array_set_size(calls, kept);
}

void indirect_read(struct indirect_calls *out, struct query *query, cg_node node)
{
    cg_edge first;
    uint32_t count = cg_node_out_edges(query->graph, node, &first);
    out->calls = g_array_new(FALSE, FALSE, sizeof(struct indirect_call));
    out->lists = g_ptr_array_new_with_free_func(release_list);
    add_sites(out, query, node, CG_KEY_RESOLVED_CALLS, INDIRECT_RESOLVED);
    add_sites(out, query, node, CG_KEY_UNRESOLVED_CALLS, INDIRECT_UNRESOLVED);
    for (cg_edge edge = first; edge < first + count; edge++) {
        if (cg_edge_kinds(query->graph, edge) & (CG_EDGE_POINTER | CG_EDGE_VIRTUAL)) {
            add_sites(out, query, edge, CG_KEY_CALL_SITES, INDIRECT_UNSAID);
        }
    }
    g_array_sort(out->calls, compare_calls);
    unite_places(out->calls);
}

void indirect_clear(struct indirect_calls *calls)
{
    g_array_unref(calls->calls);
    g_ptr_array_unref(calls->lists);
}

const struct indirect_call *indirect_find(const struct indirect_calls *calls,
                                          const struct cg_site *site)
{
    struct indirect_call wanted = {.site = *site};
    if (!is_kind(site->kind, &wanted.is_virtual)) {
        return NULL;
    }
    for (guint i = 0; i < calls->calls->len; i++) {
        const struct indirect_call *call = &g_array_index(calls->calls, struct indirect_call, i);
        if (compare_places(call, &wanted) == 0) {
            return call;
        }
    }
    return NULL;
}

void indirect_add(struct indirect_sums *sums, struct query *query, cg_node node)
{
    struct indirect_calls calls;
    indirect_read(&calls, query, node);
    for (guint i = 0; i < calls.calls->len; i++) {
        const struct indirect_call *call = &g_array_index(calls.calls, struct indirect_call, i);
        struct indirect_sum *sum = &sums->of[call->is_virtual][call->state];
        sum->calls++;
        sum->callees += call->callees;
        sum->most = MAX(sum->most, call->callees);
    }
    indirect_clear(&calls);
}
