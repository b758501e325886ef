#include "core/unit.h"

#include <libcg/kinds.h>
#include <libcg/validate.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Units that kinds have by definition. */
static const struct {
    const char *path;
    const char *unit;
} known[] = {
    {CG_KEY_STACK_SIZE ".bytes", "bytes"},
    {CG_KEY_BASE_PROFILE ".timeInSeconds", "sec"},
    {CG_KEY_BASE_PROFILE ".inclusiveRtInSeconds", "sec"},
};

static char *text_at(const struct query *query, enum cg_place place, uint32_t number,
                     const char *path)
{
    struct cg_value value;
    char *buffer = NULL, *text = NULL;
    if (cg_metadata_at(&value, query->graph, place, number, path, &buffer)) {
        json_t *string = json_loadb(value.text, value.length, JSON_DECODE_ANY, NULL);
        text = g_strdup(json_string_value(string));
        json_decref(string);
    }
    free(buffer);
    return text;
}

/* What the first value with such a path declares. */
static char *declared(const struct query *query, enum cg_place place, const char *path)
{
    const struct cg_graph *graph = query->graph;
    uint32_t count = place == CG_ON_NODE ? cg_graph_node_count(graph) : cg_graph_edge_count(graph);
    char *unit = NULL;
    for (uint32_t i = 0; i < count && !unit; i++) {
        unit = text_at(query, place, i, path);
    }
    return unit;
}

/* The unit stands beside a value of a metric, or beside its locations. */
static char *unit_of_metric(const struct query *query, enum cg_place place, const char *path)
{
    char *stem = g_strdup(path), *unit = NULL;
    for (char *dot = strrchr(stem, '.'); dot && !unit; dot = strrchr(stem, '.')) {
        *dot = '\0';
        char *beside = g_strconcat(stem, ".unit", NULL);
        unit = declared(query, place, beside);
        g_free(beside);
    }
    g_free(stem);
    return unit;
}

char *query_unit(const struct query *query, enum cg_place place, const char *path)
{
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
        if (strcmp(path, known[i].path) == 0) {
            return g_strdup(known[i].unit);
        }
    }
    return g_str_has_prefix(path, CG_KEY_PROFILE ".") && !g_str_has_suffix(path, ".visits") &&
                   !g_str_has_suffix(path, ".count") && !g_str_has_suffix(path, ".squares")
               ? unit_of_metric(query, place, path)
               : NULL;
}
