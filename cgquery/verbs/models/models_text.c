/* Prints performance models as a table. */
#include "verbs/models/models.h"

#include <math.h>
#include <string.h>

#define FORMULA_WIDTH 60

/* A line of the table. */
struct row {
    char *value, *share, *error, *formula;
};

static char *percent(double share)
{
    return isnan(share) ? g_strdup("-") : g_strdup_printf("%.1f%%", 100 * share);
}

/* Digits behind the fourth of a prediction say nothing. */
static char *prediction(const struct models *models, const struct series *series)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(text, sizeof text, "%.4g", series->predicted);
    return cli_quantity(g_ascii_strtod(text, NULL), models->scales.unit);
}

static void print_cell(const char *text, int width)
{
    printf("%*s%s  ", width - (int)g_utf8_strlen(text, -1), "", text);
}

static void clear_row(gpointer row)
{
    struct row *r = row;
    g_free(r->value);
    g_free(r->share);
    g_free(r->error);
    g_free(r->formula);
}

static GArray *make_rows(const struct models *models, char *at)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(struct row));
    struct row head = {at, g_strdup("SHARE"), g_strdup("ERROR"), g_strdup("MODEL")};
    g_array_set_clear_func(rows, clear_row);
    g_array_append_val(rows, head);
    for (guint i = 0; i < models->most; i++) {
        const struct series *series = models->shown->pdata[i];
        struct row row = {prediction(models, series), percent(models_share(models, series)),
                          percent(series->model.error), models_formula(models, series)};
        g_array_append_val(rows, row);
    }
    return rows;
}

static int width_of(const GArray *rows, size_t offset)
{
    glong width = 0;
    for (guint i = 0; i < rows->len; i++) {
        const char *text =
            *(char *const *)((const char *)&g_array_index(rows, struct row, i) + offset);
        width = MAX(width, g_utf8_strlen(text, -1));
    }
    return (int)width;
}

static void print_what(const struct models *models, const struct series *series)
{
    char *name = models_name(models, series);
    fputs(name, stdout);
    if (series->node != CG_NONE && !models->query->options.per_path) {
        char *place = query_place(models->query, series->node);
        printf("%s%s", place ? "  " : "", place ? place : "");
        g_free(place);
    }
    putchar('\n');
    g_free(name);
}

static void print_table(const struct models *models)
{
    GArray *rows = make_rows(models, scales_text(&models->scales, models->scales.predicted));
    int value = width_of(rows, offsetof(struct row, value)),
        share = width_of(rows, offsetof(struct row, share)),
        error = width_of(rows, offsetof(struct row, error)),
        formula = MIN(width_of(rows, offsetof(struct row, formula)), FORMULA_WIDTH);
    for (guint i = 0; i < rows->len; i++) {
        const struct row *row = &g_array_index(rows, struct row, i);
        print_cell(row->value, value);
        print_cell(row->share, share);
        print_cell(row->error, error);
        printf("%-*s  ", formula, row->formula);
        if (i == 0) {
            puts(models->query->options.per_path ? "PATH" : "FUNCTION");
        } else {
            print_what(models, models->shown->pdata[i - 1]);
        }
    }
    g_array_unref(rows);
}

/* All have the same scales. */
static void print_quality(const struct models *models)
{
    const struct cg_model *first = &((const struct series *)models->shown->pdata[0])->model;
    double spread = 0;
    for (guint i = 0; i < models->most; i++) {
        spread = MAX(spread, ((const struct series *)models->shown->pdata[i])->model.spread);
    }
    if (first->few) {
        printf("guesses: %s has fewer than %u values%s\n",
               models->scales.parameters > 1 ? "a parameter" : models->scales.names[0],
               CG_MODEL_ENOUGH,
               models->scales.parameters > 1 ? " while the other one has the same" : "");
    }
    if (spread > 0) {
        char *text = percent(spread);
        printf("repeated runs of a scale differ by up to %s\n", text);
        g_free(text);
    }
}

void models_print_text(const struct models *models)
{
    if (models->shown->len == 0) {
        printf("no function of these has %s\n", models->scales.metric);
        return;
    }
    print_table(models);
    cli_print_more(stdout, "", models->shown->len - models->most,
                   models->query->options.per_path ? "path" : "function");
    print_quality(models);
    query_sum_up(models->query, "%u model%s of %s", models->shown->len, cli_s(models->shown->len),
                 models->scales.metric);
}
