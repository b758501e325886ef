/*
 * Groups solved calls by caller and place. Each place becomes sites of edges and, where callees are
 * unknown, an unresolved call with its reasons; then marks what escapes and what runs without being
 * called.
 */
#include "link/write_targets.h"

#include "base/error.h"
#include "base/memory.h"
#include "graph/linked_state.h"
#include "identity/identity.h"
#include "link/loops.h"
#include "linked/declarers.h"
#include "linked/found_calls.h"
#include "linked/link_report.h"
#include "points_to/unknown_causes.h"
#include "resolve/bind_calls.h"
#include "resolve/external_code.h"
#include "resolve/named_symbols.h"
#include "resolve/shared_calls.h"

#include <libcg/facts.h>

#include <stdlib.h>
#include <string.h>

/** Room for the words of all reasons. */
#define REASONS_SIZE 256

/** Writing in progress. */
struct writing {
    struct program *program;
    struct cg_link_report *report;
    uint32_t *call_by_place; /**< numbers of calls, sorted by owner and place */
    size_t count;
    char (*words)[REASONS_SIZE]; /**< by set of reasons: their words, "" until needed */
    uint32_t site;               /**< the last one whose causes are counted or named */
    int status;                  /**< of judging */
    struct cg_error *error;
};

struct cg_site target_site(const struct program *program, const struct call *call)
{
    const char *file =
        call->file == CG_NO_STRING ? "" : cg_pool_string(&program->texts, call->file);
    return (struct cg_site){.file = *file ? file : NULL,
                            .line = call->line,
                            .column = call->column,
                            .loops = call->kind == CALL_CALLBACK && call->root != NUMBER_NONE
                                         ? program->calls[call->root].loops
                                         : call->loops};
}

/* Edges */

/* A function in facts has a node, unless no file declares it. */
static int node_of(cg_node *out, struct program *program, uint32_t number, struct cg_error *error)
{
    struct function *function = &program->functions[number];
    int status = CG_OK;
    if (function->node == CG_NONE) {
        status = cg_graph_add_node(&function->node, program->graph, function->text, error);
    }
    *out = function->node;
    return status;
}

static int find_call(struct found_call *out, struct program *program, const struct call *call,
                     uint32_t function, struct cg_error *error)
{
    out->caller = call->owner;
    out->kind = call->kind == CALL_CALLBACK ? CG_EDGE_CALLBACK : CG_EDGE_POINTER;
    return node_of(&out->callee, program, function, error);
}

static struct cg_site *list_sites(const struct program *program)
{
    struct cg_site *sites = malloc((program->call_count + (size_t)1) * sizeof *sites);
    for (uint32_t i = 0; sites && i < program->call_count; i++) {
        const struct call *call = &program->calls[i];
        sites[i] = target_site(program, call);
        sites[i].through =
            call->kind == CALL_CALLBACK ? function_name(program, call->through) : NULL;
    }
    return sites;
}

static int by_owner(const void *a, const void *b, void *data)
{
    const struct program *program = data;
    cg_node x = program->calls[*(const uint32_t *)a].owner;
    cg_node y = program->calls[*(const uint32_t *)b].owner;
    return (x > y) - (x < y);
}

/* The calls that one function makes. */
static int write_edges_of(struct program *program, const uint32_t *targets, size_t count,
                          const struct cg_site *sites, struct cg_error *error)
{
    struct found_call *calls = malloc((count + 1) * sizeof *calls);
    int status = calls ? CG_OK : cg_fail_memory(error);
    for (size_t i = 0; i < count && !status; i++) {
        const uint32_t *target = &targets[2 * i];
        calls[i].site = &sites[target[0]];
        status = find_call(&calls[i], program, &program->calls[target[0]], target[1], error);
    }
    status = status ? status : sites_add_calls(program->graph, calls, count, error);
    free(calls);
    return status;
}

static int write_edges(struct program *program, struct cg_link_report *report,
                       struct cg_error *error)
{
    uint32_t *targets = program->targets.items;
    size_t count = program->targets.count / 2;
    uint32_t before = cg_graph_edge_count(program->graph);
    struct cg_site *sites = list_sites(program);
    int status = sites ? CG_OK : cg_fail_memory(error);
    if (count) {
        qsort_r(targets, count, 2 * sizeof *targets, by_owner, program);
    }
    for (size_t i = 0, end; i < count && !status; i = end) {
        for (end = i + 1;
             end < count && by_owner(&targets[2 * i], &targets[2 * end], program) == 0;) {
            end++;
        }
        if (program->calls[targets[2 * i]].owner != CG_NONE) {
            status = write_edges_of(program, &targets[2 * i], end - i, sites, error);
        }
    }
    report->counts[CG_LINK_EDGES] += cg_graph_edge_count(program->graph) - before;
    free(sites);
    return status;
}

/* Resolved and unresolved calls */

/* The first call at or after a place. */
static size_t lower_bound(const struct writing *w, const struct call *place)
{
    size_t low = 0, high = w->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct call *call = &w->program->calls[w->call_by_place[middle]];
        if (call_compare_places(call, place) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static const char *words_of(struct writing *w, unsigned unknown)
{
    causes_reasons(w->words[unknown], REASONS_SIZE, unknown);
    return w->words[unknown];
}

/* A coroutine is resumed through what its frame holds. */
static bool is_by_pointer(const struct cg_site *site)
{
    return site->reason && (strcmp(site->reason, CG_OPEN_POINTER) == 0 ||
                            strcmp(site->reason, CG_OPEN_COROUTINE) == 0);
}

/* The calls at the place of a site. */
struct site_calls {
    size_t first, end; /* in call_by_place */
    unsigned unknown;  /* why their values are unknown */
};

static struct site_calls find_calls(const struct writing *w, cg_node node,
                                    const struct cg_site *site)
{
    const char *file = site->file ? site->file : "";
    struct call place = {.owner = node, .line = site->line, .column = site->column};
    place.file = cg_pool_find(&w->program->texts, file, strlen(file));
    size_t first = lower_bound(w, &place);
    struct site_calls calls = {.first = first, .end = first};
    for (; calls.end < w->count; calls.end++) {
        const struct call *call = &w->program->calls[w->call_by_place[calls.end]];
        if (call_compare_places(call, &place) != 0) {
            break;
        }
        calls.unknown |= call->unknown;
    }
    return calls;
}

static int count_site(struct writing *w, cg_node node, const struct cg_site *site)
{
    struct program *program = w->program;
    const struct site_calls calls = find_calls(w, node, site);
    struct site_causes causes = {.site = ++w->site};
    int status = CG_OK;
    for (size_t i = calls.first; i < calls.end; i++) {
        struct call *call = &program->calls[w->call_by_place[i]];
        call->loops = site->loops > call->loops ? site->loops : call->loops;
        causes_count_call(program, &causes, w->call_by_place[i]);
    }
    if (calls.first == calls.end) {
        status =
            causes_count_unrecorded(program, &causes, cg_node_name(program->graph, node), w->error);
    }
    causes_end_site(program, &causes);
    return status;
}

static int count_sites(struct writing *w, cg_node node)
{
    struct cg_site_list *sites;
    int status = cg_sites_read(&sites, w->program->graph, node, CG_KEY_UNRESOLVED_CALLS, w->error);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < cg_site_list_count(sites) && !status; i++) {
        const struct cg_site *site = cg_site_list_at(sites, i);
        status = is_by_pointer(site) ? count_site(w, node, site) : CG_OK;
    }
    cg_site_list_free(sites);
    return status;
}

/* Say why the calls of a site are unresolved. */
static void explain(struct writing *w, struct cg_site *site, const uint32_t *calls, size_t count,
                    unsigned unknown)
{
    struct site_causes causes = {.site = ++w->site};
    site->unknown = words_of(w, unknown);
    for (size_t i = 0; i < count; i++) {
        causes_name_call(w->program, &causes, calls[i]);
    }
    if (!w->status) {
        w->status = causes_names(&site->causes, w->program, &causes, w->error);
    }
}

static bool judge_site(void *data, cg_node node, struct cg_site *site)
{
    struct writing *w = data;
    if (!is_by_pointer(site)) {
        return false;
    }
    const struct site_calls calls = find_calls(w, node, site);
    bool found = calls.first < calls.end, closed = found && !calls.unknown;
    w->report->counts[CG_LINK_POINTER_CALLS]++;
    w->report->counts[CG_LINK_POINTER_RESOLVED] += closed;
    if (!found) {
        site->unknown = CG_UNKNOWN_NO_FACTS;
        site->causes = cg_node_name(w->program->graph, node);
    } else if (calls.unknown) {
        explain(w, site, w->call_by_place + calls.first, calls.end - calls.first, calls.unknown);
    }
    return closed;
}

static int prepare_writing(struct writing *w, struct cg_error *error)
{
    struct program *program = w->program;
    w->call_by_place = malloc((program->call_count + (size_t)1) * sizeof *w->call_by_place);
    w->words = calloc(1u << CAUSE_REASONS, sizeof *w->words);
    if (!w->call_by_place || !w->words) {
        return cg_fail_memory(error);
    }
    for (uint32_t i = 0; i < program->call_count; i++) {
        if (program->calls[i].kind == CALL_POINTER) {
            w->call_by_place[w->count++] = i;
        }
    }
    qsort_r(w->call_by_place, w->count, sizeof *w->call_by_place, call_by_place, program);
    return CG_OK;
}

static bool has_open(const struct cg_graph *graph, cg_node node)
{
    return sites_have_reason(graph, node, CG_OPEN_POINTER) ||
           sites_have_reason(graph, node, CG_OPEN_COROUTINE);
}

/* Library functions whose callee is unknown: the call is unresolved in the function that calls the
 * library. */
static int unresolved_callbacks(struct writing *w, struct cg_error *error)
{
    struct program *program = w->program;
    int status = CG_OK;
    for (uint32_t i = 0; i < program->call_count && !status; i++) {
        const struct call *call = &program->calls[i];
        if (call->kind == CALL_CALLBACK && call->unknown && call->owner != CG_NONE) {
            struct cg_site site = target_site(program, call);
            site.reason = CG_UNRESOLVED_CALLBACK;
            site.through = function_name(program, call->through);
            explain(w, &site, &i, 1, call->unknown);
            const struct sites_change change = {.more = &site, .more_count = 1};
            status = w->status;
            status = status ? status : sites_close(program->graph, call->owner, &change, error);
        }
    }
    return status;
}

static int write_sites(struct writing *w, struct cg_error *error)
{
    struct cg_graph *graph = w->program->graph;
    const struct sites_change change = {.judge = judge_site, .data = w};
    cg_node count = cg_graph_node_count(graph);
    int status = CG_OK;
    for (cg_node n = 0; n < count && !status; n++) {
        status = has_open(graph, n) ? count_sites(w, n) : CG_OK;
    }
    status = status ? status : causes_rank(w->program, error);
    for (cg_node n = 0; n < count && !status; n++) {
        if (has_open(graph, n)) {
            status = sites_close(graph, n, &change, error);
            status = status ? status : w->status;
        }
    }
    status = status ? status : causes_write(w->program, error);
    return status ? status : unresolved_callbacks(w, error);
}

/* What uncollected code may call */

static bool add_callers_of(struct number_list *out, const struct cg_graph *graph, const char *name)
{
    cg_node node = graph_find_symbol(graph, name);
    uint32_t count = node == CG_NONE ? 0 : cg_graph_edge_count(graph);
    bool ok = true;
    for (cg_edge e = 0; e < count && ok; e++) {
        ok = cg_edge_callee(graph, e) != node || number_add(out, cg_edge_caller(graph, e));
    }
    return ok;
}

/* The functions that call one of two functions of a runtime, by themselves or as compilers do. */
static int list_callers(struct number_list *out, const struct program *program,
                        const char *const *names, struct cg_error *error)
{
    bool ok = add_callers_of(out, program->graph, names[0]) &&
              add_callers_of(out, program->graph, names[1]);
    for (size_t i = 0; i < program->runtime.count && ok; i += 2) {
        const char *name = cg_pool_string(&program->texts, program->runtime.items[i + 1]);
        ok = (strcmp(name, names[0]) != 0 && strcmp(name, names[1]) != 0) ||
             number_add(out, program->runtime.items[i]);
    }
    numbers_settle(out, 1);
    return ok ? CG_OK : cg_fail_memory(error);
}

/* What facts say is handed to libraries: two numbers each, the node that does it and the function.
 */
static int list_handed(struct number_list *out, const struct program *program,
                       struct cg_error *error)
{
    bool ok = true;
    for (size_t i = 0; i < program->targets.count && ok; i += 2) {
        const struct call *call = &program->calls[program->targets.items[i]];
        if (call->kind == CALL_CALLBACK && call->owner != CG_NONE) {
            ok = number_add(out, call->owner) && number_add(out, program->targets.items[i + 1]);
        }
    }
    numbers_settle(out, 2);
    return ok ? CG_OK : cg_fail_memory(error);
}

/** What the calls of collected code say about those of edges that linking did not make. */
struct edges_explained {
    struct number_list handed;   /**< list_handed */
    struct number_list exiting;  /**< they have objects destroyed at exit */
    struct number_list throwing; /**< they have what they throw destroyed later */
};

static uint8_t called_back_by_edge(const struct edges_explained *by, cg_node caller,
                                   uint32_t function)
{
    if (numbers_hold(&by->throwing, caller)) {
        return CALLED_BACK_LATER;
    }
    if (numbers_hold(&by->exiting, caller)) {
        return CALLED_BACK_AT_EXIT;
    }
    return numbers_hold_pair(&by->handed, caller, function) ? CALLED_BACK_NEVER : CALLED_BACK_LATER;
}

/* Collecting makes edges to what destroys objects at exit, and what is thrown. When else calls of
 * edges happen is unknown, unless facts say it. */
static int mark_callees_of_edges(uint8_t *how, const struct program *program,
                                 struct cg_error *error)
{
    static const char *const registers[] = {"__cxa_atexit", "__cxa_thread_atexit"};
    static const char *const throws[] = {"__cxa_throw", "__cxa_init_primary_exception"};
    const struct cg_graph *graph = program->graph;
    struct edges_explained by = {.handed = {0}};
    int status = list_handed(&by.handed, program, error);
    status = status ? status : list_callers(&by.exiting, program, registers, error);
    status = status ? status : list_callers(&by.throwing, program, throws, error);
    for (cg_edge e = 0; e < cg_graph_edge_count(graph) && !status; e++) {
        uint32_t function = program->nodes[cg_edge_callee(graph, e)];
        if (function != NUMBER_NONE && cg_edge_kinds(graph, e) & CG_EDGE_CALLBACK) {
            uint8_t more = called_back_by_edge(&by, cg_edge_caller(graph, e), function);
            how[function] = called_back_by_either(how[function], more);
        }
    }
    free(by.handed.items);
    free(by.exiting.items);
    free(by.throwing.items);
    return status;
}

static void mark_targets(uint8_t *how, const struct program *program)
{
    for (size_t i = 0; i < program->targets.count; i += 2) {
        const uint32_t *target = &program->targets.items[i];
        const struct call *call = &program->calls[target[0]];
        if (call->kind == CALL_CALLBACK) {
            uint8_t *now = &how[target[1]];
            *now = called_back_by_either(*now, call->called_back);
        }
    }
}

/* Where facts are missing, it is unknown what calls pass. */
static int find_called_back(uint8_t **out, const struct program *program, struct cg_error *error)
{
    uint8_t *how = calloc(program->function_count + (size_t)1, sizeof *how);
    *out = how;
    if (!how) {
        return cg_fail_memory(error);
    }
    int status = CG_OK;
    if (!program->unread) {
        status = mark_callees_of_edges(how, program, error);
        mark_targets(how, program);
    }
    return status;
}

/* Whether code outside has a function only because libraries call it by name, which the C library
 * and runtimes do not. */
static bool is_named_by_libraries(const struct program *program, cg_node node)
{
    return external_calls_by_name(program, node) == NAMED_BY_LIBRARIES &&
           cg_site_count(program->graph, node, CG_KEY_ADDRESS_TAKEN) == 0 &&
           !function_may_be_named(program, node);
}

/* @param how enum called_back */
static int write_escape(struct program *program, const struct function *function, uint8_t how,
                        struct cg_error *error)
{
    struct cg_graph *graph = program->graph;
    int status = CG_OK;
    if (function->escapes || how == CALLED_BACK_IMMEDIATELY) {
        status = cg_node_set_truth(graph, function->node, CG_KEY_ESCAPES, function->escapes, error);
    }
    bool confined = function->escapes ? is_named_by_libraries(program, function->node)
                                      : how == CALLED_BACK_CONFINED;
    if (!status && confined) {
        status = cg_node_set_truth(graph, function->node, CG_KEY_CONFINED, true, error);
    }
    if (!status && how == CALLED_BACK_AT_EXIT && !function->escapes) {
        status = cg_node_set_truth(graph, function->node, CG_KEY_AT_EXIT, true, error);
    }
    if (!status && function->mistyped && !function->escapes) {
        status = cg_node_set_truth(graph, function->node, CG_KEY_MISTYPED, true, error);
    }
    return status;
}

/* @param how enum called_back of each function */
static int write_escapes(struct program *program, const uint8_t *how, struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t i = 0; i < program->function_count && !status; i++) {
        if (program->functions[i].node != CG_NONE) {
            status = write_escape(program, &program->functions[i], how[i], error);
        }
    }
    return status;
}

/* Library functions that call only what is passed to them */

/* Which library functions may call more of the program than their summaries state: all, if the
 * program hooked something, defines functions that the C library or a runtime calls, relocates
 * calls, or has calls with unknown arguments; those of other libraries, if it defines functions
 * that these call. */
static int who_calls_more(enum named_by *out, const struct program *program, struct cg_error *error)
{
    const struct cg_graph *graph = program->graph;
    *out = program->unread || program->relocates ? NAMED_BY_RUNTIMES : NAMED_BY_NONE;
    for (cg_node n = 0; n < cg_graph_node_count(graph) && *out != NAMED_BY_RUNTIMES; n++) {
        const char *name = cg_node_name(graph, n);
        bool body = cg_node_has_body(graph, n);
        const struct summary *summary = body ? NULL : summaries_find(program->summaries, name);
        enum named_by by =
            summary && summary->hooks ? NAMED_BY_RUNTIMES : external_calls_by_name(program, n);
        *out = by > *out ? by : *out;
    }
    bool linked = false;
    int status =
        *out == NAMED_BY_RUNTIMES ? CG_OK : referenced_by_libraries(&linked, program, error);
    *out = linked ? NAMED_BY_RUNTIMES : *out;
    return status;
}

/* Functions that escape may be called by any code later. Calls of what slots hold are known only
 * for calls that pass something: there are no facts of others. */
static bool may_call_else(const struct summary_effect *effect)
{
    bool calls = effect->kind == SUMMARY_CALL && effect->target.kind == SUMMARY_SLOT;
    return calls || effect->kind == SUMMARY_VIRTUAL || effect->kind == SUMMARY_ESCAPE;
}

/* Whether a library function calls nothing of the program but what is passed to it, and what was
 * passed to libraries earlier. */
static bool calls_what_is_passed(const struct summary *summary)
{
    bool more = summary->loads;
    for (size_t i = 0; !more && i < summary->count; i++) {
        more = may_call_else(&summary->effects[i]);
    }
    return !more;
}

/* The summary of a library function. */
static const struct summary *summary_of_library(const struct program *program, cg_node node)
{
    const struct cg_graph *graph = program->graph;
    return cg_node_has_body(graph, node)
               ? NULL
               : program_summary(program, node, cg_node_name(graph, node));
}

/* Whether no system header declares a function: its name decides that it is the library's. */
static bool is_known_by_name(const struct program *program, cg_node node)
{
    enum declared declared = graph_declared(program->graph, node);
    return program->by_address || declared == DECLARED_IMPLICITLY ||
           declared == DECLARED_BY_PROGRAM || declared == DECLARED_WEAKLY;
}

/* @param runtime caller, and the text of a name
 * @param out receives the caller and the function, for each function of the name */
static int add_runtime(struct number_list *out, struct program *program, const uint32_t *runtime,
                       struct cg_error *error)
{
    const char *name = cg_pool_string(&program->texts, runtime[1]);
    cg_node node = graph_find_symbol(program->graph, name);
    int status = CG_OK;
    do {
        uint32_t function;
        status = node == CG_NONE ? program_function(&function, program, name, strlen(name), error)
                                 : program_function_of(&function, program, node, error);
        bool ok = status || (number_add(out, runtime[0]) && number_add(out, function));
        status = ok ? status : cg_fail_memory(error);
        node = node == CG_NONE ? node : graph_next_symbol(program->graph, name, node);
    } while (!status && node != CG_NONE);
    return status;
}

/* The language runtime calls the program's replacements of library functions: so a function that
 * throws calls them. */
static int write_runtime(struct program *program, struct cg_error *error)
{
    static const struct cg_site nowhere = {0};
    struct number_list callees = {0}; /* two numbers each: caller, function */
    int status = CG_OK;
    for (size_t i = 0; i < program->runtime.count && !status; i += 2) {
        status = add_runtime(&callees, program, &program->runtime.items[i], error);
    }
    size_t count = callees.count / 2;
    struct found_call *calls = malloc((count + 1) * sizeof *calls);
    status = status || calls ? status : cg_fail_memory(error);
    for (size_t i = 0; i < count && !status; i++) {
        calls[i] = (struct found_call){
            .caller = callees.items[2 * i], .kind = CG_EDGE_IMPLICIT, .site = &nowhere};
        status = node_of(&calls[i].callee, program, callees.items[2 * i + 1], error);
    }
    status = status ? status : sites_add_calls(program->graph, calls, count, error);
    free(calls);
    free(callees.items);
    return status;
}

/* Whether the runtime calls a function of the program when nothing catches what is thrown, or a
 * function throws what its type excludes: summaries keep those in these slots. */
static bool has_handler(const struct program *program)
{
    static const char terminate[] = "gterminate|", unexpected[] = "gunexpected|";
    return cg_pool_find(&program->texts, terminate, sizeof terminate - 1) != CG_NO_STRING ||
           cg_pool_find(&program->texts, unexpected, sizeof unexpected - 1) != CG_NO_STRING;
}

/* Whether the library of a function leaves nothing with runtimes that calls what was passed to
 * another one. */
static bool is_of_apart_library(const struct program *program, const struct summary *summary)
{
    bool loads = summary && summary->loads && !(program->promised & PROMISE_LOADED_CODE);
    return summary && (summary->runtime || summary->confined || summary->lingering) && !loads;
}

static bool is_apart(const struct program *program, cg_node node)
{
    const struct cg_graph *graph = program->graph;
    return cg_node_has_body(graph, node) || graph_is_pure(graph, node) ||
           is_of_apart_library(program, program_summary(program, node, cg_node_name(graph, node)));
}

/* Whether assembler names no function of another library. What is in objects without graphs may be
 * the names that these define. */
static bool names_are_apart(struct program *program)
{
    bool all = true;
    numbers_settle(&program->linked, 1);
    for (size_t i = 0; i < program->referenced.count && all; i++) {
        uint32_t text = program->referenced.items[i];
        const char *name = cg_pool_string(&program->texts, text);
        all = numbers_hold(&program->linked, text) ||
              graph_find_symbol(program->graph, name) != CG_NONE ||
              external_variable(program, name) ||
              is_of_apart_library(program, summaries_find(program->summaries, name));
    }
    return all;
}

static bool all_are_apart(struct program *program)
{
    bool all = !program->libraries && names_are_apart(program);
    for (cg_node n = 0; n < cg_graph_node_count(program->graph) && all; n++) {
        all = is_apart(program, n);
    }
    return all;
}

static int write_calls_only_arguments(struct program *program, struct cg_error *error)
{
    enum named_by more;
    int status = who_calls_more(&more, program, error);
    bool calls = more == NAMED_BY_RUNTIMES || has_handler(program);
    bool apart = !status && more != NAMED_BY_RUNTIMES && all_are_apart(program);
    status = status || !calls ? status : write_runtime(program, error);
    for (cg_node n = 0; n < cg_graph_node_count(program->graph) && !status; n++) {
        const struct summary *summary = summary_of_library(program, n);
        bool known = summary && more < (summary->runtime ? NAMED_BY_RUNTIMES : NAMED_BY_LIBRARIES);
        bool passed = known && calls_what_is_passed(summary);
        bool nothing = passed && !summary->recalls;
        bool told = is_known_by_name(program, n) || cg_node_is_virtual(program->graph, n);
        if (nothing || (summary && told)) {
            status =
                cg_node_set_truth(program->graph, n, CG_KEY_CALLS_ONLY_ARGUMENTS, nothing, error);
        }
        if (!status && summary && summary->exitless && !summary->loads && !nothing) {
            status = cg_node_set_truth(program->graph, n, CG_KEY_EXITLESS, true, error);
        }
        if (!status && apart && passed && summary->recalls && summary->runtime) {
            status = cg_node_set_truth(program->graph, n, CG_KEY_RUNTIME, true, error);
        }
    }
    return status;
}

/* Functions that load code, and those that nothing describes, which may do anything with what they
 * get. */
static int write_descriptions(struct program *program, struct cg_error *error)
{
    struct cg_graph *graph = program->graph;
    int status = CG_OK;
    for (cg_node n = 0; n < cg_graph_node_count(graph) && !status; n++) {
        bool pure = cg_node_truth(graph, n, CG_KEY_PURE_VIRTUAL) == CG_TRUTH_TRUE;
        const struct summary *summary = summary_of_library(program, n);
        if (!cg_node_has_body(graph, n) && !pure && !summary) {
            status = cg_node_set_truth(graph, n, CG_KEY_UNDESCRIBED, true, error);
        }
        const struct summary *loader = external_loader(program, n);
        if (loader && loader->loads && !status) {
            status = cg_node_set_truth(graph, n, CG_KEY_LOADS_CODE, true, error);
        }
    }
    return status;
}

/* A function may be recorded twice: as itself, and converted to another type. */
static void count_targets(struct writing *w)
{
    struct number_list *targets = &w->program->targets;
    uint64_t *most = &w->report->counts[CG_LINK_MOST_CALLEES];
    uint32_t count = 0;
    numbers_settle(targets, 2);
    for (size_t i = 0; i < targets->count; i += 2) {
        const uint32_t *target = &targets->items[i];
        if (w->program->calls[target[0]].kind == CALL_POINTER) {
            count = i && target[0] == target[-2] ? count + 1 : 1;
            w->report->counts[CG_LINK_CALLEES]++;
            *most = count > *most ? count : *most;
        }
    }
}

int targets_write(struct program *program, struct cg_link_report *report, struct cg_error *error)
{
    struct writing w = {.program = program, .report = report, .error = error};
    int status = prepare_writing(&w, error);
    status = status ? status : loops_find(program, error);
    status = status ? status : causes_settle(program, error);
    if (!status) {
        shared_calls_spread_unknown(program);
    }
    status = status ? status : write_sites(&w, error);
    uint8_t *called_back = NULL;
    status = status ? status : find_called_back(&called_back, program, error);
    status = status ? status : write_edges(program, report, error);
    status = status ? status : write_escapes(program, called_back, error);
    status = status ? status : write_calls_only_arguments(program, error);
    status = status ? status : write_descriptions(program, error);
    if (!status) {
        count_targets(&w);
    }
    free(called_back);
    free(w.call_by_place);
    free(w.words);
    return status;
}
