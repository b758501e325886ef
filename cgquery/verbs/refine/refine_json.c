/* Prints what refining measured as JSON. */
#include "print/graph_json.h"
#include "verbs/refine/refine.h"

static void put_numbers(struct json *json, const char *key, const GArray *numbers)
{
    json_open_line(json, key, '[');
    for (guint i = 0; i < numbers->len; i++) {
        json_double(json, NULL, g_array_index(numbers, double, i));
    }
    json_close(json, ']');
}

static void put_times(struct json *json, const char *key, const struct times *times)
{
    json_open(json, key, '{');
    put_numbers(json, "cpuSeconds", times->cpu);
    put_numbers(json, "wallSeconds", times->wall);
    json_close(json, '}');
}

static void put_changes(struct json *json, const struct refining *refining,
                        const struct iteration *iteration, bool came)
{
    json_open(json, came ? "came" : "went", '[');
    for (guint i = 0; i < iteration->changes->len; i++) {
        const struct change *change = &g_array_index(iteration->changes, struct change, i);
        if (change->came == came) {
            json_open(json, NULL, '{');
            json_function(json, "function", refining->query, change->node);
            json_text(json, "why", change->why);
            json_close(json, '}');
        }
    }
    json_close(json, ']');
}

static void put_iteration(struct json *json, const struct refining *refining,
                          const struct iteration *iteration)
{
    GArray *nodes = g_array_new(FALSE, FALSE, sizeof(cg_node));
    for (cg_node node = 0; node < cg_graph_node_count(refining->query->graph); node++) {
        if (iteration->set[node]) {
            g_array_append_val(nodes, node);
        }
    }
    query_sort(refining->query, (cg_node *)nodes->data, nodes->len);
    json_open(json, NULL, '{');
    put_times(json, "vanilla", &iteration->vanilla);
    put_times(json, "selected", &iteration->selected);
    json_computed(json, "overhead", iteration->overhead);
    json_computed(json, "overheadLeast", iteration->overhead_least);
    json_computed(json, "overheadMost", iteration->overhead_most);
    json_computed(json, "startup", iteration->startup);
    json_computed(json, "predicted", iteration->predicted);
    json_computed(json, "p", iteration->p);
    json_computed(json, "covered", iteration->covered);
    json_double(json, "visits", iteration->visits);
    put_changes(json, refining, iteration, true);
    put_changes(json, refining, iteration, false);
    json_functions(json, "functions", refining->query,
                   (struct cg_function_set){(const cg_node *)nodes->data, nodes->len});
    json_close(json, '}');
    g_array_unref(nodes);
}

static void put_census(struct json *json, const struct census *census)
{
    if (census->graph.graph) {
        json_open(json, "counted", '{');
        json_double(json, "cpuSeconds", census->took.cpu);
        json_double(json, "wallSeconds", census->took.wall);
        json_double(json, "visits", census->visits);
        json_close(json, '}');
    }
}

static void put_mix(struct json *json, const struct mix *mix)
{
    if (mix->has_program) {
        json_open(json, "program", '{');
        for (int i = 0; i < MIX_SORTS; i++) {
            json_double(json, mix_sorts[i], mix->program[i]);
        }
        json_close(json, '}');
    }
    if (mix->has_run) {
        json_open(json, "run", '{');
        for (int i = 0; i < MIX_EVENTS; i++) {
            json_double(json, mix_events[i], mix->run[i]);
        }
        json_close(json, '}');
    }
}

static void put_study(struct json *json, const struct refining *refining)
{
    const struct flavor *vanilla = refining->flavors->len ? refining->flavors->pdata[0] : NULL;
    json_open(json, "study", '[');
    for (guint i = 0; refining->query->options.study && i < refining->flavors->len; i++) {
        const struct flavor *flavor = refining->flavors->pdata[i];
        json_open(json, NULL, '{');
        json_text(json, "flavor", flavor->name);
        json_text(json, "command", flavor->command);
        put_times(json, "times", &flavor->times);
        json_computed(json, "p", refine_p(refining, &vanilla->times, &flavor->times));
        put_mix(json, &flavor->mix);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void refine_print_json(FILE *out, const struct refining *refining)
{
    struct json json = {.out = out};
    json_begin(&json, refining->query);
    json_double(&json, "budget", refining->budget);
    json_text(&json, "compared", refining->query->options.wall_time ? "wallSeconds" : "cpuSeconds");
    json_number(&json, "repetitions", refining->repetitions);
    json_number(&json, "seed", refining->seed);
    json_computed(&json, "probeNs", refining->probe.seconds * 1e9);
    json_bool(&json, "probeMeasured", refining->measured_probe);
    json_text(&json, "ended", refining->ended);
    json_double(&json, "startupSeconds", refining->startup);
    put_census(&json, &refining->census);
    json_number(&json, "best", refining->best);
    json_open(&json, "iterations", '[');
    for (guint i = 0; i < refining->iterations->len; i++) {
        put_iteration(&json, refining, refining->iterations->pdata[i]);
    }
    json_close(&json, ']');
    put_study(&json, refining);
    json_end(&json);
}
