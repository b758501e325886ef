/*
 * Reads one profile or unites several, chooses the metric that people look for first, and calls the
 * form.
 */
#include "dump/dump.h"
#include "settings/read_profiles.h"

#include <string.h>

const char *dump_name(struct dump *dump, cg_frame frame)
{
    if (!dump->names) {
        dump->names = g_new0(char *, cg_profile_frame_count(dump->profile) + 1);
    }
    if (!dump->names[frame]) {
        const char *raw = cg_profile_frame_name(dump->profile, frame);
        char *name = dump->settings->mangled ? g_strdup(raw) : cli_demangle_partly(raw);
        dump->names[frame] = cli_printable(name);
        g_free(name);
    }
    return dump->names[frame];
}

bool dump_has(const struct dump *dump, const char *metric)
{
    uint32_t number = cg_profile_find_metric(dump->profile, metric);
    return number != UINT32_MAX && cg_profile_metric(dump->profile, number)->measured;
}

char *dump_value(const struct cg_metric *metric, double value)
{
    return cli_quantity(value, metric->unit);
}

/* The metric people look for first: time, else another measured one, else the number of visits. */
static uint32_t default_metric(const struct cg_profile *profile)
{
    static const char *const names[] = {CG_METRIC_TIME, CG_METRIC_SAMPLES, CG_METRIC_WEIGHT};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        uint32_t metric = cg_profile_find_metric(profile, names[i]);
        if (metric != UINT32_MAX && cg_profile_metric(profile, metric)->measured) {
            return metric;
        }
    }
    for (uint32_t i = 0; i < cg_profile_metric_count(profile); i++) {
        const struct cg_metric *metric = cg_profile_metric(profile, i);
        if (metric->measured && metric->fold == CG_FOLD_SUM && metric->kind != CG_METRIC_SIMPLE &&
            strcmp(metric->name, CG_METRIC_VISITS) != 0) {
            return i;
        }
    }
    return cg_profile_find_metric(profile, CG_METRIC_VISITS);
}

static int choose_metric(struct dump *dump, struct cg_error *error)
{
    const char *name = dump->settings->metric;
    dump->metric =
        name ? cg_profile_find_metric(dump->profile, name) : default_metric(dump->profile);
    if (!name || dump->metric != UINT32_MAX) {
        return CG_OK;
    }
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "--metric: no metric '%s'; the profile has", name);
    for (uint32_t i = 0; i < cg_profile_metric_count(dump->profile); i++) {
        g_string_append_printf(text, "%s %s", i ? "," : "",
                               cg_profile_metric(dump->profile, i)->name);
    }
    cli_fail(error, CG_E_ARGUMENT, NULL, "%s", text->str);
    g_string_free(text, TRUE);
    return CG_E_ARGUMENT;
}

static bool take_row(void *user, const struct cg_profile *profile, const struct cg_profile_row *row)
{
    struct dump *dump = user;
    if (dump->settings->dump == DUMP_JSON) {
        dump_json_row(dump, profile, row);
    } else {
        locations_add(dump->locations, profile, row);
    }
    return true;
}

static int read_one(struct dump *dump, const char *path, struct cg_error *error)
{
    struct cg_profile *profile = NULL;
    bool rows = dump->settings->dump == DUMP_METRICS || dump->settings->locations;
    int status = profile_load(&profile, path, dump->settings, rows ? take_row : NULL, dump, error);
    if (status) {
        return status;
    }
    locations_next(dump->locations, profile);
    dump->needs_binary = dump->needs_binary || profile_needs_binary(profile);
    if (!dump->profile) {
        dump->profile = profile;
        return CG_OK;
    }
    status = cg_profile_merge(dump->profile, profile, error);
    cg_profile_free(profile);
    if (status && !error->file[0]) {
        g_strlcpy(error->file, cli_title(path), sizeof error->file);
    }
    return status;
}

static int read_all(struct dump *dump, struct cg_error *error)
{
    const GPtrArray *paths = dump->settings->profiles;
    int status = CG_OK;
    for (guint i = 0; i < paths->len && !status; i++) {
        status = read_one(dump, paths->pdata[i], error);
    }
    if (!status) {
        profile_report_binary(dump->settings, dump->needs_binary);
    }
    return status ? status : choose_metric(dump, error);
}

static int print_dump(struct dump *dump, struct cg_error *error)
{
    static int (*const forms[])(struct dump *, struct cg_error *) = {
        [DUMP_TREE] = dump_tree,     [DUMP_FLAT] = dump_flat, [DUMP_EDGES] = dump_edges,
        [DUMP_FOLDED] = dump_folded, [DUMP_JSON] = dump_json, [DUMP_METRICS] = dump_metrics,
    };
    return forms[dump->settings->dump](dump, error);
}

static void release(struct dump *dump)
{
    uint32_t frames = dump->names ? cg_profile_frame_count(dump->profile) : 0;
    for (uint32_t i = 0; i < frames; i++) {
        g_free(dump->names[i]);
    }
    g_free(dump->names);
    locations_free(dump->locations);
    cg_profile_free(dump->profile);
}

static int dump_to(struct dump *dump, struct cli_output *output, struct cg_error *error)
{
    dump->out = output->stream;
    if (dump->settings->dump == DUMP_JSON) {
        dump_json_begin(dump);
    }
    int status = read_all(dump, error);
    status = status ? status : print_dump(dump, error);
    if (status) {
        cli_output_discard(output);
        return status;
    }
    return cli_output_finish(output, error);
}

int dump_run(const struct validate_settings *settings)
{
    struct cg_error error;
    struct cli_output output;
    struct dump dump = {.settings = settings, .locations = locations_new()};
    int status = cli_output_open(&output, settings->output, &error);
    status = status ? status : dump_to(&dump, &output, &error);
    release(&dump);
    if (status) {
        cli_report(&error);
    }
    return cli_finish(status ? CLI_TROUBLE : CLI_OK);
}
