#include "link/virtual_internal.h"

#include "base/error.h"
#include "base/memory.h"
#include "link/edge_sites.h"

#include <libcg/metadata.h>

#include <stdlib.h>
#include <string.h>

/* Reading open calls */

static bool is_word(const char *text, const char *word)
{
    return text && strcmp(text, word) == 0;
}

/* Whether what a pointer may hold beside what is known comes from outside, where functions of the
 * graph are only if they escaped. */
static bool is_from_outside(const char *unknown)
{
    static const char *const words[] = {CG_UNKNOWN_INTEGER, CG_UNKNOWN_ASSEMBLY,
                                        CG_UNKNOWN_NO_FACTS};
    for (size_t i = 0; unknown && i < sizeof words / sizeof *words; i++) {
        if (strstr(unknown, words[i])) {
            return false;
        }
    }
    return unknown && *unknown;
}

static unsigned openness(const struct cg_site *site)
{
    if (is_word(site->reason, CG_OPEN_POINTER)) {
        return is_from_outside(site->unknown) ? 0 : VIRTUAL_ANY_POINTER;
    }
    if (is_word(site->reason, CG_OPEN_VIRTUAL) || is_word(site->reason, CG_OPEN_COROUTINE)) {
        return VIRTUAL_ANY_POINTER;
    }
    return VIRTUAL_ANYTHING;
}

static int add_site(struct virtual_sites *sites, cg_node caller, const struct cg_site *site,
                    struct cg_error *error)
{
    if (!cg_grow(&sites->sites, &sites->capacity, sites->count + 1, sizeof *sites->sites)) {
        return cg_fail_memory(error);
    }
    sites->sites[sites->count++] = (struct virtual_site){.caller = caller, .site = site};
    return CG_OK;
}

static bool is_known_virtual(const struct cg_site *site)
{
    return is_word(site->reason, CG_OPEN_VIRTUAL) && site->receiver;
}

/* Keeps the list when a site is borrowed from it. */
static int look_at_list(struct virtual_sites *sites, cg_node node, struct cg_site_list *list,
                        struct cg_error *error)
{
    size_t before = sites->count;
    int status = CG_OK;
    for (size_t i = 0; i < cg_site_list_count(list) && !status; i++) {
        const struct cg_site *site = cg_site_list_at(list, i);
        if (is_known_virtual(site)) {
            status = add_site(sites, node, site, error);
        } else {
            sites->nameless += is_word(site->reason, CG_OPEN_VIRTUAL);
            sites->open[node] |= openness(site);
        }
    }
    if (sites->count > before) {
        sites->lists[node] = list;
    } else {
        cg_site_list_free(list);
    }
    return status;
}

static int look_at_node(struct virtual_sites *sites, const struct cg_graph *graph, cg_node node,
                        struct cg_error *error)
{
    const char *text = cg_metadata_get(graph, CG_ON_NODE, node, CG_KEY_OPEN_CALLS);
    struct cg_site_list *list;
    if (!text) { /* a definition that does not say */
        sites->open[node] = cg_node_has_body(graph, node) ? VIRTUAL_ANYTHING : 0;
        return CG_OK;
    }
    if (strcmp(text, "[]") == 0) {
        return CG_OK;
    }
    int status = cg_sites_read(&list, graph, node, CG_KEY_OPEN_CALLS, error);
    if (status == CG_E_FORMAT) { /* what is not understood is kept as it is */
        sites->open[node] = VIRTUAL_ANYTHING;
        return CG_OK;
    }
    return status ? status : look_at_list(sites, node, list, error);
}

static int find_sites(struct virtual_sites *sites, const struct cg_graph *graph,
                      struct cg_error *error)
{
    sites->node_count = cg_graph_node_count(graph);
    sites->lists = calloc(sites->node_count + (size_t)1, sizeof *sites->lists);
    sites->open = calloc(sites->node_count + (size_t)1, sizeof *sites->open);
    int status = sites->lists && sites->open ? CG_OK : cg_fail_memory(error);
    for (cg_node node = 0; node < sites->node_count && !status; node++) {
        status = look_at_node(sites, graph, node, error);
    }
    return status;
}

static void free_sites(struct virtual_sites *sites)
{
    for (cg_node node = 0; sites->lists && node < sites->node_count; node++) {
        cg_site_list_free(sites->lists[node]);
    }
    free(sites->lists);
    free(sites->open);
    free(sites->sites);
}

/* Resolving */

struct linking {
    struct cg_graph *graph;
    struct hierarchy *hierarchy;
    struct virtual_sites sites;
    struct edge_sites found;
    struct cg_link_report counts;
    struct cg_error *error;
};

static int resolve(struct linking *l, struct virtual_site *site)
{
    struct hierarchy_targets targets;
    int status = CG_OK;
    if (!hierarchy_find(&targets, l->hierarchy, site->site->receiver, site->site->slot)) {
        return CG_OK;
    }
    for (size_t i = 0; i < targets.count && !status; i++) {
        status = edge_sites_add(&l->found, site->caller, targets.nodes[i], site->site, l->error);
    }
    site->closed = targets.closed;
    l->counts.virtual_closed += targets.closed;
    l->counts.targets += targets.count;
    if (targets.count > l->counts.most_targets) {
        l->counts.most_targets = targets.count > UINT32_MAX ? UINT32_MAX : (uint32_t)targets.count;
    }
    return status;
}

/* Resolve the calls in functions that are reached, or those in others; NULL: all are. */
static int resolve_all(struct linking *l, const bool *reached, bool which)
{
    int status = CG_OK;
    for (size_t i = 0; i < l->sites.count && !status; i++) {
        struct virtual_site *site = &l->sites.sites[i];
        if (!reached || reached[site->caller] == which) {
            status = resolve(l, site);
        }
    }
    return status;
}

static int resolve_reached(struct linking *l, bool library)
{
    bool *reached;
    int status = virtual_reach(&reached, l->graph, l->hierarchy, &l->sites, library, l->error);
    if (status) {
        return status;
    }
    status = resolve_all(l, reached, true);
    hierarchy_restrict(l->hierarchy, NULL);
    status = status ? status : resolve_all(l, reached, false);
    free(reached);
    return status;
}

/* Writing */

/* Add to the closed calls of a node: those that were closed before are other calls. */
static int write_closed(struct linking *l, cg_node node, const struct cg_site *closed, size_t count)
{
    struct cg_site_list *list;
    int status = cg_sites_read(&list, l->graph, node, CG_KEY_CLOSED_CALLS, l->error);
    if (status) {
        return status;
    }
    size_t there = cg_site_list_count(list);
    struct cg_site *all = calloc(there + count, sizeof *all);
    for (size_t i = 0; all && i < there; i++) {
        all[i] = *cg_site_list_at(list, i);
    }
    if (all) {
        memcpy(all + there, closed, count * sizeof *all);
    }
    status = all ? cg_sites_write(l->graph, node, CG_KEY_CLOSED_CALLS, all, there + count, l->error)
                 : cg_fail_memory(l->error);
    free(all);
    cg_site_list_free(list);
    return status;
}

/* Move the closed calls of a node: a run of its sites, which stand in the order of its list. */
static int move_closed(struct linking *l, const struct virtual_site *sites, size_t count)
{
    cg_node node = sites->caller;
    const struct cg_site_list *list = l->sites.lists[node];
    size_t all = cg_site_list_count(list);
    struct cg_site *moved = calloc(2 * all, sizeof *moved);
    if (!moved) {
        return cg_fail_memory(l->error);
    }
    struct cg_site *kept = moved + all;
    size_t moved_count = 0, kept_count = 0, at = 0;
    for (size_t i = 0; i < all; i++) {
        const struct cg_site *site = cg_site_list_at(list, i);
        bool mine = at < count && sites[at].site == site;
        if (mine && sites[at].closed) {
            moved[moved_count++] = *site;
        } else {
            kept[kept_count++] = *site;
        }
        at += mine;
    }
    int status = moved_count ? write_closed(l, node, moved, moved_count) : CG_OK;
    if (!status && moved_count) {
        status = cg_sites_write(l->graph, node, CG_KEY_OPEN_CALLS, kept, kept_count, l->error);
    }
    free(moved);
    return status;
}

static int move_all(struct linking *l)
{
    const struct virtual_site *sites = l->sites.sites;
    int status = CG_OK;
    for (size_t i = 0, next; i < l->sites.count && !status; i = next) {
        for (next = i + 1; next < l->sites.count && sites[next].caller == sites[i].caller; next++) {
        }
        status = move_closed(l, &sites[i], next - i);
    }
    return status;
}

static void tell(struct cg_link_report *report, const struct linking *l)
{
    report->virtual_sites += l->counts.virtual_sites;
    report->virtual_closed += l->counts.virtual_closed;
    report->targets += l->counts.targets;
    report->edges += l->counts.edges;
    if (l->counts.most_targets > report->most_targets) {
        report->most_targets = l->counts.most_targets;
    }
}

int virtual_link(struct cg_graph *graph, struct hierarchy *hierarchy, enum cg_virtual_mode mode,
                 bool library, struct cg_link_report *report, struct cg_error *error)
{
    struct linking l = {.graph = graph, .hierarchy = hierarchy, .error = error};
    int status = find_sites(&l.sites, graph, error);
    if (!status) {
        l.counts.virtual_sites = l.sites.count + l.sites.nameless;
        status =
            mode == CG_VIRTUAL_RTA ? resolve_reached(&l, library) : resolve_all(&l, NULL, true);
    }
    status = status ? status
                    : edge_sites_write(&l.found, graph, CG_EDGE_VIRTUAL, &l.counts.edges, error);
    status = status ? status : move_all(&l);
    if (!status && report) {
        tell(report, &l);
    }
    edge_sites_free(&l.found);
    free_sites(&l.sites);
    return status;
}
