/*
 * The state of reading one .mcg file, shared by read.c (the envelope), read_node.c (nodes and their
 * edges), read_meta.c (metadata) and read_finish.c (steps that need the whole file).
 */
#ifndef FILE_GRAPH_READER_H
#define FILE_GRAPH_READER_H

#include "file/read_habits.h"
#include "graph/graph.h"
#include "json/scanner.h"

#include <libcg/file.h>

enum layout {
    LAYOUT_OPEN, /**< undecided so far */
    LAYOUT_1,    /**< functions by name at the top level */
    LAYOUT_2,    /**< functions by name under `_CG` */
    LAYOUT_4,    /**< nodes by id */
};

/** Data about a node while the file is read. */
struct node_fact {
    unsigned line; /**< of the first mention; of the definition once defined */
    unsigned column;
    bool defined;
};

/** An entry of a `callers` list, which repeats a `callees` list. */
struct listed_caller {
    cg_node callee;
    cg_node caller;
};

/** A node with version 2's `edgeMetadata`, and the place of its value. */
struct edge_text {
    cg_node node;
    struct place place;
};

/** Kinds of the registry with values in the file, and their checks so far. */
struct reader_kinds {
    struct known_kind *known;
    size_t capacity;
    size_t count;
    uint32_t *of_key; /**< by string: number in `known` + 2, 1 for none, 0 until looked up */
    size_t of_key_capacity;
    uint64_t *checked; /**< hash table of values whose shape was checked; 0 is an empty slot */
    size_t checked_slots;
    size_t checked_count;
};

/** Keys that occur in every file, interned once. */
struct reader_keys {
    uint32_t num_statements;
    uint32_t call_type;
    uint32_t edge_metadata;
    uint32_t linkage;
    uint32_t override_md;
};

struct reader {
    struct scanner scan;
    struct cg_graph *graph;
    struct cg_read_options options;
    struct reader_keys keys;

    enum layout layout;
    int version; /**< of the header, 0 until it is seen */
    bool has_cg;
    bool has_nodes; /**< the `nodes` of `_CG` were read */
    bool has_meta;  /**< the metadata of the graph were read */
    struct place header_place;

    cg_node *dense_nodes; /**< version 4: by id, of small numbers */
    size_t dense_capacity;
    struct cg_pool ids; /**< version 4: the other ids */
    cg_node *id_nodes;  /**< by string of `ids` */
    size_t id_capacity;
    struct node_fact *facts; /**< by node */
    size_t fact_capacity;
    cg_node *seen_by; /**< by node: last caller (+ 1) whose callees named it, to find duplicates; a
                         separate array because it is accessed at random for every call */
    size_t seen_capacity;

    struct listed_caller *listed;
    size_t listed_capacity;
    size_t listed_count;

    struct cg_text held_meta; /**< `_CG.meta` read before the layout was known */
    struct place held_place;
    struct cg_text held_node; /**< name of a node read before the layout was known */
    struct cg_text top_key;
    struct cg_text entry; /**< id in `entryFunction` */
    struct place entry_place;
    struct edge_text *edge_texts; /**< version 2's `edgeMetadata` */
    size_t edge_text_capacity;
    size_t edge_text_count;
    bool has_numbered; /**< some name of version 2 ends in #digits */
    struct reader_kinds kinds;
    bool warned_origin;
    struct habits node_habits;
    struct habits edge_habits;
    struct habits graph_habits;
    bool in_order;      /**< the members of the current `meta` so far are in order of keys */
    uint32_t last_kind; /**< the last attribute + 1 of the current `meta`; 0: none */
    unsigned taken;     /**< members of the current `meta` that the graph itself holds, as a set */

    struct cg_text scratch;       /**< of keys */
    struct cg_text inner_scratch; /**< for reading while a key is in use */
};

/** Fail. @return false */
bool reader_out_of_memory(struct reader *r);

/** Intern a string of the graph; CG_NO_STRING after failing. */
uint32_t reader_intern(struct reader *r, const char *text, size_t length);

/** Intern the keys. @return false when memory is exhausted. */
bool reader_intern_keys(struct reader *r);

/** Copy a key, so that looking ahead may move the window under it. */
bool reader_hold_key(struct reader *r, struct slice *key);

/** Read the node whose key has just been taken. */
bool read_node(struct reader *r, const struct slice *key);

/** Read the rest of a node whose first inner key has been taken too. */
bool read_node_from(struct reader *r, const char *name, const struct slice *inner);

/** The node with this id or name, made if it is new; CG_NONE after failing. */
cg_node reader_node(struct reader *r, const struct slice *id);

/** @return the function that reads a key whose value the graph itself holds, NULL for any other
 *          key. */
read_held *reader_held(const struct reader *r, enum cg_place place, const struct slice *key);

/** Read `meta` of a node: object or null. */
bool read_node_meta(struct reader *r, cg_node node);

/** Read the metadata of an edge: object or null. */
bool read_edge_meta(struct reader *r, cg_edge edge);

/** Read the metadata of the graph: object or null. */
bool read_graph_meta(struct reader *r);

/** Read any value and keep its text under an interned key. */
bool read_raw(struct reader *r, enum cg_place place, uint32_t number, uint32_t key);

/** Store text under an interned key; a second value of the key fails. `at` is its place. */
bool set_raw(struct reader *r, enum cg_place place, uint32_t number, uint32_t key,
             const struct slice *value, struct place at);

/** Check a value, if its key is a kind of the registry: warn about a wrong shape. */
bool check_value(struct reader *r, enum cg_place place, uint32_t key, uint32_t value,
                 struct place at);

/** Release. */
void reader_kinds_free(struct reader_kinds *kinds);

/** Takes one element of a list that belongs to a node. @return false after failing */
typedef bool take_node(struct reader *r, cg_node node, cg_node element);

/** Read an array of ids or names, or null, passing each node to `take`. */
bool read_node_list(struct reader *r, const char *what, take_node *take, cg_node node);

/** Do the steps that need the whole file: undefined nodes, lists of callers, names. */
bool reader_finish(struct reader *r);

/** Pass a warning to the caller. */
__attribute__((format(printf, 3, 4))) void reader_warn(struct reader *r, struct place place,
                                                       const char *format, ...);

#endif
