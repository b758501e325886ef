/*
 * Adding recorded functions and calls that are missing from the graph.
 *
 * An edge gets the kind that its cause suggests: reachability then knows that a library calls its
 * argument (CG_EDGE_CALLBACK), and an edge that was only a guess is followed. If the cause suggests
 * none it has no kind, since no source shows how the call is written.
 */
#include "base/error.h"
#include "base/memory.h"
#include "strings/text.h"
#include "strings/utf8.h"
#include "validate/common/validation.h"

#include <libcg/derive.h>
#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/site.h>

#include <stdlib.h>

/** CG_KEY_EVIDENCE of an edge seen in a run. */

/* What one profile recorded of an edge, or of a new node. */
struct sighting {
    cg_node caller; /**< CG_NONE: it concerns the node `callee` */
    cg_node callee;
    uint32_t profile;
    uint64_t visits;
};

struct patch {
    struct cg_validation *v;
    struct cg_graph *graph;
    const char *const *sources;
    struct cg_error *error;
    cg_node *nodes; /**< by function: the node added for it, else CG_NONE */
    struct sighting *sightings;
    size_t capacity;
    size_t count;
    struct cg_text text;
};

/* Names and files in profiles may contain any bytes. @return UTF-8, borrowed until the next call,
 * or NULL when memory is exhausted */
static const char *as_utf8(struct patch *p, const char *text)
{
    if (utf8_valid(text)) {
        return text;
    }
    cg_text_clear(&p->text);
    cg_text_add_utf8(&p->text, text);
    cg_text_put(&p->text, "", 1);
    return p->text.failed ? NULL : p->text.bytes;
}

static int see(struct patch *p, cg_node caller, cg_node callee, uint32_t profile, uint64_t visits)
{
    if (!cg_grow(&p->sightings, &p->capacity, p->count + 1, sizeof *p->sightings)) {
        return cg_fail_memory(p->error);
    }
    p->sightings[p->count++] = (struct sighting){caller, callee, profile, visits};
    return CG_OK;
}

/* Nodes */

static int add_node(struct patch *p, cg_node *out, const struct validation_function *function)
{
    struct cg_frame_info frame;
    const char *name = as_utf8(p, validation_string(p->v, function->name));
    if (!name) {
        return cg_fail_memory(p->error);
    }
    int status = cg_graph_add_node(out, p->graph, name, p->error);
    cg_profile_frame(p->v->profiles[function->profile].profile, function->frame, &frame);
    if (!status && frame.file) {
        const char *file = as_utf8(p, frame.file);
        status =
            file ? cg_node_set_origin(p->graph, *out, file, p->error) : cg_fail_memory(p->error);
    }
    return status;
}

/* The node of a function: an existing or a new one. */
static int node_of(struct patch *p, cg_node *out, uint32_t function, cg_node known)
{
    if (known != CG_NONE) {
        *out = known;
        return CG_OK;
    }
    int status = p->nodes[function] == CG_NONE
                     ? add_node(p, &p->nodes[function], &p->v->functions[function])
                     : CG_OK;
    *out = p->nodes[function];
    return status;
}

/* How often new functions were entered in a profile: in total, not only by these calls. */
static int see_nodes(struct patch *p, uint32_t number, uint64_t *visits, bool *seen)
{
    const struct validation_profile *in = &p->v->profiles[number];
    int status = CG_OK;
    for (uint32_t f = 0; f < p->v->function_count; f++) {
        visits[f] = 0;
        seen[f] = false;
    }
    for (cg_call_context path = 0; path < cg_profile_context_count(in->profile); path++) {
        struct cg_call_context_info info;
        cg_profile_context(in->profile, path, &info);
        uint32_t f = in->functions[info.frame];
        if (f != VALIDATION_NONE && p->nodes[f] != CG_NONE) {
            uint64_t more = cg_profile_visits(in->profile, path);
            seen[f] = true;
            visits[f] = more > UINT64_MAX - visits[f] ? UINT64_MAX : visits[f] + more;
        }
    }
    for (uint32_t f = 0; f < p->v->function_count && !status; f++) {
        status = seen[f] ? see(p, CG_NONE, p->nodes[f], number, visits[f]) : CG_OK;
    }
    return status;
}

static int see_all_nodes(struct patch *p)
{
    uint64_t *visits = malloc(((size_t)p->v->function_count + 1) * sizeof *visits);
    bool *seen = malloc(((size_t)p->v->function_count + 1) * sizeof *seen);
    int status = visits && seen ? CG_OK : cg_fail_memory(p->error);
    for (uint32_t i = 0; i < p->v->profile_count && !status; i++) {
        status = see_nodes(p, i, visits, seen);
    }
    free(visits);
    free(seen);
    return status;
}

/* Edges */

static unsigned kind_of(const struct cg_checked_call *call)
{
    switch (call->cause) {
    case CG_CAUSE_POINTER_UNRESOLVED:
    case CG_CAUSE_POINTER_RESOLVED:
        return CG_EDGE_POINTER;
    case CG_CAUSE_VIRTUAL:
        return CG_EDGE_VIRTUAL;
    case CG_CAUSE_CONSTRUCTOR:
        return CG_EDGE_IMPLICIT;
    case CG_CAUSE_CALLBACK:
        return CG_EDGE_CALLBACK;
    default:
        return 0;
    }
}

/* A callback gets the library function and its place, like one that linking finds; the places of
 * other calls are unknown. Edges keep their numbers until the graph is frozen. */
static int set_sites(struct patch *p, cg_edge edge, const struct validation_call *call)
{
    cg_edge called = call->public.cause == CG_CAUSE_CALLBACK ? call->entry : CG_NONE;
    if (called == CG_NONE || cg_metadata_has(p->graph, CG_ON_EDGE, edge, CG_KEY_CALL_SITES)) {
        return CG_OK;
    }
    struct cg_site_list *list = NULL;
    int status = cg_sites_read(&list, p->graph, called, CG_KEY_CALL_SITES, p->error);
    size_t count = status ? 0 : cg_site_list_count(list);
    struct cg_site *sites = calloc(count + 1, sizeof *sites);
    status = status || sites ? status : cg_fail_memory(p->error);
    for (size_t i = 0; i < count && !status; i++) {
        sites[i] = *cg_site_list_at(list, i);
        sites[i].kind = cg_edge_kind_name(CG_EDGE_CALLBACK);
        sites[i].through = cg_node_name(p->graph, cg_edge_callee(p->graph, called));
    }
    if (!status && count) {
        status = cg_sites_write(p->graph, edge, CG_KEY_CALL_SITES, sites, count, p->error);
    }
    free(sites);
    cg_site_list_free(list);
    return status;
}

static int add_edge(struct patch *p, cg_node caller, cg_node callee,
                    const struct validation_call *call)
{
    cg_edge edge;
    int status =
        cg_graph_add_edge(&edge, p->graph, caller, callee, kind_of(&call->public), p->error);
    status = status ? status : set_sites(p, edge, call);
    if (!status && !cg_metadata_has(p->graph, CG_ON_EDGE, edge, CG_KEY_EVIDENCE)) {
        status = cg_evidence_add(p->graph, CG_ON_EDGE, edge, CG_EVIDENCE_OBSERVED, p->error);
    }
    return status;
}

static int add_call(struct patch *p, const struct validation_call *call)
{
    cg_node caller = CG_NONE, callee = CG_NONE;
    int status = node_of(p, &caller, call->caller, call->public.caller);
    status = status ? status : node_of(p, &callee, call->callee, call->public.callee);
    status = status ? status : add_edge(p, caller, callee, call);
    for (uint32_t i = 0; i < call->part_count && !status; i++) {
        const struct validation_part *part = &p->v->parts[call->first_part + i];
        status = see(p, caller, callee, part->profile, part->visits);
    }
    return status;
}

static bool is_missing(const struct validation_call *call)
{
    return call->public.verdict >= CG_VERDICT_MISSING_EDGE;
}

static int add_calls(struct patch *p)
{
    int status = CG_OK;
    for (uint32_t i = 0; i < p->v->call_count && !status; i++) {
        status = is_missing(&p->v->calls[i]) ? add_call(p, &p->v->calls[i]) : CG_OK;
    }
    return status;
}

/* Observations */

static int by_call(const void *a, const void *b)
{
    const struct sighting *x = a, *y = b;
    const uint32_t of_x[] = {x->caller, x->callee, x->profile};
    const uint32_t of_y[] = {y->caller, y->callee, y->profile};
    for (int i = 0; i < 3; i++) {
        if (of_x[i] != of_y[i]) {
            return of_x[i] < of_y[i] ? -1 : 1;
        }
    }
    return 0;
}

/* Each profile counts once per node or edge: several calls may have become one edge. */
static void unite_sightings(struct patch *p)
{
    size_t count = 0;
    if (p->count) {
        qsort(p->sightings, p->count, sizeof *p->sightings, by_call);
    }
    for (size_t i = 0; i < p->count; i++) {
        struct sighting *last = count ? &p->sightings[count - 1] : NULL;
        if (last && by_call(last, &p->sightings[i]) == 0) {
            last->visits = p->sightings[i].visits > UINT64_MAX - last->visits
                               ? UINT64_MAX
                               : last->visits + p->sightings[i].visits;
        } else {
            p->sightings[count++] = p->sightings[i];
        }
    }
    p->count = count;
}

/* The value of one sighting. Without counted visits it records only the source. */
static int write_sighting(struct patch *p, struct cg_text *out, const struct sighting *sighting)
{
    const char *source = as_utf8(p, p->sources[sighting->profile]);
    if (!source) {
        return cg_fail_memory(p->error);
    }
    cg_text_clear(out);
    cg_text_add(out, "[{\"source\":");
    cg_text_add_json_string(out, source, strlen(source));
    if (sighting->visits) {
        cg_text_add(out, ",\"visits\":");
        cg_text_add_number(out, sighting->visits);
    }
    cg_text_add(out, "}]");
    return out->failed ? cg_fail_memory(p->error) : CG_OK;
}

/* Unite it with earlier ones. */
static int put_sighting(struct patch *p, const struct cg_text *value, struct cg_text *both,
                        enum cg_place place, uint32_t number)
{
    const char *there = cg_metadata_get(p->graph, place, number, CG_KEY_OBSERVED);
    const struct cg_merge_input input = {.a = {there, there ? strlen(there) : 0},
                                         .b = {value->bytes, value->length},
                                         .place = place};
    cg_text_clear(both);
    int status = there ? cg_merge_union(both, &input, p->error)
                       : cg_text_append(both, value->bytes, value->length);
    if (status) {
        return cg_fail_memory(p->error);
    }
    return cg_metadata_set(p->graph, place, number, CG_KEY_OBSERVED,
                           &(struct cg_value){both->bytes, both->length}, p->error);
}

static int record_sightings(struct patch *p)
{
    struct cg_text value = {0}, both = {0};
    int status = CG_OK;
    unite_sightings(p);
    for (size_t i = 0; i < p->count && !status; i++) {
        const struct sighting *s = &p->sightings[i];
        enum cg_place place = s->caller == CG_NONE ? CG_ON_NODE : CG_ON_EDGE;
        uint32_t number =
            place == CG_ON_NODE ? s->callee : cg_graph_find_edge(p->graph, s->caller, s->callee);
        status = write_sighting(p, &value, s);
        status = status ? status : put_sighting(p, &value, &both, place, number);
    }
    cg_text_free(&value);
    cg_text_free(&both);
    return status;
}

/* Recursion and loop depths are derived for linked graphs only. */
static int derive_again(struct patch *p)
{
    return cg_metadata_has(p->graph, CG_ON_GRAPH, 0, CG_KEY_LINKED)
               ? cg_graph_derive(p->graph, p->error)
               : CG_OK;
}

static int apply(struct patch *p)
{
    int status = cg_graph_thaw(p->graph, p->error);
    status = status ? status : add_calls(p);
    status = status ? status : see_all_nodes(p);
    status = status ? status : cg_graph_freeze(p->graph, p->error);
    status = status ? status : record_sightings(p);
    return status ? status : derive_again(p);
}

static bool lacks_any(const struct cg_validation *v)
{
    bool any = false;
    for (uint32_t i = 0; i < v->call_count && !any; i++) {
        any = is_missing(&v->calls[i]);
    }
    return any;
}

static int patch_once(struct cg_validation *validation, struct cg_graph *graph,
                      const char *const *sources, struct cg_error *error)
{
    struct patch p = {.v = validation, .graph = graph, .sources = sources, .error = error};
    p.nodes = malloc(((size_t)validation->function_count + 1) * sizeof *p.nodes);
    if (!p.nodes) {
        return cg_fail_memory(error);
    }
    for (uint32_t f = 0; f < validation->function_count; f++) {
        p.nodes[f] = CG_NONE;
    }
    int status = apply(&p);
    free(p.nodes);
    free(p.sightings);
    cg_text_free(&p.text);
    return status;
}

static int validate_again(struct cg_validation **out, const struct cg_validation *v,
                          struct cg_graph *graph, struct cg_error *error)
{
    const struct cg_profile **profiles = malloc((v->profile_count + 1) * sizeof *profiles);
    if (!profiles) {
        return cg_fail_memory(error);
    }
    for (uint32_t i = 0; i < v->profile_count; i++) {
        profiles[i] = v->profiles[i].profile;
    }
    int status = cg_validate(out, graph, profiles, v->profile_count, &v->options, error);
    free(profiles);
    return status;
}

/* Additions may change other verdicts: calls may no longer be explained. Each round adds at least
 * one call, so this ends. */
int cg_validation_patch(struct cg_validation *validation, struct cg_graph *graph,
                        const char *const *sources, struct cg_error *error)
{
    struct cg_validation *next = NULL;
    int status = CG_OK;
    for (struct cg_validation *v = validation; !status && lacks_any(v); v = next) {
        struct cg_validation *last = next;
        status = patch_once(v, graph, sources, error);
        next = NULL;
        if (!status) {
            status = validate_again(&next, validation, graph, error);
        }
        cg_validation_free(last);
    }
    cg_validation_free(next);
    return status;
}
