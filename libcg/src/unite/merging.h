/*
 * A merge while it runs: shared by its parts, merge_graph.c and merge_metadata.c.
 */
#ifndef UNITE_MERGING_H
#define UNITE_MERGING_H

#include "graph/graph.h"
#include "graph/graph_facts.h"
#include "strings/text.h"
#include "unite/pending.h"

/** How a node of `from` compares with its counterpart in `into`: as in struct cg_merge_input. */
struct sides {
    int8_t definer;
    bool a_defined;
    bool b_defined;
};

/** Graph `from` being merged into graph `into`. */
struct merge {
    struct cg_graph *into;
    const struct cg_graph *from;
    const struct cg_registry *registry;
    bool counts;             /**< some kind merges values even if they are equal */
    struct pending *pending; /**< for values of the graph itself, or NULL */
    struct cg_error *error;
    bool shared;         /**< values that other definitions of a name have are being merged */
    cg_node *nodes;      /**< by node of from */
    struct sides *sides; /**< by node of from */
    const struct namesakes *plan; /**< what becomes of nodes of `from`; NULL: nothing */
    bool *calls;                  /**< by node of from: whether it has edges */
    uint32_t *strings;            /**< by string of from: that of into */
    struct fact_move facts;
    struct cg_text scratch;
    struct cg_text texts[2]; /**< of facts being merged */
};

/**
 * Merge the values at a place of `from` with those of its counterpart. Their strings are in `into`,
 * and so may `from` itself be.
 *
 * @param number      of the place in `into`
 * @param from_number of it in `from`
 * @return as cg_graph_merge. O(values there).
 */
int merge_attributes(struct merge *m, enum cg_place place, uint32_t number, uint32_t from_number,
                     struct sides sides);

/** A node of `from` in terms of the strings of `into`, without values. */
struct node merge_incoming(const struct merge *m, cg_node node);

/** Compare a node of `into` with one to be merged into it. */
struct sides merge_compare(const struct cg_graph *graph, const struct node *present,
                           const struct node *incoming);

/** Merge a node into one of `into`, without their values. */
void merge_node(struct node *present, const struct node *incoming, struct sides sides);

/** Merge the values of definitions of one name, as the plan says, once all nodes have their
 *  counterparts. @return as cg_graph_merge. O(values log definitions) */
int merge_names(struct merge *m);

/** Keep the values of the graph itself in `pending`. @return as cg_graph_merge */
int merge_keep_pending(struct merge *m);

#endif
