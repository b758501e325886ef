/* Prints the answer of `diff` as JSON. */
#include "verbs/diff/differences.h"

static void write_functions(struct json *json, const char *key, const struct differences *d,
                            struct cg_function_set list, bool old)
{
    json_open(json, key, '[');
    for (size_t i = 0; i < list.count; i++) {
        if (old ? diff_shows_old(d, list.nodes[i]) : diff_shows_new(d, list.nodes[i])) {
            json_function(json, NULL, old ? d->before : d->after, list.nodes[i]);
        }
    }
    json_close(json, ']');
}

static void write_moved(struct json *json, const struct differences *d)
{
    struct cg_function_set moved = cg_diff_moved(d->diff);
    json_open(json, "moved", '[');
    for (size_t i = 0; i < moved.count; i++) {
        cg_node node = moved.nodes[i];
        if (diff_shows_new(d, node)) {
            json_open(json, NULL, '{');
            json_function(json, "function", d->after, node);
            json_text(json, "from",
                      cg_node_origin(d->before->graph, cg_diff_old_of(d->diff)[node]));
            json_close(json, '}');
        }
    }
    json_close(json, ']');
}

static void write_changed_call(struct json *json, const struct differences *d, cg_edge edge)
{
    unsigned was = cg_edge_kinds(d->before->graph, diff_old_call(d, edge));
    json_open(json, NULL, '{');
    json_edge_members(json, d->after, edge);
    json_open(json, "was", '[');
    for (unsigned kind = 1; kind <= CG_EDGE_ALL_KINDS; kind <<= 1) {
        if (was & kind) {
            json_text(json, NULL, cg_edge_kind_name(kind));
        }
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void write_calls(struct json *json, const struct differences *d)
{
    const struct cg_diff *diff = d->diff;
    struct cg_call_set calls_changed = cg_diff_calls_changed(diff);
    struct cg_call_set calls_gone = cg_diff_calls_gone(diff);
    struct cg_call_set calls_added = cg_diff_calls_added(diff);
    json_open(json, "calls", '{');
    json_open(json, "added", '[');
    for (size_t i = 0; i < calls_added.count; i++) {
        if (diff_shows_new_call(d, calls_added.edges[i])) {
            json_edge(json, d->after, calls_added.edges[i]);
        }
    }
    json_close(json, ']');
    json_open(json, "gone", '[');
    for (size_t i = 0; i < calls_gone.count; i++) {
        if (diff_shows_old_call(d, calls_gone.edges[i])) {
            json_edge(json, d->before, calls_gone.edges[i]);
        }
    }
    json_close(json, ']');
    json_open(json, "changed", '[');
    for (size_t i = 0; i < calls_changed.count; i++) {
        if (diff_shows_new_call(d, calls_changed.edges[i])) {
            write_changed_call(json, d, calls_changed.edges[i]);
        }
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void write_gains(struct json *json, const char *key, struct query *query,
                        const struct cg_diff_gains *gains)
{
    json_open(json, key, '[');
    for (size_t i = 0; i < cg_diff_gains_count(gains); i++) {
        const struct cg_diff_gain *gain = cg_diff_gains_at(gains, i);
        json_open(json, NULL, '{');
        json_function(json, "target", query, gain->target);
        json_number(json, "count", gain->function_count);
        json_functions(json, "functions", query, gain->functions);
        json_number(json, "causeCount", gain->cause_count);
        json_edges(json, "causes", query, gain->causes);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_cycles(struct json *json, const struct differences *d)
{
    json_open(json, "cycles", '[');
    for (size_t i = 0; i < cg_diff_cycle_count(d->diff); i++) {
        const struct cg_diff_cycle *cycle = cg_diff_cycle_at(d->diff, i);
        if (diff_shows_cycle(d, cycle)) {
            json_open(json, NULL, '{');
            json_number(json, "before", cycle->before);
            json_number(json, "after", cycle->after);
            json_functions(json, "old", d->before, cycle->old_members);
            json_functions(json, "new", d->after, cycle->new_members);
            json_functions(json, "gained", d->after, cycle->gained);
            json_functions(json, "lost", d->before, cycle->lost);
            json_close(json, '}');
        }
    }
    json_close(json, ']');
}

static void write_unresolved_call(struct query *query, cg_node node, const struct cg_site *site,
                                  void *data)
{
    struct json *json = data;
    json_site_in(json, query, site, node);
}

static void write_open(struct json *json, const struct differences *d)
{
    json_open(json, "unresolved", '{');
    json_open(json, "gained", '[');
    diff_unresolved_calls(d, false, write_unresolved_call, json);
    json_close(json, ']');
    json_open(json, "lost", '[');
    diff_unresolved_calls(d, true, write_unresolved_call, json);
    json_close(json, ']');
    json_close(json, '}');
}

static void write_fans(struct json *json, const struct differences *d)
{
    json_open(json, "callers", '[');
    for (guint i = 0; i < d->fans->len; i++) {
        const struct fan *fan = &g_array_index(d->fans, struct fan, i);
        json_open(json, NULL, '{');
        json_function(json, "function", d->after, fan->node);
        json_number(json, "before", fan->before);
        json_number(json, "after", fan->after);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_value(struct json *json, const struct differences *d, cg_node node,
                        const char *key)
{
    char *was = cg_metadata_text(d->before->graph, CG_ON_NODE, cg_diff_old_of(d->diff)[node], key);
    char *is = cg_metadata_text(d->after->graph, CG_ON_NODE, node, key);
    if (g_strcmp0(was, is) != 0) {
        json_open(json, NULL, '{');
        json_function(json, "function", d->after, node);
        json_text(json, "kind", key);
        json_raw(json, "before", was ? was : "null");
        json_raw(json, "after", is ? is : "null");
        json_close(json, '}');
    }
    free(was);
    free(is);
}

static void write_values(struct json *json, const struct differences *d)
{
    uint32_t count;
    cg_node *nodes = diff_common(d, &count);
    json_open(json, "values", '[');
    for (char **key = d->before->options.kinds; key && *key; key++) {
        for (uint32_t i = 0; i < count; i++) {
            write_value(json, d, nodes[i], *key);
        }
    }
    json_close(json, ']');
    g_free(nodes);
}

static void write_all_functions(struct json *json, const struct differences *d)
{
    json_open(json, "functions", '{');
    write_functions(json, "added", d, cg_diff_added(d->diff), false);
    write_functions(json, "gone", d, cg_diff_gone(d->diff), true);
    write_moved(json, d);
    write_functions(json, "defined", d, cg_diff_defined(d->diff), false);
    write_functions(json, "undefined", d, cg_diff_undefined(d->diff), false);
    json_close(json, '}');
}

int diff_print_json(const struct differences *d, const struct diff_section *sections)
{
    struct json json = {.out = stdout};
    size_t all = 0;
    for (size_t i = 0; i < DIFF_SECTIONS; i++) {
        all += diff_section_count(&sections[i]);
    }
    json_begin(&json, d->before);
    json_text(&json, "new", d->after->graph_name);
    json_bool(&json, "differ", all > 0);
    write_all_functions(&json, d);
    write_calls(&json, d);
    json_open(&json, "entriesReach", '{');
    write_functions(&json, "gained", d, cg_diff_reached(d->diff), false);
    write_functions(&json, "lost", d, cg_diff_unreached(d->diff), false);
    json_close(&json, '}');
    json_open(&json, "reach", '{');
    write_gains(&json, "gained", d->after, d->gained);
    write_gains(&json, "lost", d->before, d->lost);
    json_close(&json, '}');
    write_cycles(&json, d);
    write_open(&json, d);
    write_fans(&json, d);
    write_values(&json, d);
    json_end(&json);
    return CLI_OK;
}
