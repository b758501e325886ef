#include "print/reach_report.h"

#include <libcg/dead.h>

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
    const struct cg_reach *reach = report->reach;
    int status = cg_walk_new(&report->from_beyond, report->query->graph, reach->callable,
                             reach->callable_count, CG_CALLEES, error);
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
static int find_answer(struct reach_report *report, bool explain, struct cg_error *error)
{
    const struct selection *from = report->from, *to = report->to;
    int status = cg_reach(&report->reach, report->query->graph,
                          &(struct cg_function_set){from->nodes, from->count},
                          &(struct cg_function_set){to->nodes, to->count}, error);
    if (!status && (explain || report->reach->answer != CG_YES)) {
        status = find_distances(report, error);
    }
    return status;
}

static void sort_open(struct reach_report *report)
{
    struct cg_reach *reach = report->reach;
    if (reach->unresolved_count > 1) {
        g_qsort_with_data(reach->unresolved, (gint)reach->unresolved_count,
                          sizeof *reach->unresolved, compare_open, report);
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
    if (report->reach->answer != CG_NO || query_is_part(query) ||
        !query_is_linked_by(query, CG_VIRTUAL_RTA) ||
        cg_dead(&dead, query->graph, NULL, 0, NULL, NULL)) {
        return;
    }
    bool noted = false;
    for (size_t i = 0; i < report->from->count && !noted; i++) {
        noted = cg_dead_can_run(dead->reason[report->from->nodes[i]]) == CG_NO;
    }
    if (noted) {
        cli_note("%s never runs, by 'cgquery dead': virtual calls on objects that it alone makes "
                 "are not followed; cgmerge --virtual=cha follows them",
                 report->from_text);
    }
    cg_dead_free(dead);
}

static void print_answer(struct reach_report *report, reach_report_function *print)
{
    sort_open(report);
    report->from_text = selection_text(report->query, report->from);
    report->to_text = selection_text(report->query, report->to);
    print(report);
    note_dead_start(report);
    g_free(report->from_text);
    g_free(report->to_text);
}

int answer_reach(struct query *query, const struct selection *from, const struct selection *to,
                 bool explain, reach_report_function *print)
{
    static const int codes[] = {[CG_YES] = CLI_OK, [CG_NO] = CLI_NO, [CG_UNKNOWN] = CLI_UNKNOWN};
    struct cg_error error;
    struct reach_report report = {.query = query, .from = from, .to = to};
    int code;
    if (find_answer(&report, explain, &error)) {
        code = query_fail(query, &error);
    } else {
        print_answer(&report, print);
        code = codes[report.reach->answer];
    }
    cg_reach_free(report.reach);
    cg_walk_free(report.from_start);
    cg_walk_free(report.from_beyond);
    return code;
}

bool reach_report_leads_outside(const struct reach_report *report)
{
    return report->reach->callbacks_count > 0 || report->reach->named_count > 0;
}

static bool counts(const struct reach_report *report, const struct cg_site *site)
{
    const struct cg_reach *reach = report->reach;
    return reach->answer != CG_UNKNOWN || !reach->linked || reach_report_leads_outside(report) ||
           cg_unresolved_call_extent(site) == CG_OPEN_ANYTHING;
}

uint64_t reach_report_unresolved_calls(const struct reach_report *report, uint64_t limit,
                                       unresolved_call_function *each, void *data)
{
    const struct cg_reach *reach = report->reach;
    uint64_t seen = 0;
    for (size_t i = 0; i < reach->unresolved_count; i++) {
        struct cg_site_list *sites =
            query_sites(report->query, reach->unresolved[i], CG_KEY_UNRESOLVED_CALLS);
        for (size_t k = 0; k < site_count(sites); k++) {
            const struct cg_site *site = cg_site_list_at(sites, k);
            if (counts(report, site) && seen++ < limit) {
                each(report, reach->unresolved[i], site, data);
            }
        }
        cg_site_list_free(sites);
    }
    return seen;
}

uint64_t reach_report_limit(const struct reach_report *report)
{
    int max = report->query->options.max;
    return max < 0 ? DEFAULT_MAX : max == 0 ? UINT64_MAX : (uint64_t)max;
}

uint64_t reach_report_json_limit(const struct reach_report *report)
{
    int max = report->query->options.max;
    return max > 0 ? (uint64_t)max : UINT64_MAX;
}

void json_question(struct json *json, const struct reach_report *report)
{
    static const char *const words[] = {[CG_YES] = "yes", [CG_NO] = "no", [CG_UNKNOWN] = "unknown"};
    json_selection(json, "from", report->query, report->from);
    json_selection(json, "to", report->query, report->to);
    json_text(json, "answer", words[report->reach->answer]);
}

static const char *calls(uint64_t count)
{
    return count == 1 ? "call" : "calls";
}

char *name_some(struct query *query, const cg_node *nodes, size_t count)
{
    GString *text = g_string_new(NULL);
    for (size_t i = 0; i < count && i < NAMED_FUNCTIONS; i++) {
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", query_name(query, nodes[i]));
    }
    if (count > NAMED_FUNCTIONS) {
        g_string_append(text, ", ...");
    }
    return g_string_free(text, FALSE);
}

static void print_yes(const struct reach_report *report)
{
    const struct cg_reach *reach = report->reach;
    struct query *query = report->query;
    print_colored(query, "32", "yes");
    if (reach->path_length == 0) {
        cg_node common = selection_common(report->from, report->to);
        printf(": %s is both FROM and TO\n", query_name(query, common));
        return;
    }
    cg_edge last = reach->path[reach->path_length - 1];
    printf(": %s reaches ", query_name(query, cg_edge_caller(query->graph, reach->path[0])));
    printf("%s in %zu %s\n", query_name(query, cg_edge_callee(query->graph, last)),
           reach->path_length, calls(reach->path_length));
}

/* Prints what is known of the calls of collected functions. */
static void print_known(const struct cg_reach *reach)
{
    const char *of = reach->uncollected_count > 0 ? " of the others" : "";
    if (reach->unresolved_count == 0) {
        printf(", all calls%s known", of);
    } else {
        printf(", all calls%s known but for %zu function%s that call%s code not collected", of,
               reach->unresolved_count, cli_s(reach->unresolved_count),
               reach->unresolved_count == 1 ? "s" : "");
    }
}

/* Prints what the proof covers: "4 functions reached, 1 of them not collected, ..." */
static void print_reached(const struct cg_reach *reach)
{
    printf(" (%u function%s reached", (unsigned)reach->reached, cli_s(reach->reached));
    if (reach->answer == CG_NO && reach->records_unresolved_calls) {
        if (reach->uncollected_count == reach->reached && reach->reached > 0) {
            fputs(", not collected", stdout);
        } else {
            if (reach->uncollected_count > 0) {
                printf(", %zu of them not collected", reach->uncollected_count);
            }
            print_known(reach);
        }
    }
    puts(")");
}

void print_verdict(const struct reach_report *report)
{
    const struct cg_reach *reach = report->reach;
    if (reach->answer == CG_YES) {
        print_yes(report);
        return;
    }
    if (reach->answer == CG_NO) {
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
    if (reach->answer == CG_NO && !reach->records_unresolved_calls) {
        puts("note: this graph does not record unresolved calls: the answer holds for the calls it "
             "lists "
             "only");
    }
}

/* " (exit, printf)" if any function leads to code that may call more than its arguments. */
static char *name_outward(const struct reach_report *report)
{
    const struct cg_reach *reach = report->reach;
    if (reach->may_call_back_count == 0) {
        return g_strdup("");
    }
    char *names = name_some(report->query, reach->may_call_back, reach->may_call_back_count);
    char *text = g_strdup_printf(" (%s)", names);
    g_free(names);
    return text;
}

void print_outside(const struct reach_report *report)
{
    const struct cg_reach *reach = report->reach;
    if (!reach->records_unresolved_calls ||
        (reach->may_call_back_count == 0 && reach->unresolved_count == 0)) {
        return;
    }
    char *names = name_outward(report);
    const char *named = reach->library ? " or, being used by other programs, external ones"
                        : reach->possible_program_code_count > 0
                            ? " or, not being just a system library's, external ones"
                            : "";
    printf("  code not collected%s can only call back functions whose address %s%s, and none of "
           "those leads to %s\n",
           names, reach->linked ? "it may have" : "is taken", named, report->to_text);
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
    char *may_call_back = name_outward(report);
    printf("  code not collected%s may call back %s", may_call_back,
           query_name(report->query, node));
    g_free(may_call_back);
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
    const struct cg_reach *reach = report->reach;
    for (size_t i = 0; i < reach->callbacks_count && i < limit; i++) {
        print_callback(report, reach->callbacks[i]);
    }
    print_rest(reach->callbacks_count, limit, "callback");
}

void print_named(const struct reach_report *report)
{
    const struct cg_reach *reach = report->reach;
    char *named = name_some(report->query, reach->named, reach->named_count);
    if (reach->possible_program_code_count > 0) {
        char *possible_program_code = name_some(report->query, reach->possible_program_code,
                                                reach->possible_program_code_count);
        printf("  code not collected (%s) is not just a system library's and may call %s by name\n",
               possible_program_code, named);
        g_free(possible_program_code);
    } else {
        printf("  %s may call %s by name\n",
               reach->library ? "code that uses the library" : "calls of what dlsym finds", named);
    }
    g_free(named);
}

void print_silent_some(const struct reach_report *report, uint64_t limit)
{
    const struct cg_reach *reach = report->reach;
    for (size_t i = 0; i < reach->unrecorded_count && i < limit; i++) {
        printf("  the graph does not say whether all calls of %s are known\n",
               query_name(report->query, reach->unrecorded[i]));
    }
    print_rest(reach->unrecorded_count, limit, "such function");
}

void print_silent(const struct reach_report *report)
{
    print_silent_some(report, UINT64_MAX);
}
