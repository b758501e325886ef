/*
 * Where functions are: by file and line.
 */
#ifndef CGQUERY_CORE_FUNCTION_PLACES_H
#define CGQUERY_CORE_FUNCTION_PLACES_H

#include "core/query.h"

/** Where the functions of a graph are. */
struct function_places;

/** A function and its lines. */
struct function_place {
    cg_node node;
    uint32_t first;
    uint32_t last;
    uint32_t furthest; /**< greatest `last` of those up to here */
};

/** Gather the places of functions: of those that have a range and are of no system header; or of
 *  `all`, those without a range being at the line their name stands at. Release with
 *  function_places_free. */
struct function_places *function_places_new(struct query *query, bool all);
void function_places_free(struct function_places *places);

/** Whether the graph tells of no function where it is. */
bool function_places_none(const struct function_places *places);

/** The files a path may mean, as the graph has them: an array of paths, sorted; release with
 *  g_ptr_array_unref. */
GPtrArray *function_places_files(const struct function_places *places, const char *path);

/** The functions of a file of the graph, by their first lines; borrowed, NULL when there are none.
 *  @return of struct function_place */
const GArray *function_places_of(const struct function_places *places, const char *file);

/** How many of them begin at a line or before. */
guint function_places_up_to(const GArray *functions, uint32_t line);

/** The first of those up to `count` from where on some may reach a line. */
guint function_places_reaching(const GArray *functions, guint count, uint32_t line);

/** Of the functions around a line those that no other of them encloses: instances of a template and
 *  copies of a header's functions are several. Adds them to an array of cg_node. */
void function_places_around(const GArray *functions, uint32_t line, GArray *nodes);

#endif
