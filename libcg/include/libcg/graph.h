/*
 * The annotated call graph: functions, calls, override relations, metadata.
 *
 * Build a graph (add nodes and edges in any order), then freeze it: freezing lays out an index in
 * both directions (edges sorted by caller, and by callee), and the structure no longer changes.
 * Metadata may be set in either state. Many threads may read one graph at once; there is no global
 * state.
 *
 * Nodes and edges are dense integers. A node keeps its number for the life of the graph; an edge
 * number is valid until cg_graph_freeze, which renumbers edges in (caller, callee) order.
 */
#ifndef LIBCG_GRAPH_H
#define LIBCG_GRAPH_H

#include <libcg/common.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cg_graph;

/** A function: 0 .. cg_graph_node_count - 1, or CG_NONE. */
typedef uint32_t cg_node;
/** All calls of one function by another: 0 .. cg_graph_edge_count - 1, or CG_NONE. */
typedef uint32_t cg_edge;

/**
 * Metadata of a node: the other linkage names of the function, an array of strings. The variants of
 * a constructor or destructor and the thunks of a method are one function.
 */
#define CG_KEY_NAMES "names"

/** No such node, edge or other number. */
#define CG_NONE UINT32_MAX

/** Linkage of a function. It decides which functions merging matches. */
enum cg_linkage {
    CG_LINKAGE_UNKNOWN,  /**< not recorded; matched by name, as external */
    CG_LINKAGE_EXTERNAL, /**< one definition in the program */
    CG_LINKAGE_WEAK,     /**< inline, template or weak: definitions in all files are one */
    CG_LINKAGE_INTERNAL, /**< static: the same name in another file is another function */
};

/** How a call happens; an edge carries the set of all its kinds. */
enum cg_edge_kind {
    CG_EDGE_DIRECT = 1u << 0,    /**< the callee is named at the call site */
    CG_EDGE_VIRTUAL = 1u << 1,   /**< through a virtual table; the callee is the static target */
    CG_EDGE_POINTER = 1u << 2,   /**< through a function pointer */
    CG_EDGE_IMPLICIT = 1u << 3,  /**< constructors, destructors, cleanups, aliases: not written */
    CG_EDGE_CALLBACK = 1u << 4,  /**< by a library function to which the caller passed the callee */
    CG_EDGE_CANDIDATE = 1u << 5, /**< a guess: the types match and the call is unresolved */
};
#define CG_EDGE_ALL_KINDS 0x3fu

/** @return the word files use for a single edge kind ("direct", ...), NULL for anything else. */
CG_API const char *cg_edge_kind_name(unsigned kind);

/** @return the edge kind for a word, 0 if there is none. */
CG_API unsigned cg_edge_kind_from_name(const char *name);

/** @return the word files use for a linkage ("external", ...), NULL for CG_LINKAGE_UNKNOWN. */
CG_API const char *cg_linkage_name(enum cg_linkage linkage);

/** @return the linkage for a word, CG_LINKAGE_UNKNOWN if there is none. */
CG_API enum cg_linkage cg_linkage_from_name(const char *name);

/**
 * Make an empty graph. Release it with cg_graph_free.
 *
 * @param out   receives the graph
 * @param error receives the reason on failure; may be NULL
 * @return CG_OK or CG_E_MEMORY
 */
CG_API int cg_graph_new(struct cg_graph **out, struct cg_error *error);

/** Release a graph and every string borrowed from it. NULL is allowed. */
CG_API void cg_graph_free(struct cg_graph *graph);

/** @return the number of nodes; they are 0 .. count-1. */
CG_API uint32_t cg_graph_node_count(const struct cg_graph *graph);

/** @return the number of edges; they are 0 .. count-1. */
CG_API uint32_t cg_graph_edge_count(const struct cg_graph *graph);

/**
 * Add a node, always a new one: several functions may share a name.
 *
 * @param out   receives the node
 * @param graph an unfrozen graph
 * @param name  linkage name (mangled for C++), copied; UTF-8, not empty
 * @param error may be NULL
 * @return CG_OK, CG_E_ARGUMENT, CG_E_STATE, CG_E_LIMIT or CG_E_MEMORY. O(1) expected.
 */
CG_API int cg_graph_add_node(cg_node *out, struct cg_graph *graph, const char *name,
                             struct cg_error *error);

/**
 * First node of a name, in order of addition; cg_graph_find_next finds the others.
 *
 * If the graph is frozen and no node has this name, the nodes that had it among their other names
 * (CG_KEY_NAMES) when it was frozen. An unfrozen graph does not know these.
 *
 * @return the node or CG_NONE. O(1) expected.
 */
CG_API cg_node cg_graph_find(const struct cg_graph *graph, const char *name);

/**
 * The node after one that cg_graph_find or this function returned for the same name.
 *
 * @return the node or CG_NONE. O(1) expected, by another name O(other names of the node).
 */
CG_API cg_node cg_graph_find_next(const struct cg_graph *graph, const char *name, cg_node node);

/** @return the next node with the same cg_node_name, or CG_NONE. O(1). */
CG_API cg_node cg_graph_next_same_name(const struct cg_graph *graph, cg_node node);

/** @return the linkage name of a node, borrowed. */
CG_API const char *cg_node_name(const struct cg_graph *graph, cg_node node);

/**
 * Add to the other names of a node, which are kept sorted. A name that it already has changes
 * nothing.
 *
 * @param graph an unfrozen graph
 * @param name  linkage name, copied; UTF-8, not empty
 * @return CG_OK, CG_E_ARGUMENT, CG_E_STATE, CG_E_LIMIT or CG_E_MEMORY. O(n log n) with n other
 *         names.
 */
CG_API int cg_node_add_name(struct cg_graph *graph, cg_node node, const char *name,
                            struct cg_error *error);

/**
 * The other names of a node: the strings of CG_KEY_NAMES when the graph was frozen, without
 * duplicates. Elements that are not strings or are empty are ignored.
 *
 * @param graph a frozen graph; the program is aborted if it is not
 * @param names receives a borrowed array of borrowed names, invalid after cg_graph_thaw
 * @return the count. O(1).
 */
CG_API uint32_t cg_node_other_names(const struct cg_graph *graph, cg_node node,
                                    const char *const **names);

/** @return the file a node comes from, borrowed, or NULL when unknown. */
CG_API const char *cg_node_origin(const struct cg_graph *graph, cg_node node);

/** @return whether the definition was seen. */
CG_API bool cg_node_has_body(const struct cg_graph *graph, cg_node node);

/** @return the linkage of a node. */
CG_API enum cg_linkage cg_node_linkage(const struct cg_graph *graph, cg_node node);

/** @return whether the function is a virtual method. */
CG_API bool cg_node_is_virtual(const struct cg_graph *graph, cg_node node);

/** Set the origin, UTF-8; NULL or "" means unknown. @return CG_OK, CG_E_ARGUMENT (no such node, or
 *  not UTF-8), CG_E_LIMIT or CG_E_MEMORY. */
CG_API int cg_node_set_origin(struct cg_graph *graph, cg_node node, const char *origin,
                              struct cg_error *error);

/** Set whether the definition was seen. Ignored for a node that does not exist. */
CG_API void cg_node_set_has_body(struct cg_graph *graph, cg_node node, bool has_body);

/** Set the linkage. Ignored for a node that does not exist. */
CG_API void cg_node_set_linkage(struct cg_graph *graph, cg_node node, enum cg_linkage linkage);

/** Set whether the function is a virtual method. Ignored for a node that does not exist. */
CG_API void cg_node_set_virtual(struct cg_graph *graph, cg_node node, bool is_virtual);

/**
 * Add an edge, or add kinds to the existing one: (caller, callee) is unique.
 *
 * @param out    receives the edge; may be NULL
 * @param graph  an unfrozen graph
 * @param kinds  set of enum cg_edge_kind; 0 when unknown
 * @return CG_OK, CG_E_ARGUMENT, CG_E_STATE, CG_E_LIMIT or CG_E_MEMORY. O(1) expected.
 */
CG_API int cg_graph_add_edge(cg_edge *out, struct cg_graph *graph, cg_node caller, cg_node callee,
                             unsigned kinds, struct cg_error *error);

/**
 * Find the edge from caller to callee.
 *
 * @return the edge or CG_NONE. O(log out-degree) frozen; O(1) expected unfrozen, but O(edges) for
 *         the first lookup after reading or thawing, until an edge is added.
 */
CG_API cg_edge cg_graph_find_edge(const struct cg_graph *graph, cg_node caller, cg_node callee);

/** @return the caller of an edge. */
CG_API cg_node cg_edge_caller(const struct cg_graph *graph, cg_edge edge);

/** @return the callee of an edge. */
CG_API cg_node cg_edge_callee(const struct cg_graph *graph, cg_edge edge);

/** @return the set of enum cg_edge_kind of an edge; 0 when unknown. */
CG_API unsigned cg_edge_kinds(const struct cg_graph *graph, cg_edge edge);

/**
 * Record that one virtual method directly overrides another; both become virtual.
 * Recording the same pair twice is harmless.
 *
 * @param graph an unfrozen graph
 * @return CG_OK, CG_E_ARGUMENT, CG_E_STATE or CG_E_MEMORY. O(1) amortised.
 */
CG_API int cg_graph_add_override(struct cg_graph *graph, cg_node derived, cg_node base,
                                 struct cg_error *error);

/** @return the number of override pairs; duplicates may count until cg_graph_freeze. */
CG_API uint32_t cg_graph_override_count(const struct cg_graph *graph);

/** Override pair number i; after freezing, sorted by (derived, base) and without duplicates. */
CG_API void cg_graph_override_at(const struct cg_graph *graph, uint32_t i, cg_node *derived,
                                 cg_node *base);

/** @return the program's entry point as recorded in the graph, or CG_NONE. */
CG_API cg_node cg_graph_entry(const struct cg_graph *graph);

/** Set the program's entry point; CG_NONE clears it. */
CG_API void cg_graph_set_entry(struct cg_graph *graph, cg_node node);

/**
 * Lay out the index of edges in both directions and that of other names. Edges are renumbered:
 * those of one caller are consecutive and sorted by callee. Freezing a frozen graph does nothing.
 *
 * @return CG_OK or CG_E_MEMORY. O(nodes + edges log out-degree + length of the other names).
 */
CG_API int cg_graph_freeze(struct cg_graph *graph, struct cg_error *error);

/** @return whether the graph is frozen. */
CG_API bool cg_graph_is_frozen(const struct cg_graph *graph);

/** Allow changes again; edge numbers stay valid until the next freeze. @return CG_OK or
 *  CG_E_MEMORY. */
CG_API int cg_graph_thaw(struct cg_graph *graph, struct cg_error *error);

/**
 * Edges leaving a node: first .. first+count-1, sorted by callee.
 *
 * @param graph a frozen graph; the program is aborted if it is not
 * @param first receives the first edge
 * @return the count. O(1).
 */
CG_API uint32_t cg_node_out_edges(const struct cg_graph *graph, cg_node node, cg_edge *first);

/**
 * Edges entering a node, sorted by caller.
 *
 * @param graph a frozen graph; the program is aborted if it is not
 * @param edges receives a borrowed array of edges
 * @return the count. O(1).
 */
CG_API uint32_t cg_node_in_edges(const struct cg_graph *graph, cg_node node, const cg_edge **edges);

/**
 * All nodes in the order in which files are written: by name, origin, linkage, definition; then in
 * the order in which they were added, or were defined in the file they were read from.
 *
 * @param out receives an array of cg_graph_node_count nodes; release it with free()
 * @return CG_OK or CG_E_MEMORY. O(n log n).
 */
CG_API int cg_graph_canonical_order(cg_node **out, const struct cg_graph *graph,
                                    struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
