/*
 * Divides the range of the numbers that occur, or of their logarithms, into equal classes, and
 * gives each a colour from yellow to brown.
 */
#include "print/drawing/heat.h"

#include <math.h>

/* Of more powers of ten than these the parts are of the logarithm. */
#define MOST_POWERS 2

/* Yellow to brown: the lightness alone distinguishes them. */
static const char *const colors[HEAT_CLASSES] = {"#fff7bc", "#fee391", "#fec44f",
                                                 "#fe9929", "#cc4c02", "#7f2704"};
#define FIRST_DARK 4

static void find_range(const struct heat *heat, uint32_t count, double *least, double *positive,
                       double *most, bool *whole)
{
    *least = INFINITY;
    *positive = INFINITY;
    *most = -INFINITY;
    *whole = true;
    for (cg_node node = 0; node < count; node++) {
        double value = heat->values.values[node];
        if (heat->values.has[node]) {
            *least = fmin(*least, value);
            *most = fmax(*most, value);
            *positive = value > 0 ? fmin(*positive, value) : *positive;
            *whole = *whole && value == rint(value);
        }
    }
}

/* Few whole numbers have a class each. */
static void choose_classes(struct heat *heat, double least, double positive, double most)
{
    bool powers = least >= 0 && most > positive * pow(10, MOST_POWERS);
    heat->classes = least == most ? 1 : HEAT_CLASSES;
    if (heat->whole && most - least < HEAT_CLASSES) {
        heat->classes = (int)(most - least) + 1;
    }
    for (int i = 0; i <= heat->classes; i++) {
        double part = (double)i / heat->classes;
        heat->bounds[i] = powers ? positive * pow(most / positive, part)
                          : heat->whole && most - least < HEAT_CLASSES
                              ? least + i
                              : least + (most - least) * part;
        heat->bounds[i] = heat->whole ? ceil(heat->bounds[i] - 1e-9) : heat->bounds[i];
    }
    heat->bounds[0] = least;
    heat->bounds[heat->classes] = most;
}

int heat_read(struct heat *out, struct query *query, const char *key)
{
    double least, positive, most;
    *out = (struct heat){.unit = query_unit(query, CG_ON_NODE, key)};
    int code = values_read(&out->values, query, key);
    if (code == CLI_OK) {
        find_range(out, cg_graph_node_count(query->graph), &least, &positive, &most, &out->whole);
        choose_classes(out, least, positive, most);
    }
    return code;
}

void heat_clear(struct heat *heat)
{
    values_clear(&heat->values);
    g_free(heat->unit);
}

int heat_class(const struct heat *heat, cg_node node)
{
    int class = heat->classes - 1;
    if (!heat->values.has[node]) {
        return -1;
    }
    while (class > 0 && heat->values.values[node] < heat->bounds[class]) {
        class --;
    }
    return class;
}

/* Few classes are spread over all colours. */
static int color_number(const struct heat *heat, int class)
{
    return heat->classes > 1 ? class * (HEAT_CLASSES - 1) / (heat->classes - 1) : 0;
}

const char *heat_color(const struct heat *heat, int class)
{
    return colors[color_number(heat, class)];
}

const char *heat_text_color(const struct heat *heat, int class)
{
    return color_number(heat, class) >= FIRST_DARK ? "#ffffff" : "#1f2328";
}

char *heat_range(const struct heat *heat, int class)
{
    bool last = class == heat->classes - 1;
    double end = heat->bounds[class + 1] - (heat->whole && !last);
    char *from = cli_quantity(heat->bounds[class], heat->unit);
    char *to = cli_quantity(end, heat->unit);
    char *text = g_str_equal(from, to) || end < heat->bounds[class]
                     ? g_strdup(from)
                     : g_strdup_printf("%s to %s", from, to);
    g_free(from);
    g_free(to);
    return text;
}
