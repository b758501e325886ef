/*
 * The layout of struct cg_graph, shared by the parts of the library that build and walk it.
 *
 * Edges are a structure of arrays. While the graph grows they stand in order of addition and a hash
 * table finds them by (caller, callee); the table is built on first need, so that a reader that
 * knows its edges to be distinct never pays for it. Freezing sorts them by (caller, callee), which
 * makes the arrays themselves the outgoing half of the index (compressed sparse rows: the edges of
 * node n are out_start[n] .. out_start[n+1]); the incoming half is an array of edge numbers grouped
 * by callee.
 *
 * Metadata values are interned strings, of text or of numbers (facts.h), so equal values of
 * different nodes are stored once and compare by number. The values at one place form a list sorted
 * by key bytes. Other names of nodes are such values; freezing indexes them, so that building and
 * merging need not.
 */
#ifndef GRAPH_GRAPH_H
#define GRAPH_GRAPH_H

#include "base/pool.h"

#include <libcg/graph.h>
#include <libcg/metadata.h>

/** One metadata value in a list. */
struct attribute {
    uint32_t key;   /**< string; ATTRIBUTE_OUTSIDE is set for what stands beside `meta` in a file */
    uint32_t value; /**< string */
    uint32_t next;  /**< attribute + 1, 0 at the end */
};
#define ATTRIBUTE_OUTSIDE 0x80000000u

struct node {
    uint32_t name;           /**< string */
    uint32_t origin;         /**< string or CG_NO_STRING */
    uint32_t attributes;     /**< attribute + 1 */
    uint32_t next_same_name; /**< node + 1 */
    uint8_t linkage;
    bool has_body;
    bool is_virtual;
};

struct name_chain {
    uint32_t first; /**< node + 1 */
    uint32_t last;  /**< node + 1 */
};

struct override_pair {
    cg_node derived;
    cg_node base;
};

struct cg_graph {
    struct cg_pool pool;

    struct node *nodes;
    size_t node_capacity;
    uint32_t node_count;
    struct name_chain *chains; /**< by name string; shorter than the pool when the rest is empty */
    size_t chain_capacity;

    cg_node *callers;
    cg_node *callees;
    uint8_t *kinds;
    uint32_t *edge_attributes; /**< by edge: attribute + 1; NULL while no edge has any */
    size_t caller_capacity;
    size_t callee_capacity;
    size_t kinds_capacity;
    size_t edge_attributes_capacity;
    uint32_t edge_count;
    uint32_t *edge_slots; /**< edge + 1, by hash of the pair; NULL until needed */
    uint32_t edge_mask;

    struct attribute *attributes;
    size_t attribute_capacity;
    uint32_t attribute_count;
    uint32_t graph_attributes; /**< attribute + 1 */
    uint32_t last_key;         /**< string that was the last key set by text */
    uint32_t last_file;        /**< string: file of the site that was decoded last */
    uint32_t last_more;        /**< string: what it had beyond its place */

    struct override_pair *overrides;
    size_t override_capacity;
    uint32_t override_count;
    uint32_t override_distinct; /**< how many were left when repetitions were last dropped */

    uint32_t *identity_slots; /**< node + 1, by hash of its identity; NULL until merged into */
    uint32_t identity_mask;

    size_t stale_bytes; /**< of strings that were replaced and that nothing may need now */

    cg_node entry;

    bool frozen;
    uint32_t *out_start;             /**< frozen: node_count + 1 */
    uint32_t *in_start;              /**< frozen: node_count + 1 */
    cg_edge *in_edges;               /**< frozen: edges grouped by callee, sorted by caller */
    struct other_names *other_names; /**< NULL unless frozen with nodes that have some */
    struct contexts *contexts;       /**< NULL unless frozen with edges that have some */
};

/** As cg_graph_add_node, with a name that is interned; CG_NO_STRING makes a node to be named
 *  later. @return the node, or CG_NONE when memory is out or there are too many. */
cg_node graph_new_node(struct cg_graph *graph, uint32_t name);

/** Name a node made without one. @return false when memory is out. */
bool graph_name_node(struct cg_graph *graph, cg_node node, uint32_t name);

/** Whether a text can be the name of a function. @return CG_OK, CG_E_ARGUMENT or CG_E_LIMIT. */
int graph_check_name(const char *name, struct cg_error *error);

/** Lay out the index of names that stand in metadata. @return false when memory is out. */
bool graph_index_other_names(struct cg_graph *graph);

/** Forget that index, if there is one. */
void graph_drop_other_names(struct cg_graph *graph);

/** First node that has the name as another one, or CG_NONE. */
cg_node graph_find_other_name(const struct cg_graph *graph, const char *name);

/** The node after one that has the name as another one, or CG_NONE. */
cg_node graph_next_other_name(const struct cg_graph *graph, const char *name, cg_node node);

/** Append an edge known not to be there. @return the edge or CG_NONE. */
cg_edge graph_append_edge(struct cg_graph *graph, cg_node caller, cg_node callee, unsigned kinds);

/** Begin to load what adding an edge will need. */
void graph_prefetch_edge(const struct cg_graph *graph, cg_node caller, cg_node callee);

/** End the program: a function that needs the two-way index and cannot fail was asked of a graph
 *  that is not frozen. An answer would be wrong. */
_Noreturn void graph_not_frozen(const char *function);

/** Freeze without indexing names: for readers, who thaw again. @return false when memory is out. */
bool graph_lay_out(struct cg_graph *graph);

/** Whether it is time to compact: memory is to grow with what the graph has, not with what it had.
 */
bool graph_is_stale(const struct cg_graph *graph);

/** Forget the strings that nothing needs. Numbers of strings change. @return false when memory is
 *  out; the graph is then as it was. O(size of the graph). */
bool graph_compact(struct cg_graph *graph);

/** qsort's comparison of override pairs: by the overriding method, then the overridden one. */
int graph_compare_overrides(const void *a, const void *b);

/** Sort the override pairs and drop repetitions. */
void graph_sort_overrides(struct cg_graph *graph);

/** Head of the list at a place (attribute + 1), or NULL when it has none and `create` is false or
 *  memory is out. */
uint32_t *graph_attributes(struct cg_graph *graph, enum cg_place place, uint32_t number,
                           bool create);

/** Set a value by interned key and value, unchecked. @return false when memory is out. */
bool graph_set_attribute(struct cg_graph *graph, enum cg_place place, uint32_t number, uint32_t key,
                         uint32_t value);

/**
 * Insert a value of a key that is not there yet, where the order of keys wants it, unchecked.
 *
 * @param before in: the attribute (+ 1) behind which, 0 for the head of the list; out: the new one
 * @return false when memory is out
 */
bool graph_insert_attribute(struct cg_graph *graph, enum cg_place place, uint32_t number,
                            uint32_t *before, uint32_t key, uint32_t value);

/** Order of the keys of attributes, as in lists: by bytes, those of `meta` before those beside. */
int graph_compare_keys(const struct cg_graph *graph, uint32_t a, uint32_t b);

/** Remove the value of an interned key, if it is there. */
void graph_remove_attribute(struct cg_graph *graph, enum cg_place place, uint32_t number,
                            uint32_t key);

/** Whether there is such a place. */
bool graph_is_place(const struct cg_graph *graph, enum cg_place place, uint32_t number);

/** First attribute (+ 1) at a place, 0 when there is none. */
uint32_t graph_first_attribute(const struct cg_graph *graph, enum cg_place place, uint32_t number);

/** Value (string) of a key at a place, or CG_NO_STRING. */
uint32_t graph_get_attribute(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                             uint32_t key);

static inline const char *graph_string(const struct cg_graph *graph, uint32_t string)
{
    return cg_pool_string(&graph->pool, string);
}

#endif
