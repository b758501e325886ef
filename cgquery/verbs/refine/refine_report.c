/* The directory of a refinement: a report with plots, the same as JSON, and how to do it again. */
#include "print/plot.h"
#include "runs/rank_test.h"
#include "verbs/refine/refine.h"

#include <math.h>
#include <string.h>

#define BAND 0.15 /* of the median of the program without probes */

/* Markdown */

/* The median and the spread of what is compared, and the median wall time. */
static void put_cells(GString *text, const struct refining *refining, const struct times *times)
{
    double median = refine_median(refining, times); /* and sorts them */
    const GArray *compared = refine_compared(refining, times);
    char *a = cli_quantity(median, "sec");
    char *b = cli_quantity(g_array_index(compared, double, 0), "sec");
    char *c = cli_quantity(g_array_index(compared, double, compared->len - 1), "sec");
    char *d = cli_quantity(sample_median((double *)times->wall->data, times->wall->len), "sec");
    g_string_append_printf(text, "%s | %s to %s | %s | ", a, b, c, d);
    g_free(d);
    g_free(c);
    g_free(b);
    g_free(a);
}

static void put_iteration(GString *text, const struct refining *refining,
                          const struct iteration *iteration)
{
    char *overhead = percent_text(iteration->overhead);
    char *startup = percent_text(iteration->startup);
    char *predicted =
        isnan(iteration->predicted) ? g_strdup("-") : percent_text(iteration->predicted);
    char *covered = isnan(iteration->covered) ? g_strdup("-") : percent_text(iteration->covered);
    g_string_append_printf(text, "| %u | %zu | ", iteration->number, iteration->functions);
    put_cells(text, refining, &iteration->selected);
    g_string_append_printf(text, "%s | %s | %s | %.2g | %s |\n", overhead, predicted, startup,
                           iteration->p, covered);
    g_free(covered);
    g_free(predicted);
    g_free(startup);
    g_free(overhead);
}

static void put_changes(GString *text, struct query *query, const struct iteration *iteration)
{
    if (iteration->changes->len == 0) {
        return;
    }
    g_string_append_printf(text, "\n## Iteration %u\n\n| | function | why |\n| --- | --- | --- |\n",
                           iteration->number);
    for (guint i = 0; i < iteration->changes->len; i++) {
        const struct change *change = &g_array_index(iteration->changes, struct change, i);
        char **parts = g_strsplit(query_name(query, change->node), "|", -1);
        char *name = g_strjoinv("\\|", parts);
        g_string_append_printf(text, "| %s | `%s` | %s |\n", change->came ? "came" : "went", name,
                               change->why);
        g_free(name);
        g_strfreev(parts);
    }
}

static double within_band(const GArray *times, double base)
{
    guint within = 0;
    for (guint i = 0; i < times->len; i++) {
        within += fabs(g_array_index(times, double, i) / base - 1) <= BAND;
    }
    return times->len ? within / (double)times->len : 0;
}

static void put_study(GString *text, const struct refining *refining)
{
    const struct flavor *vanilla = refining->flavors->pdata[0];
    double base = refine_median(refining, &vanilla->times);
    g_string_append(text,
                    "\n# Perturbation\n\n![Times of each flavor](study.svg)\n\n"
                    "| flavor | median | spread | wall | overhead | p | within 15 % of vanilla |\n"
                    "| --- | --- | --- | --- | --- | --- | --- |\n");
    for (guint i = 0; i < refining->flavors->len; i++) {
        const struct flavor *flavor = refining->flavors->pdata[i];
        const GArray *times = refine_compared(refining, &flavor->times);
        char *overhead = percent_text(refine_median(refining, &flavor->times) / base - 1);
        char *band = percent_text(within_band(times, base));
        g_string_append_printf(text, "| %s | ", flavor->name);
        put_cells(text, refining, &flavor->times);
        g_string_append_printf(text, "%s | %.2g | %s |\n", overhead,
                               refine_p(refining, &vanilla->times, &flavor->times), band);
        g_free(band);
        g_free(overhead);
    }
}

static void put_header(GString *text, const char *first, const char *const *names, size_t count)
{
    g_string_append_printf(text, "\n| %s |", first);
    for (size_t i = 0; i < count; i++) {
        g_string_append_printf(text, " %s |", names[i]);
    }
    g_string_append(text, "\n| --- |");
    for (size_t i = 0; i < count; i++) {
        g_string_append(text, " --- |");
    }
    g_string_append_c(text, '\n');
}

static void put_numbers(GString *text, const char *name, const double *numbers, size_t count)
{
    g_string_append_printf(text, "| %s |", name);
    for (size_t i = 0; i < count; i++) {
        char *number = cli_quantity(numbers[i], NULL);
        g_string_append_printf(text, " %s |", number);
        g_free(number);
    }
    g_string_append_c(text, '\n');
}

static void put_mix(GString *text, const struct refining *refining)
{
    g_string_append(text, "\n# Instructions\n\nOf the programs (objdump):\n");
    put_header(text, "flavor", mix_sorts, MIX_SORTS);
    for (guint i = 0; i < refining->flavors->len; i++) {
        const struct flavor *flavor = refining->flavors->pdata[i];
        if (flavor->mix.has_program) {
            put_numbers(text, flavor->name, flavor->mix.program, MIX_SORTS);
        }
    }
    g_string_append(text, "\nThat ran (callgrind):\n");
    put_header(text, "flavor", mix_events, MIX_EVENTS);
    for (guint i = 0; i < refining->flavors->len; i++) {
        const struct flavor *flavor = refining->flavors->pdata[i];
        if (flavor->mix.has_run) {
            put_numbers(text, flavor->name, flavor->mix.run, MIX_EVENTS);
        }
    }
}

static char *markdown(const struct refining *refining)
{
    GString *text = g_string_new("# Refinement\n\n");
    char *budget = percent_text(refining->budget);
    char *startup = cli_quantity(refining->startup, "sec");
    g_string_append_printf(
        text,
        "Budget %s, %u repetitions in random order (seed %u). It ended since %s; "
        "the selection to use is iteration-%u/filter. "
        "With the entry points alone, the program took %s more than without probes: the "
        "recorder starts, and compiled probes are called that record nothing. Overhead has "
        "both; start-up is that part. `rerun.sh` does it again; times are of this machine on that "
        "day.\n\n"
        "Medians and spread are of %s, beside the median of the time that passed.\n\n"
        "![Overhead of each iteration](overhead.svg)\n\n"
        "| iteration | functions | median | spread | wall | overhead | predicted | start-up | p | "
        "covers |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
        budget, refining->repetitions, (unsigned)refining->seed, refining->ended, refining->best,
        startup, refine_compared_name(refining));
    g_free(startup);
    for (guint i = 0; i < refining->iterations->len; i++) {
        put_iteration(text, refining, refining->iterations->pdata[i]);
    }
    g_string_append(text, "\np: how likely the times differ as much from those without probes by "
                          "accident (rank test of Mann and Whitney, two-sided).\n");
    for (guint i = 0; i < refining->iterations->len; i++) {
        put_changes(text, refining->query, refining->iterations->pdata[i]);
    }
    if (refining->query->options.study) {
        put_study(text, refining);
    }
    if (refining->query->options.mix) {
        put_mix(text, refining);
    }
    g_free(budget);
    return g_string_free(text, FALSE);
}

/* Plots */

static char *overhead_plot(const struct refining *refining)
{
    guint count = refining->iterations->len, runs = 0;
    double *x = g_new(double, count), *y = g_new(double, count), *budget = g_new(double, count);
    double *all_x = g_new(double, count * refining->repetitions + 1);
    double *all_y = g_new(double, count * refining->repetitions + 1);
    for (guint i = 0; i < count; i++) {
        const struct iteration *iteration = refining->iterations->pdata[i];
        x[i] = i;
        y[i] = 100 * iteration->overhead;
        budget[i] = 100 * refining->budget;
        const GArray *times = refine_compared(refining, &iteration->selected);
        for (guint k = 0; k < times->len; k++) {
            double time = g_array_index(times, double, k);
            all_x[runs] = i;
            all_y[runs++] = 100 * (time / iteration->vanilla_median - 1);
        }
    }
    const struct plot_part parts[] = {
        {"median", x, y, count, true, false, 0},
        {"runs", all_x, all_y, runs, false, false, 0},
        {"budget", x, budget, count, true, true, 1},
    };
    const struct plot plot = {
        "Overhead of each iteration", NULL, "iteration", "overhead [%]", false, parts,
        G_N_ELEMENTS(parts)};
    char *svg = plot_svg(&plot);
    g_free(all_y);
    g_free(all_x);
    g_free(budget);
    g_free(y);
    g_free(x);
    return svg;
}

static char *study_plot(const struct refining *refining)
{
    struct plot_part parts[FLAVORS_MOST + 2];
    guint count = refining->flavors->len;
    for (guint i = 0; i < count; i++) {
        const struct flavor *flavor = refining->flavors->pdata[i];
        const GArray *times = refine_compared(refining, &flavor->times);
        double *x = g_new(double, times->len + 1);
        for (guint k = 0; k < times->len; k++) {
            x[k] = i;
        }
        parts[i] = (struct plot_part){
            flavor->name, x, (const double *)times->data, times->len, false, false, i};
    }
    const struct plot plot = {
        "Times of each flavor", NULL, "flavor", "seconds", false, parts, count};
    char *svg = plot_svg(&plot);
    for (guint i = 0; i < count; i++) {
        g_free((double *)parts[i].x);
    }
    return svg;
}

/* Doing it again */

static void put_option(GString *text, const char *name, const char *value)
{
    if (value) {
        char *quoted = g_shell_quote(value);
        g_string_append_printf(text, " \\\n    --%s %s", name, quoted);
        g_free(quoted);
    }
}

static void put_list(GString *text, const char *name, char *const *values)
{
    for (; values && *values; values++) {
        put_option(text, name, *values);
    }
}

static char *script(const struct refining *refining)
{
    const struct options *options = &refining->query->options;
    char *here = g_get_current_dir(), *quoted = g_shell_quote(here);
    char *graph = g_shell_quote(refining->query->graph_path);
    GString *text = g_string_new("#!/bin/sh\n");
    g_string_append_printf(text, "cd %s || exit 2\ncgquery refine %s", quoted, graph);
    put_option(text, "run", options->run);
    put_option(text, "probes", options->probes);
    put_option(text, "build", options->build);
    put_option(text, "convert", options->convert);
    put_option(text, "budget", options->budget);
    put_option(text, "for", options->tool);
    put_option(text, "into", options->into);
    put_list(text, "flavor", options->flavors);
    put_list(text, "entry", options->entries);
    g_string_append_printf(text, " \\\n    --iterations %d --repetitions %d --seed %d%s",
                           options->iterations, options->repetitions, options->seed,
                           options->study ? " --study" : "");
    g_string_append(text, options->wall_time ? " --wall-time" : "");
    g_string_append(text, options->uncounted ? " --uncounted" : "");
    g_string_append(text, options->mix ? " --mix" : "");
    if (!isnan(options->probe_ns)) {
        char number[CLI_DOUBLE_LENGTH];
        cli_double(number, options->probe_ns);
        g_string_append_printf(text, " --probe-ns %s", number);
    }
    g_string_append_printf(text, " \\\n    -- %s\n", refining->vanilla);
    g_free(graph);
    g_free(quoted);
    g_free(here);
    return g_string_free(text, FALSE);
}

/* Files */

struct file {
    struct cli_output output;
    char *path; /**< the output borrows it */
};

static int end_file(struct file *file, int status, const struct cg_error *error)
{
    if (status) {
        cli_report(error);
    }
    g_free(file->path);
    return status ? CLI_TROUBLE : CLI_OK;
}

static int open_file(struct file *file, const struct refining *refining, const char *name)
{
    struct cg_error error;
    file->path = g_build_filename(refining->directory, name, NULL);
    int status = cli_output_open_below(&file->output, refining->directory, file->path, &error);
    return status ? end_file(file, status, &error) : CLI_OK;
}

static int close_file(struct file *file)
{
    struct cg_error error;
    int status = cli_output_finish(&file->output, &error);
    return end_file(file, status, &error);
}

/* Takes the text over. */
static int write_text(const struct refining *refining, const char *name, char *text)
{
    struct file file;
    int code = open_file(&file, refining, name);
    if (code == CLI_OK) {
        fputs(text, file.output.stream);
        code = close_file(&file);
    }
    g_free(text);
    return code;
}

int refine_report(const struct refining *refining)
{
    struct file file;
    int code = write_text(refining, "report.md", markdown(refining));
    code = code ? code : write_text(refining, "overhead.svg", overhead_plot(refining));
    code = code ? code : write_text(refining, "rerun.sh", script(refining));
    if (code == CLI_OK && refining->query->options.study) {
        code = write_text(refining, "study.svg", study_plot(refining));
    }
    code = code ? code : open_file(&file, refining, "refine.json");
    if (code == CLI_OK) {
        refine_print_json(file.output.stream, refining);
        code = close_file(&file);
    }
    return code;
}
