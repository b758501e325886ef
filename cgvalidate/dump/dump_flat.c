/* Writes the flat profile and the list of calls. */
#include "dump/dump.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH 14

/* A metric of NULL counts. */
static void print_value(const struct dump *dump, const struct cg_metric *metric, double value)
{
    char *text = metric ? dump_value(metric, value) : cli_quantity(value, NULL);
    fprintf(dump->out, "%*s%s  ", (int)(WIDTH - g_utf8_strlen(text, -1)), "", text);
    g_free(text);
}

int dump_flat(struct dump *dump, struct cg_error *error)
{
    struct cg_flat_entry *entries;
    size_t count;
    bool visits = dump_has(dump, CG_METRIC_VISITS);
    if (dump->metric == UINT32_MAX) {
        return CG_OK;
    }
    int status = cg_profile_flat(&entries, &count, dump->profile, dump->metric, error);
    if (status) {
        return status;
    }
    const struct cg_metric *metric = cg_profile_metric(dump->profile, dump->metric);
    char *title = cli_printable(metric->name);
    bool adds_up = metric->kind != CG_METRIC_SIMPLE;
    fprintf(dump->out, "%s\n%*s  %*s%s%*s%sfunction\n", title, WIDTH,
            adds_up ? "exclusive" : "value", adds_up ? WIDTH : 0, adds_up ? "inclusive" : "",
            adds_up ? "  " : "", visits ? WIDTH : 0, visits ? "visits" : "", visits ? "  " : "");
    for (size_t i = 0; i < count; i++) {
        print_value(dump, metric, entries[i].exclusive);
        if (adds_up) {
            print_value(dump, metric, entries[i].inclusive);
        }
        if (visits) {
            print_value(dump, NULL, (double)entries[i].visits);
        }
        fprintf(dump->out, "%s\n", dump_name(dump, entries[i].frame));
    }
    g_free(title);
    free(entries);
    return CG_OK;
}

static void print_call(struct dump *dump, const struct cg_recorded_call *call, bool visits)
{
    print_value(dump, NULL, visits ? (double)call->visits : call->weight);
    fprintf(dump->out, "%s -> ", dump_name(dump, call->caller));
    fprintf(dump->out, "%s%s\n", dump_name(dump, call->callee),
            call->indirect ? "  (through frames that are not functions)" : "");
}

int dump_edges(struct dump *dump, struct cg_error *error)
{
    struct cg_recorded_call *calls;
    size_t count;
    bool visits = dump_has(dump, CG_METRIC_VISITS);
    int status = cg_profile_calls(&calls, &count, dump->profile, NULL, error);
    if (status) {
        return status;
    }
    fprintf(dump->out, "%*s  call\n", WIDTH, visits ? "visits" : "weight");
    for (size_t i = 0; i < count; i++) {
        if (calls[i].caller != CG_NO_CONTEXT) {
            print_call(dump, &calls[i], visits);
        }
    }
    free(calls);
    return CG_OK;
}
