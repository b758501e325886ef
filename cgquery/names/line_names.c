/*
 * Takes FILE:LINE apart and asks the places of functions. Where no function has the line it names
 * the nearest before and after it.
 */
#include "names/line_names.h"

#include "names/chosen_functions.h"
#include "names/function_places.h"

#include <string.h>

/* A place as typed. */
struct place {
    char *file;
    uint32_t line;
};

/* Reads digits up to a colon or the end; 0 if that is no number from 1. */
static uint32_t read_number(const char *text, const char **end)
{
    guint64 number = g_ascii_isdigit(*text) ? g_ascii_strtoull(text, (char **)end, 10) : 0;
    return number <= UINT32_MAX ? (uint32_t)number : 0;
}

/* After the line's colon only a column may follow. */
static bool read_place(struct place *out, const char *name)
{
    for (const char *colon = match_colon(name); colon; colon = match_colon(colon + 1)) {
        const char *end = colon;
        uint32_t line = read_number(colon + 1, &end);
        if (line > 0 && *end == ':') {
            end = read_number(end + 1, &end) > 0 ? end : colon;
        }
        if (line > 0 && *end == '\0' && colon > name) {
            *out = (struct place){g_strndup(name, (gsize)(colon - name)), line};
            return true;
        }
    }
    return false;
}

static GPtrArray *find_files(struct query *query, const struct place *place)
{
    if (!query->places) {
        query->places = function_places_new(query, true);
    }
    return function_places_files(query->places, place->file);
}

void line_find(GArray *nodes, struct query *query, const char *name)
{
    struct place place;
    if (!read_place(&place, name)) {
        return;
    }
    GPtrArray *files = find_files(query, &place);
    for (guint i = 0; i < files->len; i++) {
        const GArray *functions = function_places_of(query->places, files->pdata[i]);
        guint before = nodes->len;
        function_places_around(functions, place.line, nodes);
        const GArray *parts = function_places_parts(query->places, files->pdata[i]);
        if (parts && nodes->len == before) {
            g_array_append_vals(nodes, parts->data, parts->len);
        }
    }
    g_ptr_array_unref(files);
    g_free(place.file);
}

/* "f (lines 3-9)" */
static void append_function(GString *text, struct query *query, const struct function_place *near)
{
    g_string_append(text, text->len ? " and " : "");
    g_string_append(text, query_name(query, near->node));
    if (near->first == near->last) {
        g_string_append_printf(text, " (line %u)", near->first);
    } else {
        g_string_append_printf(text, " (lines %u-%u)", near->first, near->last);
    }
}

/* The last function that ends before the line, and the first that begins after it. */
static char *nearest(struct query *query, const GArray *functions, uint32_t line)
{
    GString *text = g_string_new(NULL);
    const struct function_place *before = NULL;
    guint count = function_places_up_to(functions, line);
    for (guint i = 0; i < count; i++) {
        const struct function_place *place = &g_array_index(functions, struct function_place, i);
        before = !before || place->last > before->last ? place : before;
    }
    if (before) {
        append_function(text, query, before);
    }
    if (count < functions->len) {
        append_function(text, query, &g_array_index(functions, struct function_place, count));
    }
    return g_string_free(text, FALSE);
}

char *line_not_found(struct query *query, const char *name)
{
    struct place place;
    char *text = NULL;
    if (!read_place(&place, name)) {
        return NULL;
    }
    GPtrArray *files = find_files(query, &place);
    if (files->len > 0) {
        const char *file = files->pdata[0];
        char *near = nearest(query, function_places_of(query->places, file), place.line);
        text = g_strdup_printf("%s has no function around line %u of %s; the nearest: %s",
                               query->graph_name, place.line, file, near);
        g_free(near);
    } else if (select_has_file(query, place.file)) {
        text = g_strdup_printf("%s does not record at which lines the functions of %s are",
                               query->graph_name, place.file);
    }
    g_ptr_array_unref(files);
    g_free(place.file);
    return text;
}
