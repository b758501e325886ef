/* The grounds of an answer as a drawing: the calls that lead there, and what is between. */
#include "print/drawing/sketch.h"
#include "verbs/why/why.h"

#include <stdlib.h>

struct drawing_why {
    const struct reach_report *report;
    const struct grounds *grounds;
    struct sketch sketch;
};

static void add_trail(struct drawing_why *why, cg_edge *edges, size_t count, cg_node node)
{
    sketch_function(&why->sketch, node);
    sketch_calls(&why->sketch, edges, count);
    free(edges);
}

/* From where was asked; beyond code that was not collected, from what that may call. */
static void add_way_to(struct drawing_why *why, cg_node node)
{
    const struct reach_report *report = why->report;
    bool known = report->distance[node] != CG_NONE;
    size_t count;
    cg_edge *edges =
        trail(report->query, known ? report->from_start : report->from_beyond, node, &count);
    if (!known) {
        cg_node first = count > 0 ? cg_edge_caller(report->query->graph, edges[0]) : node;
        sketch_possible(&why->sketch, CG_NONE, first, false);
    }
    add_trail(why, edges, count, node);
}

static void add_way_from(struct drawing_why *why, cg_node node)
{
    size_t count;
    cg_edge *edges = trail(why->report->query, why->grounds->walk, node, &count);
    add_trail(why, edges, count, node);
}

/* Functions that lead to what was asked about, and may be called from where nobody sees it. */
static size_t way_in_count(const struct reach_report *report)
{
    return cg_reach_callbacks(report->reach).count + cg_reach_named(report->reach).count;
}

static cg_node way_in(const struct reach_report *report, size_t i)
{
    const struct cg_reach *reach = report->reach;
    struct cg_function_set callbacks = cg_reach_callbacks(reach);
    return i < callbacks.count ? callbacks.nodes[i]
                               : cg_reach_named(reach).nodes[i - callbacks.count];
}

static void add_ways_in(struct drawing_why *why)
{
    const struct reach_report *report = why->report;
    uint64_t limit = reach_report_limit(report);
    for (size_t i = 0; i < way_in_count(report) && i < limit; i++) {
        sketch_possible(&why->sketch, CG_NONE, way_in(report, i), false);
        add_way_from(why, way_in(report, i));
    }
}

/* What unresolved calls may lead to is the target, and no more is known. */
static void add_unresolved(const struct reach_report *report, cg_node node,
                           const struct cg_site *site, void *data)
{
    struct drawing_why *why = data;
    guint before = why->sketch.unresolved->len;
    sketch_unresolved(&why->sketch, node, site);
    if (why->sketch.unresolved->len > before) {
        add_way_to(why, node);
        sketch_possible(&why->sketch, node, report->to->nodes[0], true);
    }
}

/* The nearest function without a body. */
static void add_way_out(struct drawing_why *why)
{
    cg_node nearest = reach_report_way_out(why->report);
    if (nearest != CG_NONE) {
        add_way_to(why, nearest);
        sketch_possible(&why->sketch, nearest, CG_NONE, false);
    }
}

static void add_silent(struct drawing_why *why)
{
    struct cg_function_set unrecorded = cg_reach_unrecorded(why->report->reach);
    uint64_t limit = reach_report_limit(why->report);
    for (size_t i = 0; i < unrecorded.count && i < limit; i++) {
        add_way_to(why, unrecorded.nodes[i]);
    }
}

static void add_unknown(struct drawing_why *why)
{
    const struct reach_report *report = why->report;
    reach_report_unresolved_calls(report, reach_report_limit(report), add_unresolved, why);
    add_silent(why);
    if (cg_reach_beyond_count(report->reach) > 0 || reach_report_leads_outside(report)) {
        add_way_out(why);
    }
    add_ways_in(why);
}

void why_draw(const struct reach_report *report, const struct grounds *grounds)
{
    static const char *const words[] = {[CG_YES] = "yes", [CG_NO] = "no", [CG_UNKNOWN] = "unknown"};
    const struct cg_reach *reach = report->reach;
    struct cg_call_set path = cg_reach_path(reach);
    struct drawing_why why = {.report = report, .grounds = grounds};
    sketch_init(&why.sketch, report->query,
                g_strdup_printf("Does %s reach %s? %s", report->from_text, report->to_text,
                                words[cg_reach_answer(reach)]));
    sketch_ask(&why.sketch, report->from);
    sketch_ask(&why.sketch, report->to);
    if (cg_reach_answer(reach) != CG_YES) {
        sketch_function(&why.sketch, report->from->nodes[0]);
        sketch_function(&why.sketch, report->to->nodes[0]);
    }
    sketch_calls(&why.sketch, path.edges, path.count);
    if (cg_reach_answer(reach) == CG_UNKNOWN) {
        add_unknown(&why);
    }
    if (sketch_draw(&why.sketch, report->query->options.format) != CLI_OK) {
        report->query->trouble = true;
    }
    sketch_clear(&why.sketch);
}
