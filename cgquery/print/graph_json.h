/*
 * Writes what several verbs print of a graph, as JSON.
 */
#ifndef CGQUERY_PRINT_GRAPH_JSON_H
#define CGQUERY_PRINT_GRAPH_JSON_H

#include "core/cgquery.h"
#include "names/chosen_functions.h"

#include <libcg/query.h>

#include <write/json_writer.h>

/** Open the document of a verb: version, verb, graph. With --compact it has a table of functions
 *  (json_table.h), which json_end writes. */
void json_begin(struct json *json, const struct query *query);
/** Close it. */
void json_end(struct json *json);

/** A function: name, demangled, file; its number where the document has a table. */
void json_function(struct json *json, const char *key, struct query *query, cg_node node);
/** The same, never as a number. */
void json_function_whole(struct json *json, const char *key, struct query *query, cg_node node);
/** An array of functions. */
void json_functions(struct json *json, const char *key, struct query *query,
                    struct cg_function_set functions);
/** A selection: the text, and the functions that it means. */
void json_selection(struct json *json, const char *key, struct query *query,
                    const struct selection *selection);
/** The members of a site, into the current object. */
void json_site_members(struct json *json, const struct cg_site *site);
/** A site and the function that it is in, as an object. */
void json_site_in(struct json *json, struct query *query, const struct cg_site *site, cg_node node);
/** A computed number: digits behind the tenth differ between machines. */
void json_computed(struct json *json, const char *key, double value);
/** An array of the sites of a kind. */
void json_sites(struct json *json, const char *key, struct query *query, uint32_t number,
                const char *kind);
/** An unresolved call of a function: the site, the function and its distance, null for CG_NONE;
 *  into the current object. */
void json_unresolved_call_members(struct json *json, struct query *query,
                                  const struct cg_site *site, cg_node node, uint32_t distance);
/** The same as an object. */
void json_unresolved_call(struct json *json, struct query *query, const struct cg_site *site,
                          cg_node node, uint32_t distance);
/** A function and the places where its address is taken, into the current object. */
void json_address_taken_members(struct json *json, struct query *query, cg_node node);
/** The same as an object. */
void json_address_taken(struct json *json, struct query *query, cg_node node);
/** A call: caller, callee, kinds, and whether it is observed; into the current object. */
void json_edge_members(struct json *json, struct query *query, cg_edge edge);
/** The same and its sites as an object. */
void json_edge(struct json *json, struct query *query, cg_edge edge);
/** An array of calls. */
void json_edges(struct json *json, const char *key, struct query *query, struct cg_call_set calls);

#endif
