/*
 * Chooses round ticks for both axes and writes the axes, curves, dots and legend with colours that
 * people who do not see all colours can tell apart.
 */
#include "print/plot.h"

#include "cli.h"

#include <math.h>

#define WIDTH 720.0
#define HEIGHT 420.0
#define LEFT 80.0
#define RIGHT 20.0
#define TOP 56.0
#define BOTTOM 52.0
#define TICKS 6

/* Distinct for people who do not see all colours (Okabe and Ito). */
static const char *const colors[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                     "#e69f00", "#56b4e9", "#000000"};

struct axis {
    double from, to;
    bool logarithmic;
};

struct drawing {
    GString *svg;
    const struct plot *plot;
    struct axis x, y;
};

/* Places: two decimals are enough, and the same everywhere. */

static double along(const struct axis *axis, double value)
{
    double from = axis->from, to = axis->to;
    if (axis->logarithmic) {
        from = log(from), to = log(to), value = log(value);
    }
    return to > from ? (value - from) / (to - from) : 0.5;
}

static double place_x(const struct drawing *d, double x)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * along(&d->x, x);
}

static double place_y(const struct drawing *d, double y)
{
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * along(&d->y, y);
}

static void put_attribute(GString *svg, const char *attribute, double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf(svg, " %s=\"%s\"", attribute,
                           g_ascii_formatd(text, sizeof text, "%.2f", value));
}

/* Pieces */

static void text_at(struct drawing *d, double x, double y, const char *style, const char *text)
{
    char *safe = cli_printable(text), *escaped = g_markup_escape_text(safe, -1);
    g_string_append(d->svg, "<text");
    put_attribute(d->svg, "x", x);
    put_attribute(d->svg, "y", y);
    g_string_append_printf(d->svg, " %s>%s</text>\n", style, escaped);
    g_free(escaped);
    g_free(safe);
}

static void line_between(struct drawing *d, double x1, double y1, double x2, double y2)
{
    g_string_append(d->svg, "<line class=\"grid\"");
    put_attribute(d->svg, "x1", x1);
    put_attribute(d->svg, "y1", y1);
    put_attribute(d->svg, "x2", x2);
    put_attribute(d->svg, "y2", y2);
    g_string_append(d->svg, "/>\n");
}

/* Axes */

static bool drawable(const struct drawing *d, double x, double y)
{
    return isfinite(x) && isfinite(y) && (!d->plot->log_x || x > 0);
}

static void find_ranges(struct drawing *d)
{
    d->x = (struct axis){INFINITY, -INFINITY, d->plot->log_x};
    d->y = (struct axis){0, 0, false};
    for (size_t i = 0; i < d->plot->part_count; i++) {
        const struct plot_part *part = &d->plot->parts[i];
        for (size_t k = 0; k < part->count; k++) {
            if (drawable(d, part->x[k], part->y[k])) {
                d->x.from = fmin(d->x.from, part->x[k]);
                d->x.to = fmax(d->x.to, part->x[k]);
                d->y.from = fmin(d->y.from, part->y[k]);
                d->y.to = fmax(d->y.to, part->y[k]);
            }
        }
    }
    if (!(d->x.from <= d->x.to)) {
        d->x.from = 1, d->x.to = 2;
    }
    d->y.to = d->y.to > d->y.from ? d->y.to + (d->y.to - d->y.from) * 0.05 : d->y.from + 1;
}

/* 1, 2 or 5 times a power of ten. */
static double step_of(double width)
{
    double power = pow(10, floor(log10(width / TICKS)));
    double times = width / TICKS / power;
    return power * (times > 5 ? 10 : times > 2 ? 5 : times > 1 ? 2 : 1);
}

static void x_tick(struct drawing *d, double x)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    line_between(d, place_x(d, x), TOP, place_x(d, x), HEIGHT - BOTTOM);
    text_at(d, place_x(d, x), HEIGHT - BOTTOM + 18, "text-anchor=\"middle\"",
            g_ascii_formatd(text, sizeof text, "%.6g", x));
}

static void y_tick(struct drawing *d, double y)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    line_between(d, LEFT, place_y(d, y), WIDTH - RIGHT, place_y(d, y));
    text_at(d, LEFT - 6, place_y(d, y) + 4, "text-anchor=\"end\"",
            g_ascii_formatd(text, sizeof text, "%.6g", y));
}

static void draw_axes(struct drawing *d)
{
    double step = step_of(d->y.to - d->y.from);
    for (double i = ceil(d->y.from / step); i * step <= d->y.to; i++) {
        y_tick(d, i * step);
    }
    if (d->x.logarithmic) {
        double doublings = fmax(ceil(log2(d->x.to / d->x.from) / 2 / TICKS), 1);
        for (double i = ceil(log2(d->x.from) - 1e-9); i <= log2(d->x.to) + 1e-9; i += doublings) {
            x_tick(d, exp2(i));
        }
    } else if (d->x.to > d->x.from) {
        step = step_of(d->x.to - d->x.from);
        for (double i = ceil(d->x.from / step); i * step <= d->x.to; i++) {
            x_tick(d, i * step);
        }
    } else {
        x_tick(d, d->x.from);
    }
    text_at(d, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "text-anchor=\"middle\"", d->plot->x_label);
    text_at(d, LEFT, TOP - 8, "text-anchor=\"start\"", d->plot->y_label);
}

/* Parts */

static const char *color_of(const struct plot_part *part)
{
    return colors[part->color % G_N_ELEMENTS(colors)];
}

static void draw_line(struct drawing *d, const struct plot_part *part)
{
    const char *separator = "";
    g_string_append_printf(d->svg,
                           "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s points=\"",
                           color_of(part), part->dashed ? " stroke-dasharray=\"6 4\"" : "");
    for (size_t i = 0; i < part->count; i++) {
        char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];
        if (drawable(d, part->x[i], part->y[i])) {
            g_ascii_formatd(x, sizeof x, "%.2f", place_x(d, part->x[i]));
            g_ascii_formatd(y, sizeof y, "%.2f", place_y(d, part->y[i]));
            g_string_append_printf(d->svg, "%s%s,%s", separator, x, y);
            separator = " ";
        }
    }
    g_string_append(d->svg, "\"/>\n");
}

static void draw_dots(struct drawing *d, const struct plot_part *part)
{
    for (size_t i = 0; i < part->count; i++) {
        if (drawable(d, part->x[i], part->y[i])) {
            g_string_append_printf(d->svg, "<circle r=\"3.5\" fill=\"%s\" fill-opacity=\"0.7\"",
                                   color_of(part));
            put_attribute(d->svg, "cx", place_x(d, part->x[i]));
            put_attribute(d->svg, "cy", place_y(d, part->y[i]));
            g_string_append(d->svg, "/>\n");
        }
    }
}

static void draw_legend(struct drawing *d)
{
    double y = TOP + 14;
    for (size_t i = 0; i < d->plot->part_count; i++) {
        const struct plot_part *part = &d->plot->parts[i];
        if (part->label) {
            char *style = g_strdup_printf("fill=\"%s\"", color_of(part));
            text_at(d, LEFT + 10, y, style, part->label);
            g_free(style);
            y += 16;
        }
    }
}

char *plot_svg(const struct plot *plot)
{
    struct drawing d = {.svg = g_string_new(""), .plot = plot};
    find_ranges(&d);
    g_string_append_printf(
        d.svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
        "height=\"%.0f\" font-family=\"sans-serif\" font-size=\"12\">\n"
        "<style>.grid{stroke:#ddd}.title{font-size:15px;font-weight:bold}</style>\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
        WIDTH, HEIGHT, WIDTH, HEIGHT);
    text_at(&d, 12, 20, "class=\"title\"", plot->title);
    if (plot->subtitle) {
        text_at(&d, 12, 37, "fill=\"#555\"", plot->subtitle);
    }
    draw_axes(&d);
    for (size_t i = 0; i < plot->part_count; i++) {
        plot->parts[i].line ? draw_line(&d, &plot->parts[i]) : draw_dots(&d, &plot->parts[i]);
    }
    draw_legend(&d);
    g_string_append(d.svg, "</svg>\n");
    return g_string_free(d.svg, FALSE);
}
