/*
 * Writes findings as SARIF 2.1.0 (OASIS Static Analysis Results Interchange Format). Relative paths
 * are below the base SRCROOT, which the viewer knows.
 *
 * Call in this order: sarif_begin, sarif_rule for each rule, sarif_begin_results, the results,
 * sarif_end. A result is sarif_begin_result, its locations and other members, json_close(json,
 * '}').
 */
#ifndef CLI_SARIF_WRITER_H
#define CLI_SARIF_WRITER_H

#include "write/json_writer.h"

#include <libcg/graph.h>

/** A location in SARIF's terms. */
struct sarif_place {
    const char *file; /**< NULL: unknown */
    uint32_t line;
    uint32_t column;
};

/** Where a function is defined according to the graph; nowhere for CG_NONE. */
struct sarif_place sarif_place_of_node(const struct cg_graph *graph, cg_node node);

/** Open the document up to its rules. */
void sarif_begin(struct json *json, const char *tool);

/** Write a rule whose violations are errors. */
void sarif_rule(struct json *json, const char *id, const char *title, const char *help);

/** Close the rules and open the results. */
void sarif_begin_results(struct json *json);

/** Close the document. */
void sarif_end(struct json *json);

/** The first members of a result. */
struct sarif_result {
    const char *rule; /**< the rule's id */
    size_t index;     /**< its index among the rules */
    const char *kind; /**< NULL: "fail" */
    const char *level;
    const char *message;
};

/** Open a result. */
void sarif_begin_result(struct json *json, const struct sarif_result *result);

/** Write a location in a function.
 *  @param function linkage name
 *  @param message may be NULL */
void sarif_location(struct json *json, const char *key, const struct sarif_place *place,
                    const char *function, const char *message);

/** Open the code flow of a result. */
void sarif_begin_flow(struct json *json);

/** Write a step of a flow; see sarif_location.
 *  @param level nesting depth of the call */
void sarif_step(struct json *json, const struct sarif_place *place, const char *function,
                const char *message, size_t level);

/** Close a flow. */
void sarif_end_flow(struct json *json);

/** Write what identifies the result across runs: its line in a baseline. */
void sarif_fingerprint(struct json *json, const char *line);

/** Mark the result as listed in the baseline. */
void sarif_suppression(struct json *json);

#endif
