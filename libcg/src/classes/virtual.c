/*
 * Collects the unresolved virtual calls, then goes from function to function, those that are
 * reached first, and asks the hierarchy for each call's callees. Also records which methods nothing
 * instantiates.
 */
#include "classes/virtual_internal.h"

#include "base/error.h"
#include "base/memory.h"
#include "graph/graph_facts.h"
#include "linked/crowded_calls.h"
#include "linked/found_calls.h"
#include "linked/link_report.h"

#include <libcg/metadata.h>

#include <stdlib.h>
#include <string.h>

/* Reading unresolved calls */

static bool is_word(const char *text, const char *word)
{
    return text && strcmp(text, word) == 0;
}

/* Whether the unknown values of a pointer come from uncollected code, whose values include
 * functions of the graph only if they escaped. */
static bool is_from_outside(const char *unknown)
{
    return unknown && site_unknown_extent(unknown) != CG_OPEN_ANYTHING;
}

static unsigned openness(const struct cg_site *site)
{
    static const char *const pointers[] = {CG_OPEN_POINTER, CG_OPEN_VIRTUAL, CG_OPEN_COROUTINE};
    if (is_from_outside(site->unknown)) {
        return 0;
    }
    for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++) {
        if (is_word(site->reason, pointers[i])) {
            return VIRTUAL_ANY_POINTER;
        }
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

/* Keeps the list if a site is borrowed from it. */
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
            bool nameless = is_word(site->reason, CG_OPEN_VIRTUAL);
            sites->nameless += nameless;
            sites->open[node] |= openness(site) | (nameless ? VIRTUAL_NAMELESS : 0);
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
    struct cg_site_list *list;
    if (!cg_metadata_has(graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS)) { /* unrecorded */
        sites->open[node] = cg_node_has_body(graph, node) ? VIRTUAL_ANYTHING : 0;
        return CG_OK;
    }
    if (cg_site_count(graph, node, CG_KEY_UNRESOLVED_CALLS) == 0) {
        return CG_OK;
    }
    int status = cg_sites_read(&list, graph, node, CG_KEY_UNRESOLVED_CALLS, error);
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
    const struct virtual_known *known; /**< or NULL */
    struct virtual_sites sites;
    struct found_call *found; /**< calls of one function */
    size_t found_capacity;
    size_t found_count;
    uint64_t most_edges; /**< that may still be added */
    uint32_t most;       /**< callees of a call with edges */
    bool *escaped;       /**< by node: whether such a call made it escape */
    struct cg_link_report *report;
    struct cg_error *error;
};

static int add_found(struct linking *l, const struct virtual_site *site, cg_node callee)
{
    if (!cg_grow(&l->found, &l->found_capacity, l->found_count + 1, sizeof *l->found)) {
        return cg_fail_memory(l->error);
    }
    l->found[l->found_count++] = (struct found_call){
        .caller = site->caller,
        .callee = callee,
        .kind = CG_EDGE_VIRTUAL,
        .site = site->site,
    };
    return CG_OK;
}

/* Why calls stay unresolved, those without edges for the sake of their number as well. */
static const char *const incomplete[][2] = {
    {NULL, CG_UNKNOWN_CROWD},
    {CG_UNKNOWN_NOT_COLLECTED, CG_UNKNOWN_NOT_COLLECTED ", " CG_UNKNOWN_CROWD},
    {CG_UNKNOWN_NO_FACTS, CG_UNKNOWN_NO_FACTS ", " CG_UNKNOWN_CROWD},
};

static int add_edges(struct linking *l, const struct virtual_site *site,
                     const struct hierarchy_targets *targets)
{
    int status = CG_OK;
    for (size_t i = 0; i < targets->count && !status; i++) {
        status = add_found(l, site, targets->nodes[i]);
    }
    return status;
}

/* Whatever follows an unresolved call finds what escapes. */
static int let_escape(struct linking *l, const struct virtual_site *site,
                      const struct hierarchy_targets *targets)
{
    int status = CG_OK;
    crowded_report(l->report, l->graph, site->caller, site->site->line, site->callees);
    for (size_t i = 0; i < targets->count && !status; i++) {
        cg_node node = targets->nodes[i];
        if (!l->escaped[node]) {
            l->escaped[node] = true;
            status = cg_node_set_truth(l->graph, node, CG_KEY_ESCAPES, true, l->error);
        }
    }
    return status;
}

/* Whether all callees of a call are known although its class is open, or no table has it. */
static bool is_known(const struct linking *l, const struct virtual_site *site)
{
    return l->known && l->known->is_complete(l->known->data, site->caller, site->site);
}

static int resolve(struct linking *l, struct virtual_site *site)
{
    uint64_t *counts = l->report->counts;
    struct hierarchy_targets targets;
    if (!hierarchy_find(&targets, l->hierarchy, site->site->receiver, site->site->slot)) {
        bool none = is_known(l, site);
        site->unknown = none ? NULL : CG_UNKNOWN_NO_FACTS;
        counts[CG_LINK_VIRTUAL_RESOLVED] += none;
        return CG_OK;
    }
    bool crowded = site->callees > l->most;
    int status = crowded ? let_escape(l, site, &targets) : add_edges(l, site, &targets);
    bool complete = targets.complete || is_known(l, site);
    size_t lacks = complete ? 0 : targets.only_uncollected ? 1 : 2;
    site->unknown = incomplete[lacks][crowded];
    counts[CG_LINK_VIRTUAL_RESOLVED] += complete && !crowded;
    counts[CG_LINK_CALLEES] += targets.count;
    if (targets.count > counts[CG_LINK_MOST_CALLEES]) {
        counts[CG_LINK_MOST_CALLEES] = targets.count;
    }
    return status;
}

/* The sites of a function not yet visited: in the order of its unresolved calls. */
struct judging {
    const struct virtual_site *next;
    const struct virtual_site *end;
};

static bool judge_site(void *data, cg_node node, struct cg_site *site)
{
    struct judging *judging = data;
    (void)node;
    if (!is_word(site->reason, CG_OPEN_VIRTUAL)) {
        return false;
    }
    site->unknown = CG_UNKNOWN_NO_FACTS;
    if (site->receiver && judging->next != judging->end) {
        site->unknown = judging->next++->unknown;
    }
    return !site->unknown;
}

/* Resolve the calls of one function. */
static int link_function(struct linking *l, struct virtual_site *sites, size_t count)
{
    struct judging judging = {sites, sites + count};
    const struct sites_change change = {.judge = judge_site, .data = &judging};
    int status = CG_OK;
    l->found_count = 0;
    for (size_t i = 0; i < count && !status; i++) {
        status = resolve(l, &sites[i]);
    }
    status = status ? status : sites_add_calls(l->graph, l->found, l->found_count, l->error);
    return status ? status : sites_close(l->graph, sites->caller, &change, l->error);
}

static bool is_among(const bool *reached, bool which, const struct virtual_site *site)
{
    return !reached || reached[site->caller] == which;
}

/* Find out how many callees are too many. */
static int bound_callees(struct linking *l, const bool *reached, bool which)
{
    struct virtual_site *sites = l->sites.sites;
    uint32_t *counts = calloc(l->sites.count + 1, sizeof *counts);
    struct hierarchy_targets targets;
    size_t count = 0;
    if (!counts) {
        return cg_fail_memory(l->error);
    }
    for (size_t i = 0; i < l->sites.count; i++) {
        const struct cg_site *site = sites[i].site;
        if (is_among(reached, which, &sites[i])) {
            bool found = hierarchy_find(&targets, l->hierarchy, site->receiver, site->slot);
            sites[i].callees = found ? (uint32_t)targets.count : 0;
            counts[count++] = sites[i].callees;
        }
    }
    int status = crowded_most(&l->most, counts, count, l->most_edges, l->error);
    for (size_t i = 0; i < count; i++) {
        l->most_edges -= counts[i] > l->most ? 0 : counts[i];
    }
    free(counts);
    return status;
}

/* Resolve the calls in functions that are reached, or those in the others; NULL: all are. */
static int link_functions(struct linking *l, const bool *reached, bool which)
{
    struct virtual_site *sites = l->sites.sites;
    int status = bound_callees(l, reached, which);
    for (size_t i = 0, end; i < l->sites.count && !status; i = end) {
        for (end = i + 1; end < l->sites.count && sites[end].caller == sites[i].caller;) {
            end++;
        }
        if (is_among(reached, which, &sites[i])) {
            status = link_function(l, &sites[i], end - i);
        }
    }
    return status;
}

/* Functions whose virtual calls all have unknown receivers. */
static int record_nameless(struct linking *l)
{
    struct judging none = {NULL, NULL};
    const struct sites_change change = {.judge = judge_site, .data = &none};
    int status = CG_OK;
    for (cg_node node = 0; node < l->sites.node_count && !status; node++) {
        if ((l->sites.open[node] & VIRTUAL_NAMELESS) && !l->sites.lists[node]) {
            status = sites_close(l->graph, node, &change, l->error);
        }
    }
    return status;
}

/* Methods that occur only in classes that nothing reached instantiates. */
static int record_never_instantiated(struct linking *l)
{
    bool *never = calloc(l->sites.node_count + (size_t)1, sizeof *never);
    int status = never ? CG_OK : cg_fail_memory(l->error);
    if (!status) {
        hierarchy_never_instantiated(never, l->hierarchy);
    }
    for (cg_node node = 0; node < l->sites.node_count && !status; node++) {
        if (never[node]) {
            status = cg_node_set_truth(l->graph, node, CG_KEY_NEVER_INSTANTIATED, true, l->error);
        }
    }
    free(never);
    return status;
}

static int link_reached(struct linking *l)
{
    bool *reached;
    int status = virtual_reach(&reached, l->graph, l->hierarchy, &l->sites, l->error);
    if (status) {
        return status;
    }
    status = link_functions(l, reached, true);
    status = status ? status : record_never_instantiated(l);
    hierarchy_restrict(l->hierarchy, NULL);
    status = status ? status : link_functions(l, reached, false);
    free(reached);
    return status;
}

int virtual_link(struct cg_graph *graph, struct hierarchy *hierarchy,
                 const struct virtual_known *known, const struct cg_link_options *options,
                 struct cg_link_report *report, struct cg_error *error)
{
    struct linking l = {.graph = graph,
                        .hierarchy = hierarchy,
                        .known = known,
                        .most_edges = options ? options->most_edges : CG_LIMIT_FOUND_EDGES,
                        .escaped = calloc(cg_graph_node_count(graph) + (size_t)1, sizeof(bool)),
                        .report = report,
                        .error = error};
    uint32_t edges = cg_graph_edge_count(graph);
    int status = l.escaped ? find_sites(&l.sites, graph, error) : cg_fail_memory(error);
    if (!status) {
        bool all = !options || options->virtual_mode == CG_VIRTUAL_CHA;
        status = all ? link_functions(&l, NULL, true) : link_reached(&l);
        status = status ? status : record_nameless(&l);
    }
    report->counts[CG_LINK_EDGES] += cg_graph_edge_count(graph) - edges;
    report->counts[CG_LINK_VIRTUAL_CALLS] += l.sites.count + l.sites.nameless;
    free(l.found);
    free(l.escaped);
    free_sites(&l.sites);
    return status;
}
