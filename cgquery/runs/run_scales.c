/*
 * Reads runs with the settings of their parameters (`p=4,n=100`), which must be the same for all,
 * and chooses a metric that all of them have.
 */
#include "runs/run_scales.h"

#include "runs/profiles.h"

#include <math.h>
#include <string.h>

#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

/* Settings: p=4,n=100 */

static int refuse_setting(const char *option, const char *text, const char *why)
{
    cli_error("--%s=%s: %s", option, text, why);
    return CLI_TROUBLE;
}

/* One NAME=NUMBER. @return the place of the name, or CG_MODEL_PARAMETERS after reporting */
static unsigned read_setting(struct scales *scales, double *at, const char *option,
                             const char *whole, const char *part)
{
    size_t length = strspn(part, NAME_CHARACTERS);
    unsigned k = 0;
    char *end;
    if (length == 0 || g_ascii_isdigit(part[0]) || part[length] != '=') {
        refuse_setting(option, whole, "a parameter is NAME=NUMBER, such as p=4");
        return CG_MODEL_PARAMETERS;
    }
    double value = g_ascii_strtod(part + length + 1, &end);
    if (end == part + length + 1 || *end || !(value > 0) || !isfinite(value)) {
        refuse_setting(option, whole, "the value of a parameter is a number above 0");
        return CG_MODEL_PARAMETERS;
    }
    while (k < CG_MODEL_PARAMETERS && scales->names[k] &&
           (strlen(scales->names[k]) != length || strncmp(scales->names[k], part, length) != 0)) {
        k++;
    }
    if (k == CG_MODEL_PARAMETERS) {
        refuse_setting(option, whole,
                       "models have at most two parameters, the same ones for all runs");
        return k;
    }
    scales->names[k] = scales->names[k] ? scales->names[k] : g_strndup(part, length);
    at[k] = value;
    return k;
}

/* Settings of all parameters; the first time says which those are. */
static int read_settings(struct scales *scales, double *at, const char *option, const char *whole,
                         const char *text)
{
    char **parts = g_strsplit(text, ",", -1);
    unsigned seen = 0, count = g_strv_length(parts);
    bool first = scales->parameters == 0, twice = false, read = true;
    for (char **part = parts; *part && read; part++) {
        unsigned k = read_setting(scales, at, option, whole, *part);
        read = k < CG_MODEL_PARAMETERS;
        twice = twice || (read && (seen >> k & 1));
        seen |= 1u << k;
    }
    g_strfreev(parts);
    if (!read) {
        return CLI_TROUBLE;
    }
    scales->parameters = first ? count : scales->parameters;
    if (count != scales->parameters || twice || seen != (1u << count) - 1) {
        return refuse_setting(option, whole,
                              "it needs each parameter once, those of the first run");
    }
    return CLI_OK;
}

/* Runs */

static int read_run(struct scales *scales, size_t i, const char *text, struct query *query)
{
    const char *colon = strchr(text, ':');
    struct cg_error error;
    if (!colon || colon == text || !colon[1]) {
        return refuse_setting("parameter", text,
                              "it is NAME=NUMBER:PROFILE, such as p=4:run4.cubex");
    }
    char *settings = g_strndup(text, (gsize)(colon - text));
    int code = read_settings(scales, scales->at[i].at, "parameter", text, settings);
    g_free(settings);
    if (code != CLI_OK) {
        return code;
    }
    scales->paths[i] = g_strdup(colon + 1);
    int status = profiles_read(&scales->profiles[i], scales->paths[i], &error);
    scales->count += !status;
    return status ? query_fail(query, &error) : CLI_OK;
}

static bool has_metric(struct scales *scales, size_t i, const char *metric)
{
    const struct cg_profile *profile = scales->profiles[i];
    scales->metrics[i] = cg_profile_find_metric(profile, metric);
    return scales->metrics[i] != UINT32_MAX &&
           cg_profile_metric(profile, scales->metrics[i])->measured;
}

static bool all_have_metric(struct scales *scales, const char *metric, size_t *lacking)
{
    for (size_t i = 0; i < scales->count; i++) {
        if (!has_metric(scales, i, metric)) {
            *lacking = i;
            return false;
        }
    }
    scales->metric = metric;
    return true;
}

/* Time, or what comes next to it, if all runs have it. */
static int find_metric(struct scales *scales, const char *wanted)
{
    static const char *const usual[] = {CG_METRIC_TIME, CG_METRIC_SAMPLES, CG_METRIC_WEIGHT,
                                        "Ir",           "Cycles",          CG_METRIC_VISITS};
    size_t lacking = 0;
    if (wanted && !all_have_metric(scales, wanted, &lacking)) {
        cli_error("%s has no metric '%s'", scales->paths[lacking], wanted);
        return CLI_TROUBLE;
    }
    for (size_t i = 0; !scales->metric && i < G_N_ELEMENTS(usual); i++) {
        all_have_metric(scales, usual[i], &lacking);
    }
    if (!scales->metric) {
        cli_error("the runs have no usual metric in common: name one by --metric=NAME");
        return CLI_TROUBLE;
    }
    const char *unit = cg_profile_metric(scales->profiles[0], scales->metrics[0])->unit;
    scales->unit = *unit && strcmp(unit, "occ") != 0 ? unit : NULL;
    return CLI_OK;
}

static int find_predicted(struct scales *scales, const char *at)
{
    if (!at) {
        cg_model_next_scale(scales->predicted, scales->at, scales->count);
        return CLI_OK;
    }
    return read_settings(scales, scales->predicted, "at", at, at);
}

int scales_read(struct scales *out, struct query *query)
{
    const struct options *options = &query->options;
    guint count = options->parameters ? g_strv_length(options->parameters) : 0;
    *out = (struct scales){.at = g_new0(struct cg_model_point, count + 1),
                           .paths = g_new0(char *, count + 1),
                           .profiles = g_new0(struct cg_profile *, count + 1),
                           .metrics = g_new0(uint32_t, count + 1)};
    int code = CLI_OK;
    if (count == 0) {
        cli_error(
            "models need runs at several scales: name each by --parameter=NAME=NUMBER:PROFILE");
        return CLI_TROUBLE;
    }
    for (guint i = 0; i < count && code == CLI_OK; i++) {
        code = read_run(out, i, options->parameters[i], query);
    }
    code = code ? code : find_metric(out, options->metric);
    return code ? code : find_predicted(out, options->at);
}

void scales_clear(struct scales *scales)
{
    for (size_t i = 0; i < scales->count; i++) {
        cg_profile_free(scales->profiles[i]);
    }
    for (unsigned k = 0; k < CG_MODEL_PARAMETERS; k++) {
        g_free(scales->names[k]);
    }
    g_strfreev(scales->paths);
    g_free(scales->profiles);
    g_free(scales->metrics);
    g_free(scales->at);
}

char *scales_text(const struct scales *scales, const double *at)
{
    GString *text = g_string_new("");
    for (unsigned k = 0; k < scales->parameters; k++) {
        char number[CLI_DOUBLE_LENGTH];
        cli_double(number, at[k]);
        g_string_append_printf(text, "%s%s=%s", k ? ", " : "", scales->names[k], number);
    }
    return g_string_free(text, FALSE);
}
