/*
 * Plots as SVG: curves and measured points over two axes.
 */
#ifndef CGQUERY_PRINT_PLOT_H
#define CGQUERY_PRINT_PLOT_H

#include <glib.h>
#include <stdbool.h>

/** Points that belong together. */
struct plot_part {
    const char *label; /**< in the legend; NULL: not there */
    const double *x, *y;
    size_t count;
    bool line; /**< joined by a line; else a dot for each */
    bool dashed;
    unsigned color; /**< parts of one number look alike */
};

/** A plot. */
struct plot {
    const char *title, *subtitle; /**< the second may be NULL */
    const char *x_label, *y_label;
    bool log_x; /**< logarithmic: all x are above 0 */
    const struct plot_part *parts;
    size_t part_count;
};

/** Draw. Points that are not finite are left out. @return a document to be released with g_free */
char *plot_svg(const struct plot *plot);

#endif
