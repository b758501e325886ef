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

static void print_callees(const struct indirect_call *call)
{
    bool closed = call->state == INDIRECT_RESOLVED;
    printf(", 1 of %zu%s callee%s", call->callees, closed ? "" : " known", cli_s(call->callees));
    if (call->state != INDIRECT_UNSAID) {
        fputs(closed ? ", resolved" : ", unresolved", stdout);
    }
    if (call->site.unknown) {
        printf(" (%s)", call->site.unknown);
    }
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
    print_callees(call);
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
        printf(" called back by %s", through);
        g_free(through);
    }
    putchar('\n');
}

/* The sites that do not name the callee. */
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

/* Calls below the line they belong to. */
static void print_trail(struct query *query, cg_edge *edges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fputs("    ", stdout);
        print_edge(query, edges[i]);
    }
    free(edges);
}

static void print_trail_to(const struct answered *answered, cg_node node)
{
    struct query *query = answered->query;
    size_t count;
    if (answered->distance[node] != CG_NONE) {
        cg_edge *known = trail(query, answered->from_start, node, &count);
        print_trail(query, known, count);
        return;
    }
    cg_edge *edges = trail(query, answered->from_beyond, node, &count);
    cg_node first = count > 0 ? cg_edge_caller(query->graph, edges[0]) : node;
    printf("    code not collected -> %s\n", query_name(query, first));
    print_trail(query, edges, count);
}

/* The way to a function is told once for all its unresolved calls. */
static void explain_unresolved_call(const struct answered *answered, cg_node node,
                                    const struct cg_site *site, void *last)
{
    cg_node *previous = last;
    print_unresolved_call(answered, node, site, NULL);
    if (*previous != node) {
        print_trail_to(answered, node);
    }
    *previous = node;
}

static void explain_unresolved_calls(const struct answered *answered)
{
    cg_node last = CG_NONE;
    uint64_t limit = answered_limit(answered);
    print_rest(answered_unresolved_calls(answered, limit, explain_unresolved_call, &last), limit,
               "unresolved call");
}

/* How the nearest of the functions without a body is reached. */
static void explain_way_out(const struct answered *answered)
{
    const struct cg_reach *reach = answered->reach;
    cg_node nearest = CG_NONE;
    for (size_t i = 0; i < reach->may_call_back_count; i++) {
        cg_node node = reach->may_call_back[i];
        if (nearest == CG_NONE || answered->distance[node] < answered->distance[nearest]) {
            nearest = node;
        }
    }
    if (nearest != CG_NONE) {
        printf("  code not collected is reached: %s, the nearest of %zu function%s\n",
               query_name(answered->query, nearest), reach->may_call_back_count,
               cli_s(reach->may_call_back_count));
        print_trail_to(answered, nearest);
    }
}

static void print_trail_from(const struct answered *answered, const struct grounds *grounds,
                             cg_node node)
{
    size_t count;
    cg_edge *edges = trail(answered->query, grounds->walk, node, &count);
    print_trail(answered->query, edges, count);
}

static void explain_way_in(const struct answered *answered, const struct grounds *grounds)
{
    const struct cg_reach *reach = answered->reach;
    uint64_t limit = answered_limit(answered);
    if (reach->named_count > 0) {
        print_named(answered);
        print_trail_from(answered, grounds, reach->named[0]);
    }
    for (size_t i = 0; i < reach->callbacks_count && i < limit; i++) {
        print_callback(answered, reach->callbacks[i]);
        print_trail_from(answered, grounds, reach->callbacks[i]);
    }
    print_rest(reach->callbacks_count, limit, "callback");
}

static void explain_unknown(const struct answered *answered, const struct grounds *grounds)
{
    explain_unresolved_calls(answered);
    print_silent(answered);
    if (answered->reach->beyond > 0 || answered_leads_outside(answered)) {
        explain_way_out(answered);
    }
    explain_way_in(answered, grounds);
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

static void print_unresolved_calls(const struct answered *answered)
{
    if (answered->reach->unresolved_count > 0) {
        puts("  unresolved calls on the way can only call code not collected and what that may "
             "call:");
        explain_unresolved_calls(answered);
    }
}

/* Functions that code not collected may call, and what these reach. */
static void print_callable(const struct answered *answered)
{
    const struct cg_reach *reach = answered->reach;
    if (reach->callable_count == 0) {
        return;
    }
    char *names = name_some(answered->query, reach->callable, reach->callable_count);
    printf("  code not collected may call %zu function%s (%s); %u more function%s reached so\n",
           reach->callable_count, cli_s(reach->callable_count), names, (unsigned)reach->beyond,
           reach->beyond == 1 ? " is" : "s are");
    g_free(names);
}

/* Library functions that linking knows. */
static void print_handed(const struct answered *answered)
{
    const struct cg_reach *reach = answered->reach;
    size_t count = reach->uncollected_count - reach->may_call_back_count;
    if (count > 0) {
        printf("  %zu function%s not collected %s known to call nothing but what %s handed\n",
               count, cli_s(count), count == 1 ? "is" : "are", count == 1 ? "it is" : "they are");
    }
}

static void print_leading(const struct answered *answered, const struct grounds *grounds)
{
    uint32_t others = grounds->leading - (uint32_t)answered->to->count;
    if (others == 0) {
        printf("  nothing is known to call %s\n", answered->to_text);
    } else {
        printf("  %u function%s to %s, none of which is reached\n", (unsigned)others,
               others == 1 ? " leads" : "s lead", answered->to_text);
    }
}

static void print_linking(const struct cg_linked *linked)
{
    printf("  linked as a %s", linked->world == CG_WORLD_CLOSED ? "program" : "library");
    if (linked->virtual_resolved) {
        printf(", virtual calls by %s",
               linked->virtual_mode == CG_VIRTUAL_RTA ? "rapid type analysis" : "class hierarchy");
    }
    putchar('\n');
}

/* What the proof takes for granted. */
static void print_granted(const struct answered *answered, const struct grounds *grounds)
{
    struct query *query = answered->query;
    if (grounds->linked.linked) {
        print_linking(&grounds->linked);
    }
    if (answered->reach->may_call_back_count > 0 || answered->reach->unresolved_count > 0) {
        puts("  taken for granted: system libraries call nothing of the program by name");
    }
    for (size_t i = 0; i < answered->to->count; i++) {
        if (!cg_node_has_body(query->graph, answered->to->nodes[i])) {
            printf("  taken for granted: calls within code not collected do not count, as of %s\n",
                   query_name(query, answered->to->nodes[i]));
            return;
        }
    }
}

static void explain_no(const struct answered *answered, const struct grounds *grounds)
{
    const struct indirect_sums *sums = &grounds->sums;
    print_closed(&sums->of[0][INDIRECT_RESOLVED], "call through a pointer",
                 "calls through pointers");
    print_closed(&sums->of[1][INDIRECT_RESOLVED], "virtual call", "virtual calls");
    print_unresolved_calls(answered);
    print_outside(answered);
    print_callable(answered);
    print_handed(answered);
    print_leading(answered, grounds);
    print_granted(answered, grounds);
}

void why_print_text(const struct answered *answered, const struct grounds *grounds)
{
    const struct cg_reach *reach = answered->reach;
    print_verdict(answered);
    switch (reach->answer) {
    case CG_YES:
        for (size_t i = 0; i < reach->path_length; i++) {
            print_step(answered->query, reach->path[i], answered_limit(answered));
        }
        break;
    case CG_NO:
        explain_no(answered, grounds);
        break;
    case CG_UNKNOWN:
        explain_unknown(answered, grounds);
        break;
    }
}
