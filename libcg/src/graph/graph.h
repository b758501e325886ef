/*
 * The layout of struct cg_graph, shared by the parts of the library that build and walk it.
 *
 * Edges are a structure of arrays. While the graph grows they are in order of addition and a hash
 * table finds them by (caller, callee). The table is built on first need: a reader that knows its
 * edges to be distinct never pays for it. Freezing sorts edges by (caller, callee), which makes the
 * arrays themselves the outgoing half of the index (compressed sparse rows: the edges of node n are
 * out_start[n] .. out_start[n+1]); the incoming half is an array of edge numbers grouped by callee.
 *
 * Metadata values are interned strings, of text or of numbers (graph_facts.h), so equal values of
 * different nodes are stored once and compare by number. The values at one place form a list sorted
 * by key bytes. Other names of nodes are such values; freezing indexes them, so that building and
 * merging need not.
 */
#ifndef GRAPH_GRAPH_H
#define GRAPH_GRAPH_H

#include "base/pool.h"
#include "graph/origin_index.h"

#include <libcg/graph.h>
#include <libcg/metadata.h>

/** One metadata value in a list. */
struct attribute {
    uint32_t key;   /**< string; ATTRIBUTE_OUTSIDE is set for a member next to `meta` in a file */
    uint32_t value; /**< string */
    uint32_t next;  /**< attribute + 1, 0 at the end */
};
#define ATTRIBUTE_OUTSIDE 0x80000000u

/** Entries into the one list that was last found long: see signposts.h. */
struct signposts {
    enum cg_place place;
    uint32_t number;
    uint32_t *items; /**< attribute + 1, in the order of keys */
    size_t capacity;
    size_t count;
};

struct node {
    uint32_t name;           /**< string */
    uint32_t origin;         /**< string or CG_NO_STRING */
    uint32_t attributes;     /**< attribute + 1 */
    uint32_t next_same_name; /**< node + 1 */
    uint8_t linkage;
    bool has_body;
    bool is_virtual;
    bool calls; /**< while graphs are merged: some graph has edges from it */
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
    struct signposts signposts;
    uint32_t last_key;  /**< string: the last key set by text */
    uint32_t last_file; /**< string: file of the last decoded site */
    uint32_t last_more; /**< string: its members other than the place */

    struct override_pair *overrides;
    size_t override_capacity;
    uint32_t override_count;
    uint32_t override_distinct; /**< number of distinct ones when duplicates were last removed */

    uint32_t *identity_slots; /**< node + 1, by hash of its identity; NULL until merged into */
    uint32_t identity_mask;
    bool has_namesakes;        /**< merging found several external definitions of a name */
    struct origin_index apart; /**< those after the first; the slots have that */

    size_t stale_bytes; /**< of replaced strings that may no longer be needed */

    cg_node entry;

    bool frozen;
    uint32_t *out_start;             /**< frozen: node_count + 1 */
    uint32_t *in_start;              /**< frozen: node_count + 1 */
    cg_edge *in_edges;               /**< frozen: edges grouped by callee, sorted by caller */
    struct other_names *other_names; /**< NULL unless frozen and some node has other names */
    struct contexts *contexts;       /**< NULL unless frozen and some edge has a context */
};

/** As cg_graph_add_node, with an interned name; CG_NO_STRING makes a node to name later. @return
 *  the node, or CG_NONE when memory is exhausted or there are too many. */
cg_node graph_new_node(struct cg_graph *graph, uint32_t name);

/** Name a node made without one. @return false when memory is exhausted. */
bool graph_name_node(struct cg_graph *graph, cg_node node, uint32_t name);

/** Whether a text can be the name of a function. @return CG_OK, CG_E_ARGUMENT or CG_E_LIMIT. */
int graph_check_name(const char *name, struct cg_error *error);

/** Lay out the index of names in metadata. @return false when memory is exhausted. */
bool graph_index_other_names(struct cg_graph *graph);

/** Forget that index, if there is one. */
void graph_drop_other_names(struct cg_graph *graph);

/** First node that has the name as another one, or CG_NONE. */
cg_node graph_find_other_name(const struct cg_graph *graph, const char *name);

/** The node after one that has the name as another one, or CG_NONE. */
cg_node graph_next_other_name(const struct cg_graph *graph, const char *name, cg_node node);

/** As cg_node_other_names, of a graph whose names are indexed. */
uint32_t graph_other_names_of(const struct cg_graph *graph, cg_node node,
                              const char *const **names);

/** Append an edge that does not exist yet. @return the edge or CG_NONE. */
cg_edge graph_append_edge(struct cg_graph *graph, cg_node caller, cg_node callee, unsigned kinds);

/** Prefetch what adding an edge will need. */
void graph_prefetch_edge(const struct cg_graph *graph, cg_node caller, cg_node callee);

/** Abort: a function that needs the frozen index and cannot fail was called with an unfrozen graph.
 *  Any result would be wrong. */
_Noreturn void graph_not_frozen(const char *function);

/** Freeze without indexing names: for readers, who thaw again. @return false when memory is
 *  exhausted. */
bool graph_lay_out(struct cg_graph *graph);

/** qsort's comparison of override pairs: by the overriding method, then the overridden one. */
int graph_compare_overrides(const void *a, const void *b);

/** Sort the override pairs and remove duplicates. */
void graph_sort_overrides(struct cg_graph *graph);

/** Add a value by interned key and value, unchecked, unless the key has one.
 *  @return 0: added; the attribute (+ 1) that was there; CG_NO_STRING when memory is exhausted.
 *          O(log n) for a place with n values, on average, while it is the one long list being
 *          built; else O(n). */
uint32_t graph_add_attribute(struct cg_graph *graph, enum cg_place place, uint32_t number,
                             uint32_t key, uint32_t value);

/** As graph_add_attribute, but replaces the value. @return false when memory is exhausted. */
bool graph_set_attribute(struct cg_graph *graph, enum cg_place place, uint32_t number, uint32_t key,
                         uint32_t value);

/**
 * Insert a value of a new key in the order of keys, unchecked.
 *
 * @param before in: the attribute (+ 1) before it, 0 for the head of the list; out: the new one
 * @return false when memory is exhausted
 */
bool graph_insert_attribute(struct cg_graph *graph, enum cg_place place, uint32_t number,
                            uint32_t *before, uint32_t key, uint32_t value);

/** Order of the keys of attributes, as in lists: by bytes, those in `meta` before those next to
 *  it. */
int graph_compare_keys(const struct cg_graph *graph, uint32_t a, uint32_t b);

/** Remove the value of an interned key, if there is one. */
void graph_remove_attribute(struct cg_graph *graph, enum cg_place place, uint32_t number,
                            uint32_t key);

/** Whether a place exists. */
bool graph_is_place(const struct cg_graph *graph, enum cg_place place, uint32_t number);

/** First attribute (+ 1) at a place, 0 if there is none. */
uint32_t graph_first_attribute(const struct cg_graph *graph, enum cg_place place, uint32_t number);

/** Value (string) of a key at a place, or CG_NO_STRING. */
uint32_t graph_get_attribute(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                             uint32_t key);

static inline const char *graph_string(const struct cg_graph *graph, uint32_t string)
{
    return cg_pool_string(&graph->pool, string);
}

#endif
