/* Prints the explanation of an answer of reach for people. */
#include "verbs/why/why.h"

#include <stdlib.h>
#include <string.h>

#define TYPE_INFO_NAME "typeinfo name for "

/* The class of a receiver, "A" of "_ZTS1A". Release with g_free. */
static char *class_of(const struct query *query, const char *receiver)
{
    char *readable = query_readable(query, receiver);
    bool of_class = g_str_has_prefix(readable, TYPE_INFO_NAME);
    char *name = g_strdup(readable + (of_class ? strlen(TYPE_INFO_NAME) : 0));
    g_free(readable);
    return name;
}

static void print_callees(const struct query *query, const struct indirect_call *call)
{
    bool closed = call->state == INDIRECT_RESOLVED;
    printf(", 1 of %zu%s callee%s", call->callees, closed ? "" : " known", cli_s(call->callees));
    if (call->state != INDIRECT_UNSAID) {
        fputs(closed ? ", resolved" : ", unresolved", stdout);
    }
    char *unknown = unknown_details(query, &call->site);
    if (unknown) {
        printf(" (%s)", unknown);
    }
    g_free(unknown);
}

static void print_indirect(const struct query *query, const struct indirect_call *call)
{
    if (call->site.receiver) {
        char *name = class_of(query, call->site.receiver);
        printf(" virtual call through %s", name);
        g_free(name);
    } else {
        fputs(call->is_virtual ? " virtual call" : " pointer", stdout);
    }
    print_callees(query, call);
}

static void print_site(const struct query *query, const struct cg_site *site,
                       const struct indirect_call *call)
{
    char *place = site_place(site);
    printf("    %s", place);
    g_free(place);
    if (call) {
        print_indirect(query, call);
    }
    if (site->through) {
        char *through = query_readable(query, site->through);
        char *shown = cli_printable(through);
        printf(" called back by %s", shown);
        g_free(shown);
        g_free(through);
    }
    putchar('\n');
}

/* Prints the sites that do not name the callee. */
static void print_sites(struct query *query, cg_edge edge, uint64_t limit)
{
    struct indirect_calls calls;
    struct cg_site_list *sites = query_sites(query, edge, CG_KEY_CALL_SITES);
    uint64_t seen = 0;
    indirect_read(&calls, query, cg_edge_caller(query->graph, edge));
    for (size_t i = 0; i < site_count(sites); i++) {
        const struct cg_site *site = cg_site_list_at(sites, i);
        const struct indirect_call *call = indirect_find(&calls, site);
        if ((call || site->through) && seen++ < limit) {
            print_site(query, site, call);
        }
    }
    print_rest(seen, limit, "such site");
    indirect_clear(&calls);
    cg_site_list_free(sites);
}

static void print_step(struct query *query, cg_edge edge, uint64_t limit)
{
    char *words = evidence_words(query->graph, edge);
    fputs("  ", stdout);
    print_edge_names(query, edge);
    print_edge_details(query, edge);
    if (words) {
        printf(", known from %s", words);
    }
    g_free(words);
    putchar('\n');
    print_sites(query, edge, limit);
}

/* Prints calls below the line they belong to. */
static void print_trail(struct query *query, cg_edge *edges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fputs("    ", stdout);
        print_edge(query, edges[i]);
    }
    free(edges);
}

static void print_trail_to(const struct reach_report *report, cg_node node)
{
    struct query *query = report->query;
    size_t count;
    if (report->distance[node] != CG_NONE) {
        cg_edge *known = trail(query, report->from_start, node, &count);
        print_trail(query, known, count);
        return;
    }
    cg_edge *edges = trail(query, report->from_beyond, node, &count);
    cg_node first = count > 0 ? cg_edge_caller(query->graph, edges[0]) : node;
    printf("    code not collected -> %s\n", query_name(query, first));
    print_trail(query, edges, count);
}

/* Prints the way to a function once for all its unresolved calls. */
static void explain_unresolved_call(const struct reach_report *report, cg_node node,
                                    const struct cg_site *site, void *last)
{
    cg_node *previous = last;
    print_unresolved_call(report, node, site, NULL);
    if (*previous != node) {
        print_trail_to(report, node);
    }
    *previous = node;
}

static void explain_unresolved_calls(const struct reach_report *report)
{
    cg_node last = CG_NONE;
    uint64_t limit = reach_report_limit(report);
    print_rest(reach_report_unresolved_calls(report, limit, explain_unresolved_call, &last), limit,
               "unresolved call");
}

/* Prints how the nearest function without a body is reached. */
static void explain_way_out(const struct reach_report *report)
{
    size_t count = cg_reach_may_call_back(report->reach).count;
    cg_node nearest = reach_report_way_out(report);
    if (nearest != CG_NONE) {
        printf("  code not collected is reached: %s, the nearest of %zu function%s\n",
               query_name(report->query, nearest), count, cli_s(count));
        print_trail_to(report, nearest);
    }
}

static void print_trail_from(const struct reach_report *report, const struct grounds *grounds,
                             cg_node node)
{
    size_t count;
    cg_edge *edges = trail(report->query, grounds->walk, node, &count);
    print_trail(report->query, edges, count);
}

static void explain_way_in(const struct reach_report *report, const struct grounds *grounds)
{
    const struct cg_reach *reach = report->reach;
    struct cg_function_set callbacks = cg_reach_callbacks(reach);
    struct cg_function_set named = cg_reach_named(reach);
    uint64_t limit = reach_report_limit(report);
    if (named.count > 0) {
        print_named(report);
        print_trail_from(report, grounds, named.nodes[0]);
    }
    for (size_t i = 0; i < callbacks.count && i < limit; i++) {
        print_callback(report, callbacks.nodes[i]);
        print_trail_from(report, grounds, callbacks.nodes[i]);
    }
    print_rest(callbacks.count, limit, "callback");
}

static void explain_unknown(const struct reach_report *report, const struct grounds *grounds)
{
    explain_unresolved_calls(report);
    print_silent(report);
    if (cg_reach_beyond_count(report->reach) > 0 || reach_report_leads_outside(report)) {
        explain_way_out(report);
    }
    explain_way_in(report, grounds);
}

static void print_closed(const struct indirect_sum *sum, const char *one, const char *several)
{
    if (sum->calls > 0) {
        printf("  %" G_GUINT64_FORMAT
               " %s on the way %s resolved by linking, with %" G_GUINT64_FORMAT
               " callee%s at most\n",
               (guint64)sum->calls, sum->calls == 1 ? one : several,
               sum->calls == 1 ? "was" : "were", (guint64)sum->most, cli_s(sum->most));
    }
}

static void print_unresolved_calls(const struct reach_report *report)
{
    if (cg_reach_unresolved(report->reach).count > 0) {
        puts("  unresolved calls on the way can only call code not collected and what that may "
             "call:");
        explain_unresolved_calls(report);
    }
}

/* Prints functions that uncollected code may call, and what these reach. */
static void print_callable(const struct reach_report *report)
{
    const struct cg_reach *reach = report->reach;
    struct cg_function_set callable = cg_reach_callable(reach);
    if (callable.count == 0) {
        return;
    }
    char *names = name_some(report->query, cg_reach_callable(reach));
    printf("  code not collected may call %zu function%s (%s); %u more function%s reached so\n",
           callable.count, cli_s(callable.count), names, (unsigned)cg_reach_beyond_count(reach),
           cg_reach_beyond_count(reach) == 1 ? " is" : "s are");
    g_free(names);
}

/* Prints library functions that linking knows. */
static void print_calling_arguments(const struct reach_report *report)
{
    const struct cg_reach *reach = report->reach;
    size_t count = cg_reach_uncollected(reach).count - cg_reach_may_call_back(reach).count;
    if (count > 0) {
        printf("  %zu function%s not collected %s known to call nothing but what is passed to %s\n",
               count, cli_s(count), count == 1 ? "is" : "are", count == 1 ? "it" : "them");
    }
}

static void print_leading(const struct reach_report *report, const struct grounds *grounds)
{
    uint32_t others = grounds->leading - (uint32_t)report->to->count;
    if (others == 0) {
        printf("  nothing is known to call %s\n", report->to_text);
    } else {
        printf("  %u function%s to %s, none of which is reached\n", (unsigned)others,
               others == 1 ? " leads" : "s lead", report->to_text);
    }
}

static void print_linking(unsigned linked)
{
    printf("  linked as a %s", linked & CG_LINKED_PROGRAM ? "program" : "library");
    if (linked & (CG_LINKED_CHA | CG_LINKED_RTA)) {
        printf(", virtual calls by %s",
               linked & CG_LINKED_RTA ? "rapid type analysis" : "class hierarchy");
    }
    putchar('\n');
}

/* Prints the assumptions of the proof. */
static void print_granted(const struct reach_report *report, const struct grounds *grounds)
{
    struct query *query = report->query;
    if (grounds->linked & CG_LINKED) {
        print_linking(grounds->linked);
    }
    if (cg_reach_may_call_back(report->reach).count > 0 ||
        cg_reach_unresolved(report->reach).count > 0) {
        puts("  taken for granted: system libraries call nothing of the program by name");
    }
    for (size_t i = 0; i < report->to->count; i++) {
        if (!cg_node_has_body(query->graph, report->to->nodes[i])) {
            printf("  taken for granted: calls within code not collected do not count, as of %s\n",
                   query_name(query, report->to->nodes[i]));
            return;
        }
    }
}

static void explain_no(const struct reach_report *report, const struct grounds *grounds)
{
    const struct indirect_sums *sums = &grounds->sums;
    print_closed(&sums->of[0][INDIRECT_RESOLVED], "call through a pointer",
                 "calls through pointers");
    print_closed(&sums->of[1][INDIRECT_RESOLVED], "virtual call", "virtual calls");
    print_unresolved_calls(report);
    print_outside(report);
    print_callable(report);
    print_calling_arguments(report);
    print_leading(report, grounds);
    print_granted(report, grounds);
}

void why_print_text(const struct reach_report *report, const struct grounds *grounds)
{
    const struct cg_reach *reach = report->reach;
    struct cg_call_set path = cg_reach_path(reach);
    print_verdict(report);
    switch (cg_reach_answer(reach)) {
    case CG_YES:
        for (size_t i = 0; i < path.count; i++) {
            print_step(report->query, path.edges[i], reach_report_limit(report));
        }
        break;
    case CG_NO:
        explain_no(report, grounds);
        break;
    case CG_UNKNOWN:
        explain_unknown(report, grounds);
        break;
    }
}
