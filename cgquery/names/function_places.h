/*
 * Finds functions by file and line.
 */
#ifndef CGQUERY_NAMES_FUNCTION_PLACES_H
#define CGQUERY_NAMES_FUNCTION_PLACES_H

#include "core/cgquery.h"

/** The places of all functions of a graph. */
struct function_places;

/** A function and its lines. */
struct function_place {
    cg_node node;
    uint32_t first;
    uint32_t last;
    uint32_t furthest; /**< greatest `last` up to this one */
};

/** Collect the places of functions that have a range and are in no system header; or, with `all`,
 *  of every function, at the line of its name if it has no range. Release with
 *  function_places_free. */
struct function_places *function_places_new(struct query *query, bool all);
void function_places_free(struct function_places *places);

/** Whether the graph has no places of functions. */
bool function_places_none(const struct function_places *places);

/** The graph's files that a path may mean: an array of paths, sorted; release with
 *  g_ptr_array_unref. */
GPtrArray *function_places_files(const struct function_places *places, const char *path);

/** The functions of a file, by first line; borrowed, NULL if there are none. @return of struct
 *  function_place */
const GArray *function_places_of(const struct function_places *places, const char *file);

/** The functions that have parts in a file which has none as a whole, by #line: a grammar has parts
 *  of the parser, between the functions that it has. Borrowed, NULL if there are none. @return of
 *  cg_node */
const GArray *function_places_parts(const struct function_places *places, const char *file);

/** The number of functions that begin at or before a line. */
guint function_places_up_to(const GArray *functions, uint32_t line);

/** The first of those up to `count` from which on some may reach a line. */
guint function_places_reaching(const GArray *functions, guint count, uint32_t line);

/** Append the innermost functions around a line to an array of cg_node: several, if they are
 *  instances of a template or copies of a header's function. */
void function_places_around(const GArray *functions, uint32_t line, GArray *nodes);

#endif
