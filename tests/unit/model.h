/*
 * Small random graphs as plain arrays, and a slow, obvious way to merge them. Metadata values are
 * numbers here: sets are bit masks, everything else is an index into a table that is sorted by what
 * wins.
 */
#ifndef TESTS_MODEL_H
#define TESTS_MODEL_H

#include "support.h"

#define MODEL_NODES 40
#define MODEL_ORIGINS 4 /**< the first is unknown */
#define MODEL_ABSENT (-1)

struct model_node {
    int name;
    int origin; /**< index + 1, 0 unknown */
    int linkage;
    bool has_body;
    bool is_virtual;
    int statements;
    int unresolved_calls; /**< mask of sites */
    int other_names;      /**< mask of model_other_names */
    int system_include;
    int unknown;
    bool interposable;
};

struct model_edge {
    bool present;
    unsigned kinds;
    int sites; /**< mask */
    int unknown;
};

struct model {
    int count;
    int entry;                  /**< MODEL_ABSENT or a node */
    int note;                   /**< metadata of the graph */
    int sources[MODEL_ORIGINS]; /**< by origin: mask of what a file defines when it is compiled */
    struct model_node nodes[MODEL_NODES];
    struct model_edge edges[MODEL_NODES][MODEL_NODES];
    bool overrides[MODEL_NODES][MODEL_NODES];
};

/** Names that nodes of models have beside their own; some are the own names of others. */
#define MODEL_OTHER_NAMES 5
extern const char *const model_other_names[MODEL_OTHER_NAMES];

/** A random model of up to 7 nodes. */
void model_random(struct model *model, struct random *random);

/** The graph of a model, its parts added in random order. */
struct cg_graph *model_graph(const struct model *model, struct random *random);

/** Merge models, all at once. */
void model_merge(struct model *out, const struct model *models, int count);

#endif
