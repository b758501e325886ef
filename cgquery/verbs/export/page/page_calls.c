/* Calls of the page, with their sites, and the calls that are unresolved. */
#include "verbs/export/page/page.h"

#include "print/indirect.h"

#include <libcg/facts.h>
#include <libcg/query.h>

/* Columns of places, one entry a site. A file that is the function's own is 0; lines are relative
 * to the place before, in the same function or call. */
struct places {
    GArray *count; /**< sites of each function or call */
    GArray *file;
    GArray *line;
    GArray *column;
};

static struct places places_new(void)
{
    return (struct places){page_column(), page_column(), page_column(), page_column()};
}

static uint32_t first_line(const struct exporting *x, cg_node node)
{
    uint32_t line, column;
    export_place(x, node, &line, &column);
    return line;
}

/* @param line of the place before; receives that of this */
static void add_place(struct page *page, struct places *places, const struct cg_site *site,
                      cg_node owner, uint32_t *line)
{
    const char *own = cg_node_origin(page->x->query->graph, owner);
    page_append(places->file, g_strcmp0(own, site->file) == 0 ? 0 : page_text(page, site->file));
    page_append(places->line, page_zigzag(*line, site->line));
    page_append(places->column, site->column);
    *line = site->line;
}

static void write_column(struct page *page, const char *prefix, const char *name, GArray *column)
{
    char *whole = g_strconcat(prefix, name, NULL);
    page_number_array(page, whole, column);
    g_free(whole);
}

static void write_places(struct page *page, const char *prefix, struct places *places)
{
    write_column(page, prefix, "Count", places->count);
    write_column(page, prefix, "File", places->file);
    write_column(page, prefix, "Line", places->line);
    write_column(page, prefix, "Column", places->column);
}

/* Unresolved calls */

static void write_unresolved(struct page *page)
{
    struct exporting *x = page->x;
    struct places places = places_new();
    GArray *reason = page_column(), *type = page_column(), *unknown = page_column(),
           *extent = page_column();
    GArray *causes = page_column();
    for (uint32_t i = 0; i < x->node_count; i++) {
        struct cg_site_list *sites = query_sites(x->query, x->nodes[i], CG_KEY_UNRESOLVED_CALLS);
        uint32_t line = first_line(x, x->nodes[i]);
        page_append(places.count, (uint32_t)site_count(sites));
        for (size_t k = 0; k < site_count(sites); k++) {
            const struct cg_site *site = cg_site_list_at(sites, k);
            add_place(page, &places, site, x->nodes[i], &line);
            page_append(reason, page_text(page, site->reason));
            page_append(type, page_text(page, site->type));
            char *why = unknown_details(x->query, site);
            page_append(unknown, page_text(page, why));
            page_append(causes, page_text(page, site->causes));
            g_free(why);
            page_append(extent, cg_unresolved_call_extent(site));
        }
        cg_site_list_free(sites);
    }
    write_places(page, "unresolved", &places);
    page_number_array(page, "unresolvedReason", reason);
    page_number_array(page, "unresolvedType", type);
    page_number_array(page, "unresolvedUnknown", unknown);
    page_number_array(page, "unresolvedCauses", causes);
    page_number_array(page, "unresolvedExtent", extent);
}

static void write_taken(struct page *page)
{
    struct exporting *x = page->x;
    struct places places = places_new();
    for (uint32_t i = 0; i < x->node_count; i++) {
        struct cg_site_list *sites = query_sites(x->query, x->nodes[i], CG_KEY_ADDRESS_TAKEN);
        uint32_t line = first_line(x, x->nodes[i]);
        page_append(places.count, (uint32_t)site_count(sites));
        for (size_t k = 0; k < site_count(sites); k++) {
            add_place(page, &places, cg_site_list_at(sites, k), x->nodes[i], &line);
        }
        cg_site_list_free(sites);
    }
    write_places(page, "taken", &places);
}

void page_write_unresolved_calls(struct page *page)
{
    write_unresolved(page);
    write_taken(page);
}

/* Calls */

/** Columns of calls. */
struct calls {
    struct places places;
    GArray *callee; /**< relative to the one before, of the same caller */
    GArray *kinds;
    GArray *evidence;
    GArray *state;   /**< of sites: 0 for a call by name, else enum indirect_state + 1, and 4 for a
                        virtual call */
    GArray *callees; /**< of sites: of an indirect call */
    GArray *through; /**< of sites */
    GArray *loops;   /**< of sites */
};

static void add_site(struct page *page, struct calls *calls, const struct cg_site *site,
                     const struct indirect_calls *indirect)
{
    const struct indirect_call *call = indirect_find(indirect, site);
    page_append(calls->state, call ? (uint32_t)call->state + 1 + (call->is_virtual ? 4 : 0) : 0);
    page_append(calls->callees, call ? (uint32_t)call->callees : 0);
    page_append(calls->through, page_text(page, site->through));
    page_append(calls->loops, site->loops);
}

static void add_call(struct page *page, struct calls *calls, cg_edge edge,
                     const struct indirect_calls *indirect)
{
    struct query *query = page->x->query;
    cg_node caller = cg_edge_caller(query->graph, edge);
    uint32_t line = first_line(page->x, caller);
    struct cg_site_list *sites = query_sites(query, edge, CG_KEY_CALL_SITES);
    page_append(calls->kinds, cg_edge_kinds(query->graph, edge));
    page_append(calls->evidence, cg_evidence(query->graph, CG_ON_EDGE, edge));
    page_append(calls->places.count, (uint32_t)site_count(sites));
    for (size_t i = 0; i < site_count(sites); i++) {
        const struct cg_site *site = cg_site_list_at(sites, i);
        add_place(page, &calls->places, site, caller, &line);
        add_site(page, calls, site, indirect);
    }
    cg_site_list_free(sites);
}

static void add_calls(struct page *page, struct calls *calls, uint32_t function)
{
    struct exporting *x = page->x;
    struct indirect_calls indirect;
    uint32_t last = function;
    indirect_read(&indirect, x->query, x->nodes[function]);
    for (uint32_t i = x->first_edge[function]; i < x->first_edge[function + 1]; i++) {
        uint32_t callee = export_number(x, cg_edge_callee(x->query->graph, x->edges[i]));
        page_append(calls->callee, page_zigzag(last, callee));
        last = callee;
        add_call(page, calls, x->edges[i], &indirect);
    }
    indirect_clear(&indirect);
}

void page_write_calls(struct page *page)
{
    struct exporting *x = page->x;
    struct calls calls = {places_new(),  page_column(), page_column(), page_column(),
                          page_column(), page_column(), page_column(), page_column()};
    GArray *counts = page_column();
    for (uint32_t i = 0; i < x->node_count; i++) {
        page_append(counts, x->first_edge[i + 1] - x->first_edge[i]);
        add_calls(page, &calls, i);
    }
    page_number_array(page, "calls", counts);
    page_number_array(page, "callee", calls.callee);
    page_number_array(page, "kinds", calls.kinds);
    page_number_array(page, "callEvidence", calls.evidence);
    write_places(page, "site", &calls.places);
    page_number_array(page, "siteState", calls.state);
    page_number_array(page, "siteCallees", calls.callees);
    page_number_array(page, "siteThrough", calls.through);
    page_number_array(page, "siteLoops", calls.loops);
}
