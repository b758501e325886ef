/*
 * References of metadata to nodes: what they are in memory, and from there to nodes and back.
 *
 * A reference in memory, decoded, is the name of a function; of an internal one the name, a NUL
 * byte, and the origin ("" when unknown). That is its identity when graphs merge, so one reference
 * means one function in every graph. Where several nodes of a graph have one identity, as files of
 * other tools may, all but the first have a number (from 1, in order of their definitions) between
 * two NUL bytes in front. Names are neither empty nor have they NUL bytes in them.
 */
#ifndef GRAPH_REFERENCES_H
#define GRAPH_REFERENCES_H

#include "base/text.h"
#include "graph/graph.h"

/** A node by its identity. */
struct identified {
    uint32_t name;   /**< string */
    uint32_t origin; /**< string, CG_NO_STRING or REFERENCES_EXTERNAL */
    cg_node node;
};
#define REFERENCES_EXTERNAL (CG_NO_STRING - 1)

/** The nodes of a graph, sorted by identity. Start with {0}. */
struct references {
    const struct cg_graph *graph;
    struct identified *sorted;
    uint32_t *place; /**< by node: where it stands in `sorted` */
};

/** What becomes of references. */
struct cg_remapping {
    /** Append what a reference, decoded, becomes, as a JSON string. @return CG_OK, CG_E_FORMAT with
     *  a text that goes on after "metadata "key"", or CG_E_MEMORY */
    int (*put)(struct cg_text *out, const struct cg_remapping *remapping, const struct cg_value *id,
               struct cg_error *error);
    const void *data;
};

/**
 * Have a kind rewrite a value. Kinds may be of plug-ins, so what they write is looked at.
 *
 * @param error on CG_E_FORMAT the text goes on after "metadata "key""
 * @return CG_OK, CG_E_FORMAT, CG_E_MEMORY or what the kind returns
 */
int references_remap(struct cg_text *out, const struct cg_metadata_kind *kind,
                     const struct cg_value *value, const struct cg_remapping *remapping,
                     struct cg_error *error);

/**
 * The linkage a node has when graphs merge. Of several functions of one graph that share a name and
 * do not state their linkage, those that are defined in a known file must be internal to it:
 * whoever wrote the graph kept them apart. O(functions of the name).
 */
enum cg_linkage graph_inferred_linkage(const struct cg_graph *graph, cg_node node);

/** Sort the nodes of a graph, which must not change meanwhile. @return false when memory is out;
 *  release it in any case. O(n log n). */
bool references_index(struct references *references, const struct cg_graph *graph);

/** Release. */
void references_free(struct references *references);

/** Append the reference to a node, a JSON string. Failure is remembered in `out`. @return whether
 *  it has a number */
bool references_put(struct cg_text *out, const struct references *references, cg_node node);

/** The node of a reference, decoded, or CG_NONE. O(log n). */
cg_node references_find(const struct references *references, const struct cg_value *id);

/** A reference, decoded, without the number in front. */
struct cg_value reference_unnumbered(const struct cg_value *id);

#endif
