/*
 * Reads the series of runs, fits them, and lists the models by what they predict at the scale of
 * --at.
 */
#include "verbs/models/models.h"

#include "names/limit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN 10

char *models_name(const struct models *models, const struct series *series)
{
    if (series->node != CG_NONE && !models->query->options.per_path) {
        return g_strdup(query_name(models->query, series->node));
    }
    char *name = models->query->options.per_path ? g_strdup(series->name)
                                                 : query_readable(models->query, series->name);
    char *printable = cli_printable(name);
    g_free(name);
    return printable;
}

double models_share(const struct models *models, const struct series *series)
{
    double whole = models->list.predicted;
    return whole > 0 ? fmax(series->predicted, 0) / whole : NAN;
}

char *models_formula(const struct models *models, const struct series *series)
{
    char *text = cg_model_text(&series->model, (const char *const *)models->scales.names);
    char *copy = g_strdup(text ? text : "");
    free(text);
    return copy;
}

static gint by_prediction(gconstpointer a, gconstpointer b)
{
    const struct series *x = *(const struct series *const *)a;
    const struct series *y = *(const struct series *const *)b;
    if (x->predicted != y->predicted) {
        return x->predicted < y->predicted ? 1 : -1;
    }
    return strcmp(x->name, y->name);
}

/* With --include, only functions that the graph has. */
static bool is_shown(const struct models *models, const struct series *series)
{
    const struct query *query = models->query;
    bool within = series->node == CG_NONE ? !query->within : query_is_within(query, series->node);
    for (size_t i = 0; i < models->scales.count; i++) {
        if (series->values[i] != 0) {
            return within;
        }
    }
    return false;
}

static void choose_functions(struct models *models)
{
    models->shown = g_ptr_array_new();
    for (guint i = 0; i < models->list.series->len; i++) {
        if (is_shown(models, models->list.series->pdata[i])) {
            g_ptr_array_add(models->shown, models->list.series->pdata[i]);
        }
    }
    g_ptr_array_sort(models->shown, by_prediction);
    size_t most = query_list_limit(models->query, models->query->options.json ? SIZE_MAX : SHOWN);
    models->most = (guint)MIN(most, models->shown->len);
}

static int find_models(struct models *models)
{
    struct query *query = models->query;
    enum series_of of = query->options.inclusive ? SERIES_INCLUSIVE : SERIES_EXCLUSIVE;
    int code = scales_read(&models->scales, query);
    if (code == CLI_OK) {
        code = query->options.per_path
                   ? series_of_paths(&models->list, query, &models->scales, of)
                   : series_of_functions(&models->list, query, &models->scales, of);
    }
    return code ? code : series_fit(&models->list);
}

static int run_models(struct query *query, char **arguments)
{
    struct models models = {.query = query};
    (void)arguments;
    int code = find_models(&models);
    if (code == CLI_OK) {
        choose_functions(&models);
        code = query->options.plot ? models_plot(&models) : CLI_OK;
    }
    if (code == CLI_OK) {
        query->options.json ? models_print_json(&models) : models_print_text(&models);
        code = models.shown->len ? CLI_OK : CLI_NO;
        g_ptr_array_unref(models.shown);
    } else if (models.shown) {
        g_ptr_array_unref(models.shown);
    }
    series_clear(&models.list);
    scales_clear(&models.scales);
    return code;
}

const struct verb verb_models = {
    .name = "models",
    .arguments = "[GRAPH]",
    .summary = "Model how functions grow with the scale of a run.",
    .description =
        "RUN is NAME=NUMBER:PROFILE, such as p=4:run4.cubex, or for two parameters\n"
        "p=4,n=100:run.cubex; PROFILE is in any format of cgvalidate(1). Runs of one scale may be\n"
        "repeated: their median counts. Each parameter needs three values, with the other one "
        "fixed;\n"
        "with fewer than five, models are guesses, and the answer says so.\n"
        "\n"
        "A model is c0 + c1 * p^i * log2(p)^j, or of two parameters a sum or product of such "
        "terms.\n"
        "Of the models that Extra-P tries, and p^-i for what falls, the one wins that best "
        "predicts each\n"
        "scale from the others.\n"
        "\n"
        "One function per line, the greatest prediction first:\n"
        "  VALUE  SHARE  ERROR  MODEL  FUNCTION  FILE:LINE\n"
        "VALUE is what the model predicts at --at, SHARE the part of the run there, and ERROR how "
        "much the\n"
        "predictions of the measured scales differ from what was measured, in the mean (SMAPE).\n"
        "\n"
        "Values are exclusive, and means over the processes and threads of a run. A run in which "
        "a\n"
        "function did not occur counts 0. Functions that the graph lacks are named as they were "
        "recorded.\n"
        "\n"
        "Example:\n"
        "  cgquery models -i --parameter p=4:4.cubex --parameter p=8:8.cubex \\\n"
        "      --parameter p=16:16.cubex --parameter p=32:32.cubex --parameter p=64:64.cubex \\\n"
        "      --at p=1024 --plot plots\n"
        "\n"
        "JSON: \"metric\", \"unit\", \"inclusive\", \"parameters\" (names), \"at\", \"few\" "
        "(whether "
        "models are guesses),\n"
        "\"runs\" (\"at\", \"profile\", \"whole\"), \"predictedWhole\" and \"models\": "
        "\"function\" "
        "or \"name\" or \"path\",\n"
        "\"formula\", \"constant\", \"terms\", \"error\", \"spread\" (of repeated runs), "
        "\"predicted\", \"share\" and\n"
        "\"values\" (one a run).",
    .limit = LIMIT_LIST,
    .options = OPTIONS_COMMON | OPTION_MAX | OPTION_SCALES | OPTION_MODELS,
    .run = run_models,
};
