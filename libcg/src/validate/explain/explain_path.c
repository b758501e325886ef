/*
 * Breadth-first search from the recorded caller, once for each step; the predicates on the way
 * decide which functions a profile may not show.
 */
#include "validate/explain/explain_path.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/rows.h"
#include "match/file_path.h"
#include "query/common/query_internal.h"

#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

/** Most inner functions if any may have jumped; most calls that one search visits, which lets it
 *  pass a function with thousands of callees through pointers. */
enum { THROUGH_MOST_JUMPS = 2, THROUGH_MOST_CALLS = 20000 };

/* Setting up */

/* The functions that a node may be, without those that are merged. */
static bool index_functions(struct through *t, uint32_t nodes)
{
    const struct cg_validation *v = t->run->v;
    t->functions_start = calloc((size_t)nodes + 2, sizeof *t->functions_start);
    t->functions = malloc(((size_t)v->candidate_count + 1) * sizeof *t->functions);
    if (!t->functions_start || !t->functions) {
        return false;
    }
    for (uint32_t i = 0; i < v->candidate_count; i++) {
        rows_count(t->functions_start, v->candidates[i]);
    }
    rows_begin(t->functions_start, nodes);
    for (uint32_t f = 0; f < v->function_count; f++) {
        const struct validation_function *function = &v->functions[f];
        for (uint32_t i = 0; i < function->count + function->variants; i++) {
            t->functions[rows_place(t->functions_start, v->candidates[function->first + i])] = f;
        }
    }
    return true;
}

static bool index_pairs(struct through *t)
{
    bool ok = cg_pool_init(&t->pairs);
    for (uint32_t i = 0; i < t->run->record_count && ok; i++) {
        const struct record_key *key = &t->run->records[i].key;
        const uint32_t pair[3] = {key->profile, key->caller, key->callee};
        if (key->caller != VALIDATION_NONE && key->first == VALIDATION_NONE) {
            ok = cg_pool_intern(&t->pairs, (const char *)pair, sizeof pair) != CG_NO_STRING;
        }
    }
    return ok;
}

/* Sources have numbers, the first being that of functions without any. */
static bool index_sources(struct through *t, uint32_t nodes)
{
    const struct cg_graph *graph = t->run->v->graph;
    bool ok = cg_pool_init(&t->sources) && cg_pool_intern(&t->sources, "", 0) != CG_NO_STRING;
    t->source_of = calloc((size_t)nodes + 1, sizeof *t->source_of);
    for (cg_node n = 0; n < nodes && ok && t->source_of; n++) {
        const char *origin = cg_node_origin(graph, n);
        uint32_t source = origin ? cg_pool_intern(&t->sources, origin, strlen(origin)) : 0;
        t->source_of[n] = source;
        ok = source != CG_NO_STRING;
    }
    t->source_recorded = calloc((size_t)t->sources.count + 1, sizeof *t->source_recorded);
    return ok && t->source_of && t->source_recorded;
}

int through_init(struct through *t, const struct run *run)
{
    uint32_t nodes = cg_graph_node_count(run->v->graph);
    *t = (struct through){.run = run};
    t->recorded = calloc((size_t)nodes + 1, sizeof *t->recorded);
    t->seen = calloc((size_t)nodes + 1, sizeof *t->seen);
    t->before = malloc(((size_t)nodes + 1) * sizeof *t->before);
    t->frontier[0] = malloc(((size_t)nodes + 1) * sizeof *t->frontier[0]);
    t->frontier[1] = malloc(((size_t)nodes + 1) * sizeof *t->frontier[1]);
    bool ok = t->recorded && t->seen && t->before && t->frontier[0] && t->frontier[1] &&
              index_functions(t, nodes) && index_pairs(t) && index_sources(t, nodes);
    return ok ? CG_OK : cg_fail_memory(run->error);
}

void through_free(struct through *t)
{
    free(t->recorded);
    free(t->seen);
    free(t->before);
    free(t->frontier[0]);
    free(t->frontier[1]);
    free(t->functions_start);
    free(t->functions);
    free(t->path);
    cg_pool_free(&t->pairs);
    cg_pool_free(&t->sources);
    free(t->source_of);
    free(t->source_recorded);
}

/* Whether functions of libraries are recorded like those of the program. Samples may lose them, and
 * instrumented programs only wrap a few. */
static bool records_libraries(const struct validation_profile *of)
{
    const char *format = cg_profile_format(of->profile);
    bool all = strcmp(format, "callgrind") == 0 || strcmp(format, "chrome") == 0;
    bool found = false;
    for (cg_frame f = 0; all && f < cg_profile_frame_count(of->profile) && !found; f++) {
        found = of->classes[f] == VALIDATION_LIBRARY;
    }
    return found;
}

/* Valgrind sees everything; a compiler instruments all of the sources it is given. */
static enum through_extent extent_of(const struct cg_profile *profile)
{
    const char *format = cg_profile_format(profile), *creator = cg_profile_creator(profile);
    bool uftrace = strcmp(format, "chrome") == 0 && creator && strstr(creator, "uftrace");
    return strcmp(format, "callgrind") == 0          ? THROUGH_ALL
           : uftrace || strcmp(format, "gprof") == 0 ? THROUGH_SOURCES
                                                     : THROUGH_SOME;
}

void through_profile(struct through *t, uint32_t profile)
{
    const struct cg_validation *v = t->run->v;
    const struct validation_profile *of = &v->profiles[profile];
    t->profile = profile;
    t->libraries = records_libraries(of);
    t->extent = extent_of(of->profile);
    for (cg_frame frame = 0; frame < cg_profile_frame_count(of->profile); frame++) {
        uint32_t number = of->functions[frame];
        if (number == VALIDATION_NONE) {
            continue;
        }
        const struct validation_function *f = &v->functions[number];
        for (uint32_t i = 0; i < f->count; i++) {
            cg_node node = v->candidates[f->first + i];
            t->recorded[node] = profile + 1;
            t->source_recorded[t->source_of[node]] = profile + 1;
        }
    }
}

/* Visibility */

static bool is_sampled(const struct through *t)
{
    return cg_profile_is_sampled(t->run->v->profiles[t->profile].profile);
}

static bool is_recorded_call(const struct through *t, uint32_t caller, uint32_t callee)
{
    const uint32_t pair[3] = {t->profile, caller, callee};
    return cg_pool_find(&t->pairs, (const char *)pair, sizeof pair) != CG_NO_STRING;
}

static bool function_calls(const struct through *t, uint32_t caller, cg_node callee)
{
    for (uint32_t i = t->functions_start[callee]; i < t->functions_start[callee + 1]; i++) {
        if (is_recorded_call(t, caller, t->functions[i])) {
            return true;
        }
    }
    return false;
}

static bool has_range(const struct cg_graph *graph, cg_node node)
{
    return cg_metadata_has(graph, CG_ON_NODE, node, CG_KEY_SOURCE_RANGE);
}

/* Whether the recorded caller has recorded calls of a function, so that it is not inlined there. */
static bool is_called(const struct through *t, const struct through_question *q, cg_node node)
{
    return t->recorded[node] == t->profile + 1 && function_calls(t, q->caller, node);
}

bool through_is_observed(const struct cg_graph *graph, cg_edge edge)
{
    return cg_evidence(graph, CG_ON_EDGE, edge) == 1u << CG_EVIDENCE_OBSERVED;
}

/* The only call of a function, apart from those added because they were recorded; CG_NONE: there is
 * none, or more. */
static cg_edge only_call(const struct cg_graph *graph, cg_node node)
{
    cg_edge first;
    cg_edge only = CG_NONE;
    uint32_t count = cg_node_out_edges(graph, node, &first);
    for (uint32_t i = 0; i < count; i++) {
        if (!through_is_observed(graph, first + i)) {
            if (only != CG_NONE) {
                return CG_NONE;
            }
            only = first + i;
        }
    }
    return only;
}

/* Another name of a function: the graph records so, or it implicitly calls it and has no source;
 * the latter may also be code that the compiler made, which runs, unlike a name. */
static bool is_alias(const struct through *t, const struct through_question *q, cg_node node)
{
    const struct cg_graph *graph = t->run->v->graph;
    if (cg_has_attribute(graph, node, "ifunc")) {
        return true;
    }
    cg_edge call = only_call(graph, node);
    if (call == CG_NONE) {
        return false;
    }
    return cg_has_attribute(graph, node, "alias") || cg_has_attribute(graph, node, "weakref") ||
           (cg_edge_kinds(graph, call) == CG_EDGE_IMPLICIT && !has_range(graph, node) &&
            !is_called(t, q, node));
}

static bool same_file(const struct cg_graph *graph, cg_node a, cg_node b)
{
    const char *of_a = cg_node_origin(graph, a), *of_b = cg_node_origin(graph, b);
    return of_a && of_b && strcmp(of_a, of_b) == 0;
}

/* Whether a function is defined in a file that others include. */
static bool is_in_header(const struct cg_graph *graph, cg_node node)
{
    static const char *const sources[] = {".c", ".cc", ".cpp", ".cxx", ".c++", ".C"};
    const char *origin = cg_node_origin(graph, node);
    const char *suffix = origin ? strrchr(origin, '.') : NULL;
    bool header = suffix != NULL;
    for (size_t i = 0; header && i < sizeof sources / sizeof *sources; i++) {
        header = strcmp(suffix, sources[i]) != 0;
    }
    return header;
}

static bool may_be_inlined(const struct cg_graph *graph, cg_node caller, cg_node node)
{
    struct cg_inline_info info = {false, false, false, false};
    cg_inline_info(&info, graph, node);
    return info.marked_inline || info.marked_always_inline ||
           cg_node_linkage(graph, node) == CG_LINKAGE_INTERNAL ||
           cg_node_linkage(graph, node) == CG_LINKAGE_WEAK ||
           (cg_node_has_body(graph, node) &&
            (same_file(graph, caller, node) || is_in_header(graph, node)));
}

/* Whether a function also has recorded calls of what it jumps to, which a jump never produces. */
static bool calls_callee(const struct through *t, const struct through_question *q, cg_node node)
{
    for (uint32_t i = t->functions_start[node]; i < t->functions_start[node + 1]; i++) {
        if (is_recorded_call(t, t->functions[i], q->callee)) {
            return true;
        }
    }
    return false;
}

/* Functions of the C++ library and functions passed to them may be inlined: headers contain
 * them. */
static bool is_inlined_callback(const struct cg_graph *graph, cg_edge edge)
{
    struct cg_site_list *sites = NULL;
    bool found = false;
    int status = cg_sites_read(&sites, graph, edge, CG_KEY_CALL_SITES, NULL);
    for (size_t i = 0; !status && i < cg_site_list_count(sites) && !found; i++) {
        const char *through = cg_site_list_at(sites, i)->through;
        found = through && strncmp(through, "_Z", 2) == 0;
    }
    cg_site_list_free(sites);
    return found;
}

/* Whether the caller itself makes a call, and not a library to which it passes the callee. */
static bool calls_itself(const struct cg_graph *graph, cg_edge edge)
{
    unsigned kinds = cg_edge_kinds(graph, edge) & ~(unsigned)CG_EDGE_CANDIDATE;
    return kinds != CG_EDGE_CALLBACK || is_inlined_callback(graph, edge);
}

/* Whether the profile may lack a function although its calls remain. */
static bool may_be_unrecorded(const struct through *t, const struct through_question *q,
                              cg_node node)
{
    bool source = t->source_recorded[t->source_of[node]] == t->profile + 1;
    return t->extent == THROUGH_SOME || (t->extent == THROUGH_SOURCES && !source) ||
           q->care == THROUGH_LENIENT || q->place;
}

static bool is_unseen(const struct through *t, const struct through_question *q, cg_edge edge)
{
    const struct cg_graph *graph = t->run->v->graph;
    cg_node caller = cg_edge_caller(graph, edge), node = cg_edge_callee(graph, edge);
    bool itself = calls_itself(graph, edge);
    if (itself && may_be_inlined(graph, caller, node)) {
        return true;
    }
    if (!cg_node_has_body(graph, node)) {
        return !t->libraries;
    }
    return (itself || !t->libraries) && may_be_unrecorded(t, q, node);
}

static bool is_invisible(const struct through *t, const struct through_question *q,
                         enum through_step step, cg_edge edge)
{
    const struct cg_graph *graph = t->run->v->graph;
    cg_node caller = cg_edge_caller(graph, edge), node = cg_edge_callee(graph, edge);
    bool recorded = t->recorded[node] == t->profile + 1;
    if (is_alias(t, q, node)) {
        return true;
    }
    if (!recorded) {
        return is_unseen(t, q, edge);
    }
    if (step == THROUGH_UNRECORDED || !calls_itself(graph, edge)) {
        return false;
    }
    if (may_be_inlined(graph, caller, node) &&
        (q->place || (q->care == THROUGH_LENIENT &&
                      (step == THROUGH_PARTLY || !function_calls(t, q->caller, node))))) {
        return true;
    }
    return step == THROUGH_TAIL_CALL &&
           (is_sampled(t) || (function_calls(t, q->caller, node) &&
                              (q->care == THROUGH_LENIENT || !calls_callee(t, q, node))));
}

/* Place of the call */

bool through_is_site(const struct cg_graph *graph, cg_edge edge, const char *in, uint32_t line)
{
    const struct cg_value place = {in, strlen(in)};
    struct cg_site_list *sites = NULL;
    bool found = false;
    int status = cg_sites_read(&sites, graph, edge, CG_KEY_CALL_SITES, NULL);
    for (size_t i = 0; !status && i < cg_site_list_count(sites) && !found; i++) {
        const struct cg_site *site = cg_site_list_at(sites, i);
        const struct cg_value file = {site->file, site->file ? strlen(site->file) : 0};
        found = site->line == line && file.length > 0 && path_agree(&file, &place);
    }
    cg_site_list_free(sites);
    return found;
}

/* `#line` gives sites the lines that profiles have, while definitions keep those of their file. */
static bool proves_any(const struct cg_graph *graph, cg_node node, const struct through_question *q)
{
    size_t count = targets_may_be_called(q->targets, node) ? q->targets->count : 0;
    for (size_t i = 0; i < count; i++) {
        cg_edge edge = targets_edge(q->targets, node, i);
        if (edge != CG_NONE &&
            (places_contain(graph, node, q->file, (struct places_point){q->line, 0}) ||
             through_is_site(graph, edge, q->file, q->line))) {
            return true;
        }
    }
    return false;
}

/* Whether a function that calls the target may have made the recorded call. */
static bool may_be_last(const struct through *t, const struct through_question *q, cg_node caller,
                        cg_node node, bool invisible)
{
    const struct cg_graph *graph = t->run->v->graph;
    if (!q->place) {
        return invisible;
    }
    if (proves_any(graph, node, q)) {
        return true;
    }
    bool alias = is_alias(t, q, node);
    bool placeless = invisible && (alias || (!has_range(graph, node) && !is_called(t, q, node)));
    bool first = t->before[caller] == CG_NONE;
    return placeless && (!q->inside || (alias && first));
}

/* An unrecorded library function that may call what was passed to it earlier. C++ functions may be
 * inlined although their bodies were not collected: headers contain them. */
static bool may_call_back(const struct through *t, const struct through_question *q, cg_node node)
{
    const struct cg_graph *graph = t->run->v->graph;
    bool calls_back = cg_node_truth(graph, node, CG_KEY_CALLS_ONLY_ARGUMENTS) != CG_TRUTH_TRUE;
    bool header =
        strncmp(cg_node_name(graph, node), "_Z", 2) == 0 && cg_in_system_header(graph, node);
    bool seen = t->recorded[node] == t->profile + 1;
    if (cg_node_has_body(graph, node)) {
        return false;
    }
    if (!header && t->libraries) {
        return false;
    }
    return q->library ? header && (!seen || q->place || !function_calls(t, q->caller, node))
                      : !seen && calls_back;
}

/* Searching */

/* Only edges that existed before recorded calls were added show how a program was compiled. */
static bool is_usable(const struct cg_graph *graph, const struct through_question *q, cg_edge edge)
{
    return !cg_query_is_guess(graph, edge) &&
           !(q->care == THROUGH_STRICT && through_is_observed(graph, edge));
}

static bool calls_target(const struct cg_graph *graph, const struct through_question *q,
                         cg_node node)
{
    size_t count = targets_may_be_called(q->targets, node) ? q->targets->count : 0;
    for (size_t i = 0; i < count; i++) {
        cg_edge edge = targets_edge(q->targets, node, i);
        if (edge != CG_NONE && is_usable(graph, q, edge)) {
            return true;
        }
    }
    return false;
}

static void add_to_frontier(struct through *t, int side, cg_node node, cg_node before)
{
    t->seen[node] = t->search;
    t->before[node] = before;
    t->frontier[side][t->frontier_count[side]++] = node;
}

static void start_search(struct through *t, const struct through_question *q)
{
    const struct cg_validation *v = t->run->v;
    const struct validation_function *f = &v->functions[q->caller];
    t->search++;
    t->left = THROUGH_MOST_CALLS;
    t->frontier_count[0] = t->frontier_count[1] = 0;
    for (uint32_t i = 0; i < validation_node_count(f); i++) {
        cg_node node = validation_node(v, f, i);
        if (t->seen[node] != t->search) {
            add_to_frontier(t, 0, node, CG_NONE);
        }
    }
}

/* Visit the callees of a function. The target itself may be inlined, and call itself: only a place
 * in it shows that. @return the function that calls the target, or NONE */
static cg_node visit_callees(struct through *t, const struct through_question *q,
                             enum through_step step, cg_node node, int next)
{
    const struct cg_graph *graph = t->run->v->graph;
    const uint32_t *ranks = t->run->ranks;
    cg_node best = CG_NONE;
    cg_edge first;
    uint32_t count = cg_node_out_edges(graph, node, &first);
    if (count > t->left) {
        return CG_NONE;
    }
    t->left -= count;
    for (uint32_t i = 0; i < count; i++) {
        cg_node x = cg_edge_callee(graph, first + i);
        if (t->seen[x] == t->search || !is_usable(graph, q, first + i) ||
            (!q->place && targets_have(q->targets, x))) {
            continue;
        }
        bool invisible = is_invisible(t, q, step, first + i);
        bool last = step == THROUGH_LIBRARY
                        ? may_call_back(t, q, x)
                        : calls_target(graph, q, x) && may_be_last(t, q, node, x, invisible);
        if (last && (best == CG_NONE || ranks[x] < ranks[best])) {
            best = x;
        }
        if (invisible) {
            add_to_frontier(t, next, x, node);
        }
    }
    if (best != CG_NONE) {
        t->before[best] = node;
    }
    return best;
}

/* @return the last inner function, or NONE */
static cg_node search_step(struct through *t, const struct through_question *q,
                           enum through_step step)
{
    cg_node last = CG_NONE;
    uint32_t most = t->run->options->max_through;
    int side = 0;
    bool certain = q->care == THROUGH_LENIENT && !is_sampled(t);
    bool far = step == THROUGH_PARTLY || (step == THROUGH_TAIL_CALL && !certain);
    if (far && most > THROUGH_MOST_JUMPS) {
        most = THROUGH_MOST_JUMPS;
    }
    start_search(t, q);
    for (uint32_t i = 0; i < most && t->frontier_count[side]; i++) {
        size_t count = t->frontier_count[side];
        qsort_r(t->frontier[side], count, sizeof(cg_node), run_by_rank, t->run->ranks);
        t->frontier_count[!side] = 0;
        for (size_t k = 0; k < count && last == CG_NONE; k++) {
            last = visit_callees(t, q, step, t->frontier[side][k], !side);
        }
        if (last != CG_NONE) {
            break;
        }
        side = !side;
    }
    return last;
}

static bool keep_path(struct through *t, struct through_answer *out,
                      const struct through_question *q, cg_node last)
{
    size_t length = 0;
    for (cg_node n = last; t->before[n] != CG_NONE; n = t->before[n]) {
        length++;
    }
    if (!cg_grow(&t->path, &t->path_capacity, length, sizeof *t->path)) {
        return false;
    }
    cg_node node = last;
    for (size_t i = length; i-- > 0; node = t->before[node]) {
        t->path[i] = node;
    }
    out->found = true;
    out->path = t->path;
    out->length = length;
    out->from = node;
    out->to = q->targets->nodes[0];
    for (size_t i = q->targets->count; i-- > 0;) {
        if (targets_edge(q->targets, last, i) != CG_NONE) {
            out->to = q->targets->nodes[i];
        }
    }
    return true;
}

bool through_find(struct through *t, struct through_answer *out, const struct through_question *q)
{
    bool loses = cg_profile_loses_tail_callers(t->run->v->profiles[t->profile].profile);
    *out = (struct through_answer){.found = false};
    for (enum through_step step = THROUGH_UNRECORDED; step <= THROUGH_LIBRARY; step++) {
        if ((step == THROUGH_TAIL_CALL && !loses) ||
            (step == THROUGH_PARTLY && (q->care != THROUGH_LENIENT || q->place)) ||
            (step == THROUGH_LIBRARY && (!q->passed || (q->place && (q->inside || !q->library))))) {
            continue;
        }
        cg_node last = search_step(t, q, step);
        if (last != CG_NONE) {
            out->step = step;
            return keep_path(t, out, q, last);
        }
    }
    return true;
}
