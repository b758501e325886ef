/*
 * Linking graphs by name: what cgmerge does.
 */
#ifndef LIBCG_MERGE_H
#define LIBCG_MERGE_H

#include <libcg/common.h>
#include <libcg/graph.h>
#include <libcg/metadata.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Options of merging. Initialise with CG_MERGE_OPTIONS_INIT. */
struct cg_merge_options {
    /** Kinds and how their values meet; NULL: every kind as cg_merge_greatest. */
    const struct cg_registry *registry;
};
#define CG_MERGE_OPTIONS_INIT {NULL}

/**
 * Merge one graph into another.
 *
 * Functions are matched by identity: the name, and for internal linkage the origin too. Where
 * several nodes of one graph share a name and the graph does not state their linkage, those that
 * are defined and have an origin are taken for internal functions of that file, and become so.
 * The side that wins (defined before declared, strong before weak, known origin before unknown,
 * then the smaller origin) gives origin and linkage. Edges, kinds, sites and overrides are united;
 * metadata values meet as the registry says. As long as these strategies do not either, the result
 * does not depend on the order or grouping of merges, and merging a graph again changes nothing.
 *
 * @param into    an unfrozen graph that has only ever been the target of merges; strings borrowed
 *                from it before are no longer valid
 * @param from    frozen or not; unchanged
 * @param options may be NULL
 * @return CG_OK, CG_E_STATE, CG_E_LIMIT, CG_E_MEMORY or what a strategy returns, such as
 *         CG_E_CONFLICT (the error names function and kind); on failure `into` is fit only to be
 *         freed. O(size of from) expected.
 */
CG_API int cg_graph_merge(struct cg_graph *into, const struct cg_graph *from,
                          const struct cg_merge_options *options, struct cg_error *error);

/** A merge of many graphs. What grows with each of them, as sets of a whole program do, is put
 *  together in time that grows with their size times the logarithm of their number. */
struct cg_merger;

/** Begin a merge. @param options may be NULL; its registry must outlive the merger
 *  @param out release it with cg_merger_free @return CG_OK or CG_E_MEMORY. */
CG_API int cg_merger_new(struct cg_merger **out, const struct cg_merge_options *options,
                         struct cg_error *error);

/** Add a graph. @return as cg_graph_merge; on failure the merger is fit only to be freed. */
CG_API int cg_merger_add(struct cg_merger *merger, const struct cg_graph *from,
                         struct cg_error *error);

/**
 * End a merge.
 *
 * @param out receives the graph, unfrozen, the same as cg_graph_merge of all graphs into an empty
 *            one makes; release it with cg_graph_free
 * @return as cg_merger_add
 */
CG_API int cg_merger_finish(struct cg_graph **out, struct cg_merger *merger,
                            struct cg_error *error);

/** Release a merger, finished or not. NULL is allowed. */
CG_API void cg_merger_free(struct cg_merger *merger);

/**
 * Drop unresolved calls that are known after all: those for the reason CG_OPEN_UNEMITTED of
 * functions whose body a compiler has seen (CG_KEY_EVIDENCE has "ir"). The compiler of a file in
 * which nothing uses an inline function does not emit it, so that file knows of it from the source
 * alone; but it runs from another file only, where all is known. What is open in a file that no
 * compiler has seen stays open.
 *
 * Settling a part of a graph before it is merged into the whole changes nothing in the settled
 * whole.
 *
 * @return CG_OK or CG_E_MEMORY. O(nodes + unresolved calls of compiled functions).
 */
CG_API int cg_graph_settle_unresolved_calls(struct cg_graph *graph, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
