/*
 * The state of writing one .mcg file, shared by write.c (envelope, order, output), write_node.c
 * (nodes and their metadata) and write_edge.c (edges and overrides).
 *
 * Objects are written with their keys in byte order, as MetaCG's writer does. Data that the graph
 * holds as structure become `fixed` members, which are merged with the text values while writing.
 */
#ifndef FILE_GRAPH_WRITER_H
#define FILE_GRAPH_WRITER_H

#include "graph/graph.h"
#include "strings/text.h"
#include "json/json_walk.h"

#include <libcg/file.h>

struct writer {
    const struct cg_graph *graph;
    int version;
    unsigned jobs;            /**< threads; 0 or 1: only this one */
    cg_write_function *write; /**< NULL: keep all in `out` */
    void *user;
    int write_errno; /**< the result of `write` */
    struct cg_text out;

    uint32_t count;
    cg_node *order;          /**< nodes in the order of writing */
    uint32_t *rank;          /**< by node: its position in `order` */
    uint32_t *number;        /**< version 4, by node: the id */
    const char **key;        /**< version 2, by node: its name in the file */
    struct cg_text numbered; /**< version 2: the keys that are not plain names */

    uint32_t *out_start; /**< by rank, count + 1 */
    cg_edge *out_edges;  /**< grouped by rank of the caller, sorted by rank of the callee */
    uint32_t *in_start;
    cg_edge *in_edges; /**< grouped by rank of the callee, sorted by rank of the caller; version 2
                          only */

    struct override_pair *bases;   /**< ranks (derived, base), sorted */
    struct override_pair *derived; /**< ranks (base, derived) in these two fields, sorted */
    uint32_t override_count;

    uint32_t call_type; /**< string of the key, CG_NO_STRING if nothing has it */
    struct cg_error
        error; /**< why a value could not be written; status 0 if there was no failure */
};

/** A member that the structure of the graph provides. */
struct fixed {
    const char *key;
    const char *quoted; /**< the key as written, with its colon */
    size_t quoted_length;
    /** Whether the member exists; NULL: always. */
    bool (*present)(const struct writer *w, uint32_t number);
    /** Write the value. `text` is the text value of the same key, NULL if there is none. */
    void (*put)(struct writer *w, uint32_t number, const struct cg_value *text);
};

/** Initialiser of a struct fixed. */
#define FIXED(name, is_present, put_value)                                                         \
    {name, "\"" name "\":", sizeof "\"" name "\":" - 1, is_present, put_value}

/**
 * Write the members of an object in order of their keys, without braces.
 *
 * @param outside the members next to `meta`, not those in it
 * @return the number of members written
 */
size_t writer_members(struct writer *w, enum cg_place place, uint32_t number, bool outside,
                      const struct fixed *fixed, size_t fixed_count);

/** Write a string literal. */
void writer_string(struct writer *w, const char *text);

/** Write a node's name in the file as a string literal. */
void writer_node_name(struct writer *w, cg_node node);

/** Write one node's object. */
void writer_node(struct writer *w, cg_node node);

/** Pass on the output, if there is much or `all` is set. */
void writer_flush(struct writer *w, bool all);

/** Members of a node that concern edges. */
void writer_callees(struct writer *w, uint32_t node, const struct cg_value *text);
void writer_callers(struct writer *w, uint32_t node, const struct cg_value *text);
void writer_overrides(struct writer *w, uint32_t node, const struct cg_value *text);
void writer_overridden_by(struct writer *w, uint32_t node, const struct cg_value *text);
bool writer_does_override(const struct writer *w, cg_node node);

/** Version 2's node kind for the metadata of edges. */
bool writer_has_edge_metadata(const struct writer *w, uint32_t node);
void writer_edge_metadata(struct writer *w, uint32_t node, const struct cg_value *text);

/** Lay out the edges and overrides in the order of `rank`. @return false when memory is exhausted.
 */
bool writer_sort_edges(struct writer *w);

#endif
