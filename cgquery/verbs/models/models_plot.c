/* A plot for each model: what was measured, the curve, and where it goes. With two parameters there
 * is a curve for each value of the second. */
#include "print/plot.h"
#include "verbs/models/models.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define STEPS 64
#define CURVES 6
#define NAME_LENGTH 60

/* A model being drawn. */
struct drawn {
    const struct models *models;
    const struct series *series;
    GArray *parts;      /* of struct plot_part */
    GPtrArray *numbers; /* arrays of double, and labels */
};

static double *keep_values(struct drawn *drawn, size_t count)
{
    double *numbers = g_new0(double, count + 1);
    g_ptr_array_add(drawn->numbers, numbers);
    return numbers;
}

/* The range of the first parameter: of what was measured, or up to what is predicted. */
static void find_range(const struct scales *scales, double *from, double *to)
{
    *from = INFINITY, *to = 0;
    for (size_t i = 0; i < scales->count; i++) {
        *from = fmin(*from, scales->at[i].at[0]);
        *to = fmax(*to, scales->at[i].at[0]);
    }
}

static void add_curve(struct drawn *drawn, double from, double to, double second, unsigned color)
{
    struct plot_part part = {.x = keep_values(drawn, STEPS),
                             .y = keep_values(drawn, STEPS),
                             .count = STEPS,
                             .line = true,
                             .dashed = color >= 1000,
                             .color = color % 1000};
    double *x = (double *)part.x, *y = (double *)part.y;
    for (int i = 0; i < STEPS; i++) {
        double at[CG_MODEL_PARAMETERS] = {from * pow(to / from, i / (double)(STEPS - 1)), second};
        x[i] = at[0];
        y[i] = cg_model_at(&drawn->series->model, at);
    }
    g_array_append_val(drawn->parts, part);
}

static void add_dots(struct drawn *drawn, double second, unsigned color, const char *label)
{
    const struct scales *scales = &drawn->models->scales;
    struct plot_part part = {.label = label,
                             .x = keep_values(drawn, scales->count),
                             .y = keep_values(drawn, scales->count),
                             .color = color};
    double *x = (double *)part.x, *y = (double *)part.y;
    for (size_t i = 0; i < scales->count; i++) {
        if (scales->parameters == 1 || scales->at[i].at[1] == second) {
            x[part.count] = scales->at[i].at[0];
            y[part.count++] = drawn->series->values[i];
        }
    }
    g_array_append_val(drawn->parts, part);
}

static gint compare_numbers(gconstpointer a, gconstpointer b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The values of the second parameter; one, 0, if there is none. */
static GArray *seconds(const struct scales *scales)
{
    GArray *values = g_array_new(FALSE, FALSE, sizeof(double));
    for (size_t i = 0; i < scales->count; i++) {
        double value = scales->parameters > 1 ? scales->at[i].at[1] : 0;
        bool there = false;
        for (guint k = 0; k < values->len; k++) {
            there = there || g_array_index(values, double, k) == value;
        }
        if (!there) {
            g_array_append_val(values, value);
        }
    }
    g_array_sort(values, compare_numbers);
    return values;
}

static void add_series(struct drawn *drawn)
{
    const struct scales *scales = &drawn->models->scales;
    GArray *values = seconds(scales);
    double from, to;
    find_range(scales, &from, &to);
    guint step = (values->len + CURVES - 1) / CURVES;
    for (guint i = 0; i < values->len; i += step) {
        double second = g_array_index(values, double, i);
        double at[CG_MODEL_PARAMETERS] = {scales->predicted[0], second};
        unsigned color = i / step;
        char number[CLI_DOUBLE_LENGTH], *label = NULL;
        cli_double(number, second);
        if (scales->parameters > 1) {
            label = g_strdup_printf("%s=%s", scales->names[1], number);
            g_ptr_array_add(drawn->numbers, label);
        }
        add_curve(drawn, from, to, second, color);
        if (at[0] > to) {
            add_curve(drawn, to, at[0], second, color + 1000);
        }
        add_dots(drawn, second, color, label);
    }
    g_array_unref(values);
}

static char *draw_plot(const struct models *models, const struct series *series)
{
    struct drawn drawn = {models, series, g_array_new(FALSE, FALSE, sizeof(struct plot_part)),
                          g_ptr_array_new_with_free_func(g_free)};
    const struct scales *scales = &models->scales;
    char *title = models_name(models, series), *formula = models_formula(models, series);
    char *subtitle = g_strdup_printf("%s   (error %.1f%%%s)", formula, 100 * series->model.error,
                                     series->model.few ? ", a guess" : "");
    char *label = scales->unit ? g_strdup_printf("%s [%s]", scales->metric, scales->unit)
                               : g_strdup(scales->metric);
    add_series(&drawn);
    struct plot plot = {title,           subtitle, scales->names[0],
                        label,           true,     (const struct plot_part *)drawn.parts->data,
                        drawn.parts->len};
    char *svg = plot_svg(&plot);
    g_free(label);
    g_free(subtitle);
    g_free(formula);
    g_free(title);
    g_array_unref(drawn.parts);
    g_ptr_array_unref(drawn.numbers);
    return svg;
}

/* "01-solve.svg": letters, digits and what is harmless in file names. */
static char *file_name(const struct models *models, guint i)
{
    char *name = models_name(models, models->shown->pdata[i]);
    if (strlen(name) > NAME_LENGTH) {
        name[NAME_LENGTH] = '\0';
    }
    g_strcanon(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-", '_');
    char *file = g_strdup_printf("%02u-%s.svg", i + 1, name);
    g_free(name);
    return file;
}

static int write_plot(const struct models *models, guint i, struct cg_error *error)
{
    const char *directory = models->query->options.plot;
    char *file = file_name(models, i), *path = g_build_filename(directory, file, NULL);
    struct cli_output output;
    int status = cli_output_open_below(&output, directory, path, error);
    if (!status) {
        char *svg = draw_plot(models, models->shown->pdata[i]);
        fputs(svg, output.stream);
        status = cli_output_finish(&output, error);
        g_free(svg);
    }
    g_free(path);
    g_free(file);
    return status;
}

int models_plot(const struct models *models)
{
    struct cg_error error;
    int status = CG_OK;
    g_mkdir_with_parents(models->query->options.plot, 0777); /* or writing says why not */
    for (guint i = 0; i < models->most && !status; i++) {
        status = write_plot(models, i, &error);
    }
    if (status) {
        cli_report(&error);
    }
    return status ? CLI_TROUBLE : CLI_OK;
}
