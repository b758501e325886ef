/* Prints performance models as JSON. */
#include "print/graph_json.h"
#include "verbs/models/models.h"

static void put_scale(struct json *json, const char *key, const struct scales *scales,
                      const double *at)
{
    json_open_line(json, key, '{');
    for (unsigned k = 0; k < scales->parameters; k++) {
        json_double(json, scales->names[k], at[k]);
    }
    json_close(json, '}');
}

static void put_runs(struct json *json, const struct models *models)
{
    const struct scales *scales = &models->scales;
    json_open(json, "runs", '[');
    for (size_t i = 0; i < scales->count; i++) {
        json_open(json, NULL, '{');
        put_scale(json, "at", scales, scales->at[i].at);
        json_text(json, "profile", scales->paths[i]);
        json_computed(json, "whole", models->list.whole[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_factor(struct json *json, const char *parameter,
                       const struct cg_model_factor *factor)
{
    json_open_line(json, NULL, '{');
    json_text(json, "parameter", parameter);
    json_double(json, "power", factor->power);
    json_number(json, "root", (uint64_t)factor->root);
    json_number(json, "logs", (uint64_t)factor->logs);
    json_close(json, '}');
}

static void put_terms(struct json *json, const struct models *models, const struct cg_model *model)
{
    json_open(json, "terms", '[');
    for (unsigned t = 0; t < model->term_count; t++) {
        json_open(json, NULL, '{');
        json_computed(json, "coefficient", model->terms[t].coefficient);
        json_open(json, "factors", '[');
        for (unsigned k = 0; k < model->parameters; k++) {
            const struct cg_model_factor *factor = &model->terms[t].factors[k];
            if (factor->power != 0 || factor->logs != 0) {
                put_factor(json, models->scales.names[k], factor);
            }
        }
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_what(struct json *json, const struct models *models, const struct series *series)
{
    bool path = models->query->options.per_path;
    if (series->node != CG_NONE && !path) {
        json_function(json, "function", models->query, series->node);
    } else {
        json_text(json, path ? "path" : "name", series->name);
    }
}

static void put_model(struct json *json, const struct models *models, const struct series *series)
{
    char *formula = models_formula(models, series);
    json_open(json, NULL, '{');
    put_what(json, models, series);
    json_text(json, "formula", formula);
    json_computed(json, "constant", series->model.constant);
    put_terms(json, models, &series->model);
    json_computed(json, "error", series->model.error);
    json_computed(json, "spread", series->model.spread);
    json_computed(json, "predicted", series->predicted);
    json_computed(json, "share", models_share(models, series));
    json_open_line(json, "values", '[');
    for (size_t i = 0; i < models->scales.count; i++) {
        json_double(json, NULL, series->values[i]);
    }
    json_close(json, ']');
    json_close(json, '}');
    g_free(formula);
}

void models_print_json(const struct models *models)
{
    const struct scales *scales = &models->scales;
    struct json json = {.out = stdout};
    bool few = models->shown->len && ((const struct series *)models->shown->pdata[0])->model.few;
    json_begin(&json, models->query);
    json_text(&json, "metric", scales->metric);
    json_text(&json, "unit", scales->unit);
    json_bool(&json, "inclusive", models->query->options.inclusive);
    json_open_line(&json, "parameters", '[');
    for (unsigned k = 0; k < scales->parameters; k++) {
        json_text(&json, NULL, scales->names[k]);
    }
    json_close(&json, ']');
    put_scale(&json, "at", scales, scales->predicted);
    json_bool(&json, "few", few);
    put_runs(&json, models);
    json_computed(&json, "predictedWhole", models->list.predicted);
    json_open(&json, "models", '[');
    for (guint i = 0; i < models->most; i++) {
        put_model(&json, models, models->shown->pdata[i]);
    }
    json_close(&json, ']');
    json_end(&json);
}
