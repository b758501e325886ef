/* Prints what refining measured for people. */
#include "verbs/refine/refine.h"

#include <math.h>

#define NAMED 5

static void print_changes(struct query *query, const struct iteration *iteration, bool came)
{
    guint shown = 0, all = 0;
    for (guint i = 0; i < iteration->changes->len; i++) {
        const struct change *change = &g_array_index(iteration->changes, struct change, i);
        if (change->came == came && all++ < NAMED) {
            printf("   %c %s: %s\n", came ? '+' : '-', query_name(query, change->node),
                   change->why);
            shown++;
        }
    }
    cli_print_more(stdout, "     ", all - shown, "function");
}

static guint count_changes(const struct iteration *iteration, bool came)
{
    guint count = 0;
    for (guint i = 0; i < iteration->changes->len; i++) {
        count += g_array_index(iteration->changes, struct change, i).came == came;
    }
    return count;
}

static void print_iteration(struct query *query, const struct iteration *iteration)
{
    char *vanilla = cli_quantity(iteration->vanilla_median, "sec");
    char *selected = cli_quantity(iteration->selected_median, "sec");
    char *overhead = percent_text(iteration->overhead);
    char *least = percent_text(iteration->overhead_least);
    char *most = percent_text(iteration->overhead_most);
    char *startup = percent_text(iteration->startup);
    char *predicted =
        isnan(iteration->predicted) ? g_strdup("-") : percent_text(iteration->predicted);
    char *covered = isnan(iteration->covered) ? g_strdup("-") : percent_text(iteration->covered);
    printf("%u  %zu function%s  vanilla %s  selected %s  overhead %s (%s to %s), predicted %s, "
           "start-up %s, p=%.2g  covers %s  %u came, %u went\n",
           iteration->number, iteration->functions, cli_s(iteration->functions), vanilla, selected,
           overhead, least, most, predicted, startup, iteration->p, covered,
           count_changes(iteration, true), count_changes(iteration, false));
    print_changes(query, iteration, true);
    print_changes(query, iteration, false);
    g_free(covered);
    g_free(predicted);
    g_free(startup);
    g_free(most);
    g_free(least);
    g_free(overhead);
    g_free(selected);
    g_free(vanilla);
}

static void print_census(const struct refining *refining)
{
    if (refining->census.graph.graph) {
        double seconds = refine_compared_time(refining, &refining->census.took);
        char *time = cli_quantity(seconds, "sec");
        char *calls = cli_quantity(refining->census.visits, NULL);
        char *overhead = percent_text(seconds / refining->base - 1);
        printf("all probes took %s once, %s more, and counted %s calls\n", time, overhead, calls);
        g_free(overhead);
        g_free(calls);
        g_free(time);
    }
}

static void print_flavor(const struct refining *refining, const struct flavor *flavor)
{
    const struct flavor *vanilla = refining->flavors->pdata[0];
    double base = refine_median(refining, &vanilla->times);
    double middle = refine_median(refining, &flavor->times); /* and sorts them */
    const GArray *times = refine_compared(refining, &flavor->times);
    char *median = cli_quantity(middle, "sec");
    char *least = cli_quantity(g_array_index(times, double, 0), "sec");
    char *most = cli_quantity(g_array_index(times, double, times->len - 1), "sec");
    char *overhead = percent_text(middle / base - 1);
    printf("%s: median %s (%s to %s), overhead %s, p=%.2g\n", flavor->name, median, least, most,
           overhead, refine_p(refining, &vanilla->times, &flavor->times));
    g_free(overhead);
    g_free(most);
    g_free(least);
    g_free(median);
}

void refine_print_text(const struct refining *refining)
{
    printf("medians of %s\n", refine_compared_name(refining));
    for (guint i = 0; i < refining->iterations->len; i++) {
        print_iteration(refining->query, refining->iterations->pdata[i]);
    }
    print_census(refining);
    printf("ended: %s\n", refining->ended);
    if (refining->measured_probe) {
        char text[CLI_DOUBLE_LENGTH];
        cli_double_rounded(text, refining->probe.seconds * 1e9, 3);
        printf("a probe took %s ns a call\n", text);
    }
    char *startup = cli_quantity(refining->startup, "sec");
    printf("start-up took %s more with the entry points alone\n", startup);
    g_free(startup);
    if (refining->query->options.study) {
        for (guint i = 0; i < refining->flavors->len; i++) {
            print_flavor(refining, refining->flavors->pdata[i]);
        }
    }
    printf("use iteration %u\n", refining->best);
    printf("report: %s/report.md\n", refining->directory);
}
