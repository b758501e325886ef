/* Lists the metrics and how their values spread over processes and threads. */
#include "dump/dump.h"

#include <math.h>
#include <string.h>

/** Statistics over the sums of all locations. */
struct spread {
    double min, max, mean, deviation;
    uint32_t min_at, max_at;
};

static void spread_find(struct spread *out, const double *sums, uint32_t count)
{
    long double sum = 0, squares = 0;
    *out = (struct spread){.min = sums[0], .max = sums[0]};
    for (uint32_t i = 0; i < count; i++) {
        sum += sums[i];
        if (sums[i] < out->min) {
            out->min = sums[i];
            out->min_at = i;
        }
        if (sums[i] > out->max) {
            out->max = sums[i];
            out->max_at = i;
        }
    }
    out->mean = (double)(sum / count);
    for (uint32_t i = 0; i < count; i++) {
        long double away = sums[i] - sum / count;
        squares += away * away;
    }
    out->deviation = (double)sqrtl(squares / count);
}

static char *location_text(const struct dump *dump, uint32_t number)
{
    struct cg_location location;
    cg_profile_location(dump->profile, number, &location);
    char *text = g_strdup_printf("%" G_GUINT64_FORMAT ".%" G_GUINT64_FORMAT "%s%s%s%s",
                                 (guint64)location.rank, (guint64)location.thread,
                                 location.group ? " " : "", location.group ? location.group : "",
                                 location.name ? " " : "", location.name ? location.name : "");
    char *shown = cli_printable(text);
    g_free(text);
    return shown;
}

static void print_value(const struct dump *dump, const struct cg_metric *metric, const char *title,
                        double value)
{
    char *text = dump_value(metric, value);
    fprintf(dump->out, "  %-10s %s", title, text);
    g_free(text);
}

static void print_at(const struct dump *dump, const struct cg_metric *metric, const char *title,
                     double value, uint32_t at)
{
    char *location = location_text(dump, at);
    print_value(dump, metric, title, value);
    fprintf(dump->out, "  at %s\n", location);
    g_free(location);
}

static double total_of(const struct dump *dump, uint32_t number)
{
    const struct cg_metric *metric = cg_profile_metric(dump->profile, number);
    long double total = 0;
    for (cg_call_context path = 0; path < cg_profile_context_count(dump->profile); path++) {
        int share = path_share(dump->profile, metric, path);
        struct cg_statistics s;
        if (share) {
            cg_profile_statistics(dump->profile, number, path, &s);
            total += share * (long double)s.sum;
        }
    }
    return (double)total;
}

static void print_spread(const struct dump *dump, const struct cg_metric *metric)
{
    uint32_t count;
    const double *sums = locations_sums(dump->locations, metric->name, &count);
    struct spread spread;
    if (!sums || count < 2) {
        return;
    }
    spread_find(&spread, sums, count);
    print_at(dump, metric, "minimum", spread.min, spread.min_at);
    print_at(dump, metric, "maximum", spread.max, spread.max_at);
    print_value(dump, metric, "mean", spread.mean);
    putc('\n', dump->out);
    print_value(dump, metric, "deviation", spread.deviation);
    putc('\n', dump->out);
    for (uint32_t i = 0; dump->settings->locations && i < count; i++) {
        print_at(dump, metric, "", sums[i], i);
    }
}

static void print_metric(const struct dump *dump, uint32_t number)
{
    const struct cg_metric *metric = cg_profile_metric(dump->profile, number);
    char *title = cli_printable(metric->name);
    char *label = metric->label ? cli_printable(metric->label) : NULL;
    static const char *const kinds[] = {[CG_METRIC_EXCLUSIVE] = "exclusive: without callees",
                                        [CG_METRIC_INCLUSIVE] = "inclusive: with callees",
                                        [CG_METRIC_SIMPLE] = "cannot be summed along call paths"};
    fprintf(dump->out, "%s%s%s: %s\n", title, label ? ", " : "", label ? label : "",
            metric->measured ? kinds[metric->kind] : "not measured");
    if (metric->measured && metric->kind != CG_METRIC_SIMPLE && metric->fold == CG_FOLD_SUM) {
        print_value(dump, metric, "total", total_of(dump, number));
        putc('\n', dump->out);
        print_spread(dump, metric);
    }
    g_free(title);
    g_free(label);
}

static void print_notes(struct dump *dump)
{
    const char *note;
    for (uint32_t i = 0; (note = cg_profile_note_at(dump->profile, i)) != NULL; i++) {
        char *shown = cli_printable(note);
        fprintf(dump->out, "note: %s\n", shown);
        g_free(shown);
    }
}

int dump_metrics(struct dump *dump, struct cg_error *error)
{
    const char *creator = cg_profile_creator(dump->profile);
    char *shown = creator ? cli_printable(creator) : NULL;
    (void)error;
    fprintf(dump->out, "%s%s%s%s: %u functions and regions, %u paths, %u location%s\n",
            cg_profile_format(dump->profile), shown ? " by " : "", shown ? shown : "",
            cg_profile_is_sampled(dump->profile) ? ", sampled" : "",
            cg_profile_frame_count(dump->profile), cg_profile_context_count(dump->profile),
            cg_profile_location_count(dump->profile),
            cli_s(cg_profile_location_count(dump->profile)));
    for (uint32_t i = 0; i < cg_profile_metric_count(dump->profile); i++) {
        print_metric(dump, i);
    }
    g_free(shown);
    print_notes(dump);
    return CG_OK;
}
