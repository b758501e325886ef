/* Finds whether functions reach others, and prints the answer with what it rests on. */
#include "print/reach_report.h"

#include "names/absent_functions.h"

#include <libcg/dead.h>
#include <libcg/facts.h>

#define DEFAULT_MAX 10
#define NAMED_FUNCTIONS 3

/* Nearest to the start first, since those are the ones to look at; last, those that only
 * uncollected code leads to. */
static int compare_open(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct reach_report *report = user;
    const cg_node nodes[] = {*(const cg_node *)a, *(const cg_node *)b};
    const uint32_t *distance = report->distance;
    uint32_t keys[] = {distance[nodes[0]], distance[nodes[1]]};
    if (keys[0] == keys[1]) {
        keys[0] = report->beyond[nodes[0]];
        keys[1] = report->beyond[nodes[1]];
    }
    if (keys[0] == keys[1]) {
        keys[0] = query_rank(report->query)[nodes[0]];
        keys[1] = query_rank(report->query)[nodes[1]];
    }
    return (keys[0] > keys[1]) - (keys[0] < keys[1]);
}

static int find_beyond(struct reach_report *report, struct cg_error *error)
{
    struct cg_function_set callable = cg_reach_callable(report->reach);
    int status = cg_walk_new(&report->from_beyond, report->query->graph, callable.nodes,
                             callable.count, CG_CALLEES, error);
    report->beyond = status ? NULL : cg_walk_distances(report->from_beyond);
    return status;
}

static int find_distances(struct reach_report *report, struct cg_error *error)
{
    const struct selection *from = report->from;
    int status = cg_walk_new(&report->from_start, report->query->graph, from->nodes, from->count,
                             CG_CALLEES, error);
    report->distance = status ? NULL : cg_walk_distances(report->from_start);
    return status ? status : find_beyond(report, error);
}

/* A positive answer shows distances only for its grounds. */
static int find_answer(struct cg_reach **reach, struct reach_report *report, bool explain,
                       struct cg_error *error)
{
    const struct selection *from = report->from, *to = report->to;
    int status =
        cg_reach(reach, report->query->graph, &(struct cg_function_set){from->nodes, from->count},
                 &(struct cg_function_set){to->nodes, to->count}, error);
    report->reach = *reach;
    if (!status && (explain || cg_reach_answer(*reach) != CG_YES)) {
        status = find_distances(report, error);
    }
    return status;
}

static void sort_open(struct reach_report *report)
{
    struct cg_function_set unresolved = cg_reach_unresolved(report->reach);
    if (unresolved.count > 0) {
        report->unresolved = g_new(cg_node, unresolved.count);
        memcpy(report->unresolved, unresolved.nodes, unresolved.count * sizeof *unresolved.nodes);
        g_qsort_with_data(report->unresolved, (gint)unresolved.count, sizeof *report->unresolved,
                          compare_open, report);
    }
}

int reach_report_order(struct reach_report *report, struct cg_error *error)
{
    int status = find_beyond(report, error);
    if (!status) {
        sort_open(report);
    }
    return status;
}

/* Rapid type analysis leaves out classes that only dead code constructs. A walk that starts there
 * misses their methods. */
static void note_dead_start(const struct reach_report *report)
{
    struct query *query = report->query;
    struct cg_dead *dead = NULL;
    if (cg_reach_answer(report->reach) != CG_NO || query_is_part(query) ||
        !(cg_graph_linked(query->graph) & CG_LINKED_RTA) ||
        cg_dead(&dead, query->graph, NULL, 0, NULL, NULL)) {
        return;
    }
    bool noted = false;
    for (size_t i = 0; i < report->from->count && !noted; i++) {
        noted = cg_dead_can_run(cg_dead_reason(dead, report->from->nodes[i])) == CG_NO;
    }
    if (noted) {
        cli_note("%s never runs, by 'cgquery dead': virtual calls on objects that it alone makes "
                 "are not followed; cgmerge --virtual=cha follows them",
                 report->from_text);
    }
    cg_dead_free(dead);
}

static bool loads_code(const struct query *query, cg_node node)
{
    return node != CG_NONE && cg_node_truth(query->graph, node, CG_KEY_LOADS_CODE) == CG_TRUTH_TRUE;
}

static void look_for_loader(const struct reach_report *report, cg_node node,
                            const struct cg_site *site, void *data)
{
    (void)node;
    cg_node *loader = data;
    if (*loader != CG_NONE || !site->causes) {
        return;
    }
    char **causes = g_strsplit(site->causes, CG_CAUSES_SEPARATOR, -1);
    for (char **i = causes; *i && *loader == CG_NONE; i++) {
        cg_node cause = cg_graph_find(report->query->graph, *i);
        *loader = loads_code(report->query, cause) ? cause : CG_NONE;
    }
    g_strfreev(causes);
}

/** @return a function that loads code and makes calls of the evidence unknown, or CG_NONE. */
static cg_node loader_of(const struct reach_report *report)
{
    cg_node loader = CG_NONE;
    struct cg_function_set code = cg_reach_possible_program_code(report->reach);
    for (size_t i = 0; i < code.count && loader == CG_NONE; i++) {
        loader = loads_code(report->query, code.nodes[i]) ? code.nodes[i] : CG_NONE;
    }
    if (loader == CG_NONE) {
        reach_report_unresolved_calls(report, UINT64_MAX, look_for_loader, &loader);
    }
    return loader;
}

/* Code that a program loads may call and change all that the program exports. Most programs load
 * libraries of others, and their users may say so. */
static void note_loaded_code(const struct reach_report *report)
{
    unsigned promised = cg_graph_promised(report->query->graph);
    unsigned loaded = CG_PROMISE_NO_LOADED_CODE | CG_PROMISE_LOADED_CODE_COLLECTED;
    bool asked = cg_reach_answer(report->reach) == CG_UNKNOWN && !(promised & loaded);
    cg_node loader = asked ? loader_of(report) : CG_NONE;
    if (loader != CG_NONE) {
        cli_note("one cause is code that %s loads; 'cgmerge --assume=no-loaded-code' excludes it, "
                 "if it is not the program's own",
                 query_name(report->query, loader));
    }
}

static void print_answer(struct reach_report *report, reach_report_function *print)
{
    sort_open(report);
    report->from_text = selection_text(report->query, report->from);
    report->to_text = selection_text(report->query, report->to);
    print(report);
    note_dead_start(report);
    note_loaded_code(report);
    g_free(report->from_text);
    g_free(report->to_text);
}

static void sum_up_reached(const struct reach_report *report, bool explain)
{
    uint32_t all = cg_graph_node_count(report->query->graph);
    uint32_t reached = (uint32_t)cg_reach_known_count(report->reach);
    query_sum_up(report->query, "%u of %u function%s reached by known calls%s", reached, all,
                 cli_s(all), explain ? "" : "; 'cgquery why' explains the answer");
}

int answer_reach(struct query *query, const struct selection *from, const struct selection *to,
                 bool explain, reach_report_function *print)
{
    static const int codes[] = {[CG_YES] = CLI_OK, [CG_NO] = CLI_NO, [CG_UNKNOWN] = CLI_UNKNOWN};
    struct cg_error error;
    struct reach_report report = {.query = query, .from = from, .to = to};
    struct cg_reach *reach = NULL;
    int code;
    if (find_answer(&reach, &report, explain, &error)) {
        code = query_fail(query, &error);
    } else {
        print_answer(&report, print);
        sum_up_reached(&report, explain);
        code = codes[cg_reach_answer(reach)];
    }
    cg_reach_free(reach);
    reach_report_clear(&report);
    return code;
}

void reach_report_clear(struct reach_report *report)
{
    cg_walk_free(report->from_start);
    cg_walk_free(report->from_beyond);
    g_free(report->unresolved);
}

bool reach_report_leads_outside(const struct reach_report *report)
{
    return cg_reach_callbacks(report->reach).count > 0 || cg_reach_named(report->reach).count > 0;
}

static bool is_evidence(const struct reach_report *report, const struct cg_site *site)
{
    const struct cg_reach *reach = report->reach;
    return cg_reach_answer(reach) != CG_UNKNOWN || !cg_reach_is_linked(reach) ||
           reach_report_leads_outside(report) ||
           cg_unresolved_call_extent(site) == CG_OPEN_ANYTHING;
}

uint64_t reach_report_unresolved_calls(const struct reach_report *report, uint64_t limit,
                                       unresolved_call_function *each, void *data)
{
    size_t count = cg_reach_unresolved(report->reach).count;
    uint64_t seen = 0;
    for (size_t i = 0; i < count; i++) {
        struct cg_site_list *sites =
            query_sites(report->query, report->unresolved[i], CG_KEY_UNRESOLVED_CALLS);
        for (size_t k = 0; k < site_count(sites); k++) {
            const struct cg_site *site = cg_site_list_at(sites, k);
            if (is_evidence(report, site) && seen++ < limit) {
                each(report, report->unresolved[i], site, data);
            }
        }
        cg_site_list_free(sites);
    }
    return seen;
}

uint64_t reach_report_limit(const struct reach_report *report)
{
    return query_list_limit(report->query, DEFAULT_MAX);
}

uint64_t reach_report_json_limit(const struct reach_report *report)
{
    return query_list_limit(report->query, SIZE_MAX);
}

void json_question(struct json *json, const struct reach_report *report)
{
    static const char *const words[] = {[CG_YES] = "yes", [CG_NO] = "no", [CG_UNKNOWN] = "unknown"};
    json_selection(json, "from", report->query, report->from);
    json_selection(json, "to", report->query, report->to);
    json_text(json, "answer", words[cg_reach_answer(report->reach)]);
}

static const char *calls(uint64_t count)
{
    return count == 1 ? "call" : "calls";
}

char *name_some(struct query *query, struct cg_function_set functions)
{
    GString *text = g_string_new(NULL);
    for (size_t i = 0; i < functions.count && i < NAMED_FUNCTIONS; i++) {
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "",
                               query_name(query, functions.nodes[i]));
    }
    if (functions.count > NAMED_FUNCTIONS) {
        g_string_append(text, ", ...");
    }
    return g_string_free(text, FALSE);
}

static void print_yes(const struct reach_report *report)
{
    struct cg_call_set path = cg_reach_path(report->reach);
    struct query *query = report->query;
    print_colored(query, "32", "yes");
    if (path.count == 0) {
        cg_node common = selection_common(report->from, report->to);
        printf(": %s is both FROM and TO\n", query_name(query, common));
        return;
    }
    cg_edge last = path.edges[path.count - 1];
    printf(": %s reaches ", query_name(query, cg_edge_caller(query->graph, path.edges[0])));
    printf("%s in %zu %s\n", query_name(query, cg_edge_callee(query->graph, last)), path.count,
           calls(path.count));
}

/* Prints what is known of the calls of collected functions. */
static void print_known(const struct cg_reach *reach)
{
    struct cg_function_set unresolved = cg_reach_unresolved(reach);
    const char *of = cg_reach_uncollected(reach).count > 0 ? " of the others" : "";
    if (unresolved.count == 0) {
        printf(", all calls%s known", of);
    } else {
        printf(", all calls%s known but for %zu function%s that call%s code not collected", of,
               unresolved.count, cli_s(unresolved.count), unresolved.count == 1 ? "s" : "");
    }
}

/* Prints what the proof covers: "4 functions reached, 1 of them not collected, ..." */
static void print_reached(const struct cg_reach *reach)
{
    struct cg_function_set uncollected = cg_reach_uncollected(reach);
    printf(" (%u function%s reached", (unsigned)cg_reach_known_count(reach),
           cli_s(cg_reach_known_count(reach)));
    if (cg_reach_answer(reach) == CG_NO && cg_reach_records_unresolved_calls(reach)) {
        if (uncollected.count == cg_reach_known_count(reach) && cg_reach_known_count(reach) > 0) {
            fputs(", not collected", stdout);
        } else {
            if (uncollected.count > 0) {
                printf(", %zu of them not collected", uncollected.count);
            }
            print_known(reach);
        }
    }
    puts(")");
}

cg_node reach_report_way_out(const struct reach_report *report)
{
    struct cg_function_set calling_back = cg_reach_calling_back(report->reach);
    cg_node nearest = CG_NONE;
    for (size_t i = 0; i < calling_back.count; i++) {
        cg_node node = calling_back.nodes[i];
        if (nearest == CG_NONE || report->distance[node] < report->distance[nearest]) {
            nearest = node;
        }
    }
    return nearest;
}

void print_verdict(const struct reach_report *report)
{
    const struct cg_reach *reach = report->reach;
    if (cg_reach_answer(reach) == CG_YES) {
        print_yes(report);
        return;
    }
    if (cg_reach_answer(reach) == CG_NO) {
        print_colored(report->query, "31", "no");
        printf(": there is no path from %s to %s", report->from_text, report->to_text);
    } else {
        print_colored(report->query, "33", "unknown");
        printf(": no known path from %s to %s, but not all calls are known", report->from_text,
               report->to_text);
    }
    print_reached(reach);
    print_part_note(report->query);
    print_absent_note(report->to);
    if (cg_reach_answer(reach) == CG_NO && !cg_reach_records_unresolved_calls(reach)) {
        puts("note: this graph does not record unresolved calls: the answer holds for the calls it "
             "lists "
             "only");
    }
}

/* " (exit, printf)" if any function leads to code that may call more than its arguments. */
static char *name_outward(const struct reach_report *report)
{
    struct cg_function_set calling_back = cg_reach_calling_back(report->reach);
    char *names = name_some(report->query, calling_back);
    char *text = calling_back.count ? g_strdup_printf(" (%s)", names) : g_strdup("");
    g_free(names);
    return text;
}

void print_outside(const struct reach_report *report)
{
    const struct cg_reach *reach = report->reach;
    if (!cg_reach_records_unresolved_calls(reach) ||
        (cg_reach_may_call_back(reach).count == 0 && cg_reach_unresolved(reach).count == 0)) {
        return;
    }
    char *names = name_outward(report);
    const char *named = cg_reach_is_library(reach)
                            ? " or, being used by other programs, external ones"
                        : cg_reach_possible_program_code(reach).count > 0
                            ? " or, not being just a system library's, external ones"
                            : "";
    printf("  code not collected%s can only call back functions whose address %s%s, and none of "
           "those leads to %s\n",
           names, cg_reach_is_linked(reach) ? "it may have" : "is taken", named, report->to_text);
    g_free(names);
}

void print_rest(uint64_t count, uint64_t limit, const char *what)
{
    cli_print_more(stdout, "  ", count > limit ? count - limit : 0, what);
}

void print_unresolved_call(const struct reach_report *report, cg_node node,
                           const struct cg_site *site, void *data)
{
    (void)data;
    fputs("  ", stdout);
    print_open_in(report->query, site, node, report->distance[node]);
}

void print_callback(const struct reach_report *report, cg_node node)
{
    struct query *query = report->query;
    if (cg_node_truth(query->graph, node, CG_KEY_MISTYPED) == CG_TRUTH_TRUE) {
        printf("  an unresolved call of an incompatible type may call %s", query_name(query, node));
    } else {
        char *may_call_back = name_outward(report);
        printf("  code not collected%s may call back %s", may_call_back, query_name(query, node));
        g_free(may_call_back);
    }
    struct cg_site_list *sites = query_sites(report->query, node, CG_KEY_ADDRESS_TAKEN);
    if (site_count(sites) > 0) {
        char *place = site_place(cg_site_list_at(sites, 0));
        printf(" (its address is taken at %s)", place);
        g_free(place);
    }
    putchar('\n');
    cg_site_list_free(sites);
}

void print_callbacks(const struct reach_report *report, uint64_t limit)
{
    struct cg_function_set callbacks = cg_reach_callbacks(report->reach);
    for (size_t i = 0; i < callbacks.count && i < limit; i++) {
        print_callback(report, callbacks.nodes[i]);
    }
    print_rest(callbacks.count, limit, "callback");
}

void print_named(const struct reach_report *report)
{
    const struct cg_reach *reach = report->reach;
    char *named = name_some(report->query, cg_reach_named(reach));
    if (cg_reach_possible_program_code(reach).count > 0) {
        char *possible_program_code =
            name_some(report->query, cg_reach_possible_program_code(reach));
        printf("  code not collected (%s) is not just a system library's and may call %s by name\n",
               possible_program_code, named);
        g_free(possible_program_code);
    } else {
        printf("  %s may call %s by name\n",
               cg_reach_is_library(reach) ? "code that uses the library"
                                          : "code not collected, or what dlsym finds,",
               named);
    }
    g_free(named);
}

void print_silent_some(const struct reach_report *report, uint64_t limit)
{
    struct cg_function_set unrecorded = cg_reach_unrecorded(report->reach);
    for (size_t i = 0; i < unrecorded.count && i < limit; i++) {
        printf("  the graph does not record whether all calls of %s are known\n",
               query_name(report->query, unrecorded.nodes[i]));
    }
    print_rest(unrecorded.count, limit, "such function");
}

void print_silent(const struct reach_report *report)
{
    print_silent_some(report, UINT64_MAX);
}
