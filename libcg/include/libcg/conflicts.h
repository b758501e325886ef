/*
 * Conflicts between definitions of one function: several strong definitions, and violations of the
 * one-definition rule. Found in the graphs before they are merged, since merging unites
 * definitions.
 */
#ifndef LIBCG_CONFLICTS_H
#define LIBCG_CONFLICTS_H

#include <libcg/common.h>
#include <libcg/graph.h>
#include <libcg/metadata.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Definitions seen so far. */
struct cg_conflicts;

/**
 * Begin to collect definitions.
 *
 * @param out      release it with cg_conflicts_free
 * @param registry the kinds with `of_definition` are compared; borrowed
 * @return CG_OK or CG_E_MEMORY
 */
CG_API int cg_conflicts_new(struct cg_conflicts **out, const struct cg_registry *registry,
                            struct cg_error *error);

/**
 * Add the definitions of a graph. White space in values makes no difference.
 *
 * @param source names the graph in reports, copied
 * @return CG_OK, CG_E_STATE after cg_conflicts_finish, or CG_E_MEMORY. O(length of the values of
 *         definitions) expected; memory grows with distinct values only.
 */
CG_API int cg_conflicts_add(struct cg_conflicts *conflicts, const struct cg_graph *graph,
                            const char *source, struct cg_error *error);

/** A property on which definitions of one function disagree. */
struct cg_conflict {
    const char *function; /**< linkage name */
    /** File of an internal function; several sources may share it, as they share headers. "" when
     *  unknown; NULL for other functions. */
    const char *origin;
    /** Key of the kind. "definition": there are several strong definitions (external linkage).
     *  "origin": definitions, some of them weak or of unknown linkage, come from different files; a
     *  weak function that a strong one replaces is one of these. "callees": the sources of the
     *  definitions call different functions, members of classes and namespaces left out. */
    const char *key;
    size_t count; /**< number of differing values, at least 2 */
    /** The values as JSON text, sorted by bytes. For "definition" and "origin": paths, as JSON
     *  strings. */
    const char *const *values;
    /** for each value the first source, in byte order, that has it */
    const char *const *sources;
    const uint32_t *counts; /**< for each value the number of graphs that have it */
};

/**
 * Finish. The conflicts are then sorted by function, origin and key, whatever the order in which
 * graphs were added.
 *
 * @return CG_OK, CG_E_STATE when called twice, or CG_E_MEMORY. O(n log n) in the values kept.
 */
CG_API int cg_conflicts_finish(struct cg_conflicts *conflicts, struct cg_error *error);

/** @return the number of conflicts; 0 before cg_conflicts_finish. */
CG_API size_t cg_conflicts_count(const struct cg_conflicts *conflicts);

/** @return conflict number i, borrowed, or NULL past the last. Call cg_conflicts_finish first. */
CG_API const struct cg_conflict *cg_conflicts_at(const struct cg_conflicts *conflicts, size_t i);

/** Release. NULL is allowed. */
CG_API void cg_conflicts_free(struct cg_conflicts *conflicts);

#ifdef __cplusplus
}
#endif

#endif
