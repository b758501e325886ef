/* Prints measurements of recorded runs: one metric per line. */
#include "verbs/show/show.h"

#include <jansson.h>

/* How numbers of a metric are shown. */
struct look {
    const char *unit; /* NULL: they are counts */
    bool whole;       /* every digit */
};

static void append_exact(GString *line, const json_t *number)
{
    char *text = json_dumps(number, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17));
    g_string_append(line, text ? text : "?");
    free(text);
}

static void append_number(GString *line, const json_t *number, const struct look *look)
{
    if (look->whole || !json_is_number(number)) {
        append_exact(line, number);
        return;
    }
    char *text = cli_quantity(json_number_value(number), look->unit);
    char *shown = cli_printable(text);
    g_string_append(line, shown);
    g_free(shown);
    g_free(text);
}

static void append_word(GString *line, const char *before, const json_t *string)
{
    const char *text = json_string_value(string);
    if (text && *text) {
        char *shown = cli_printable(text);
        g_string_append_printf(line, "%s%s", before, shown);
        g_free(shown);
    }
}

static void append_extreme(GString *line, const json_t *locations, const char *key, const char *at,
                           const struct look *look)
{
    bool is_bound =
        json_is_true(json_object_get(locations, "bounds")) && !json_object_get(locations, at);
    g_string_append_printf(line, ", %s %s", key,
                           !is_bound                      ? ""
                           : *key == 'm' && key[1] == 'i' ? ">= "
                                                          : "<= ");
    append_number(line, json_object_get(locations, key), look);
    append_word(line, " at ", json_object_get(locations, at));
}

static void append_locations(GString *line, const json_t *locations, const struct look *look)
{
    g_string_append(line, "; of ");
    append_exact(line, json_object_get(locations, "count"));
    g_string_append(line, " locations");
    append_extreme(line, locations, "min", "minAt", look);
    append_extreme(line, locations, "max", "maxAt", look);
    g_string_append(line, ", mean ");
    append_number(line, json_object_get(locations, "mean"), look);
    g_string_append(line, ", deviation ");
    g_string_append(line, json_is_true(json_object_get(locations, "bounds")) ? "<= " : "");
    append_number(line, json_object_get(locations, "deviation"), look);
}

static void print_metric(const char *name, const json_t *metric, bool whole)
{
    const json_t *value = json_object_get(metric, "value");
    const json_t *exclusive = json_object_get(metric, "exclusive");
    const json_t *inclusive = json_object_get(metric, "inclusive");
    const json_t *locations = json_object_get(metric, "locations");
    const struct look look = {json_string_value(json_object_get(metric, "unit")), whole};
    char *shown = cli_printable(name);
    GString *line = g_string_new(shown);
    g_string_append_c(line, ' ');
    append_number(line, value ? value : exclusive ? exclusive : inclusive, &look);
    if (whole) {
        append_word(line, " ", json_object_get(metric, "unit"));
    }
    g_string_append(line, inclusive ? exclusive ? ", inclusive " : " inclusive" : "");
    if (inclusive && exclusive) {
        append_number(line, inclusive, &look);
    }
    if (locations) {
        append_locations(line, locations, &look);
    }
    puts(line->str);
    g_string_free(line, TRUE);
    g_free(shown);
}

void show_print_profile(const char *text, int indent, bool whole)
{
    json_t *profile = json_loads(text, 0, NULL), *metric;
    if (!profile) { /* numbers jansson does not take */
        show_print_raw(text, whole);
        return;
    }
    const json_t *visits = json_object_get(profile, "visits");
    const char *name;
    if (visits) {
        GString *line = g_string_new(NULL);
        append_number(line, visits, &(struct look){.whole = whole});
        printf("%s visit%s\n", line->str, cli_s(json_integer_value(visits)));
        g_string_free(line, TRUE);
    } else {
        puts("visits not counted");
    }
    json_object_foreach(json_object_get(profile, "metrics"), name, metric)
    {
        printf("%*s", indent, "");
        print_metric(name, metric, whole);
    }
    json_decref(profile);
}
