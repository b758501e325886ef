/*
 * Sets of functions: what cgquery adds to libcg/select.h. Finds names as query_select does; a plain
 * name means all functions of that name, and is an error if there are none.
 */
#ifndef CGQUERY_NAMES_SETS_H
#define CGQUERY_NAMES_SETS_H

#include "core/cgquery.h"

/**
 * Evaluate a set over the whole graph.
 *
 * @param out array of cg_graph_node_count: receives whether each function is in the set; functions
 *   that --include and --exclude removed are not part of the graph
 * @return CLI_OK, or CLI_TROUBLE after reporting an error
 */
int query_set(bool *out, struct query *query, const char *text);

/** Like query_set, for a set in a file; errors are reported with its place.
 *  @param place file, line and column; the other members are ignored */
int query_set_in_file(bool *out, struct query *query, const char *text,
                      const struct cg_error *place);

/** Like query_set, for the union of several; a new array, to be released with g_free.
 *  @param texts ended by NULL
 *  @return NULL after reporting an error */
bool *query_sets_union(struct query *query, char *const *texts);

/** The functions of a set in canonical order. @return an array of cg_node, to be released with
 *  g_array_unref */
GArray *query_members(const struct query *query, const bool *set);

/**
 * The entry points: those of --entry, else those of the whole graph (cg_graph_entries), even if
 * --include and --exclude have left a part of it.
 *
 * @return an array of cg_node in canonical order, to be released with g_array_unref; NULL after
 *   reporting an error: a set is wrong, or there are no such functions
 */
GArray *query_entries(struct query *query);

/** Like query_entries, but the result may be empty. */
GArray *query_find_entries(struct query *query);
/** The evaluator of sets over the whole graph, with the definitions of --define; borrowed. @return
 *  NULL after reporting an error */
struct cg_selector *sets_selector(struct query *query);

/** Report names of missing lists since the last call. */
void sets_note_unlisted(struct query *query);

/** Read the definitions of --define, if not done yet. @return CLI_OK, or CLI_TROUBLE after
 *  reporting an error */
int sets_define(struct query *query);

/** Release. NULL is allowed. */
void sets_free(struct sets *sets);

/** The names of a set that was worked out, or of named sets, that the graph does not have;
 * borrowed, of char *. */
const GPtrArray *sets_absent(struct query *query);

/** Forget all sets that were worked out. @return the names of sets_absent, to be released */
GPtrArray *sets_take_absent(struct query *query);

#endif
