/*
 * Writing findings as SARIF 2.1.0 (OASIS Static Analysis Results Interchange Format). Relative
 * paths are under the base SRCROOT, which the viewer knows.
 *
 * In this order: sarif_begin, sarif_rule for each, sarif_begin_results, results, sarif_end. A
 * result is sarif_begin_result, locations and what else there is, json_close(json, '}').
 */
#ifndef CLI_SARIF_WRITER_H
#define CLI_SARIF_WRITER_H

#include "json_writer.h"

#include <libcg/graph.h>

/** A place as SARIF has it. */
struct sarif_place {
    const char *file; /**< NULL: none is known */
    uint32_t line;
    uint32_t column;
};

/** Where a function is defined, as far as the graph tells; CG_NONE is nowhere. */
struct sarif_place sarif_place_of_node(const struct cg_graph *graph, cg_node node);

/** Open the document, up to its rules. */
void sarif_begin(struct json *json, const char *tool);

/** A rule, the violations of which are errors. */
void sarif_rule(struct json *json, const char *id, const char *title, const char *help);

/** Close the rules, and open the results. */
void sarif_begin_results(struct json *json);

/** Close the document. */
void sarif_end(struct json *json);

/** What a result begins with. */
struct sarif_result {
    const char *rule; /**< its id */
    size_t index;     /**< its place among the rules */
    const char *kind; /**< NULL: "fail" */
    const char *level;
    const char *message;
};

/** Open a result. */
void sarif_begin_result(struct json *json, const struct sarif_result *result);

/** A location in a function. @param function linkage name @param message may be NULL */
void sarif_location(struct json *json, const char *key, const struct sarif_place *place,
                    const char *function, const char *message);

/** Open a code flow, of a result. */
void sarif_begin_flow(struct json *json);

/** A step of a flow; as sarif_location. @param level calls that are around it */
void sarif_step(struct json *json, const struct sarif_place *place, const char *function,
                const char *message, size_t level);

/** Close a flow. */
void sarif_end_flow(struct json *json);

/** What tells a result of one run from that of another: the line it has in a baseline. */
void sarif_fingerprint(struct json *json, const char *line);

/** That a result is listed in the baseline. */
void sarif_suppression(struct json *json);

#endif
