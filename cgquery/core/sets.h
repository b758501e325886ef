/*
 * Sets of functions: what cgquery adds to libcg/select.h. Names are found as query_select finds
 * them; a plain name means all functions of that name, and is refused when there is none.
 */
#ifndef CGQUERY_CORE_SETS_H
#define CGQUERY_CORE_SETS_H

#include "core/query.h"

/**
 * Work out a set over the whole graph.
 *
 * @param out array of cg_graph_node_count: receives whether each function is in; those that
 * --include and --exclude left out of the graph are not there to be
 * @return CLI_OK or CLI_TROUBLE, told
 */
int query_set(bool *out, struct query *query, const char *text);

/** As query_set, of a set that stands in a file; what is wrong with it is told with its place.
 *  @param place file, line and column; what else is in it does not count */
int query_set_in_file(bool *out, struct query *query, const char *text,
                      const struct cg_error *place);

/** As query_set, of the union of several; a new array, to be released with g_free. @param texts
 *  ended by NULL @return NULL after telling why */
bool *query_sets_union(struct query *query, char *const *texts);

/** The functions of a set, in canonical order. @return an array of cg_node, to be released with
 *  g_array_unref */
GArray *query_members(const struct query *query, const bool *set);

/**
 * Where walks begin: at what --entry says, else where the graph is entered (cg_graph_entries),
 * which is the whole one where --include and --exclude have left a part.
 *
 * @return an array of cg_node in canonical order, to be released with g_array_unref; NULL after
 *         telling why: a set is wrong, or there is no such function
 */
GArray *query_entries(struct query *query);

/** As query_entries, but there may be none. */
GArray *query_find_entries(struct query *query);
/** What works out sets of the whole graph, with the definitions of --define; borrowed. @return NULL
 *  after telling why there is none */
struct cg_selector *sets_selector(struct query *query);

/** Tell of names of lists that are not there, since the last call. */
void sets_note_unlisted(struct query *query);

/** Read the definitions of --define, if that was not done. @return CLI_OK or CLI_TROUBLE, told */
int sets_define(struct query *query);

/** Release. NULL is allowed. */
void sets_free(struct sets *sets);

/** The names of a set that was worked out, or of named sets, that the graph does not have;
 * borrowed, of char *. */
const GPtrArray *sets_absent(struct query *query);

#endif
