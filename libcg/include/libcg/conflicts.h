/*
 * Where definitions of one function disagree: what tells several strong definitions, and violations
 * of the one-definition rule. Looked for in the graphs that are merged, since merging unites.
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
 * Begin to look.
 *
 * @param out      release it with cg_conflicts_free
 * @param registry whose kinds with `of_definition` are compared; borrowed
 * @return CG_OK or CG_E_MEMORY
 */
CG_API int cg_conflicts_new(struct cg_conflicts **out, const struct cg_registry *registry,
                            struct cg_error *error);

/**
 * Look at the definitions of a graph. White space in values makes no difference.
 *
 * @param source names the graph in reports, copied
 * @return CG_OK, CG_E_STATE after the end, or CG_E_MEMORY. O(length of the values of definitions)
 *         expected; what is kept grows with different values alone.
 */
CG_API int cg_conflicts_add(struct cg_conflicts *conflicts, const struct cg_graph *graph,
                            const char *source, struct cg_error *error);

/** One of the things definitions of a function disagree on. */
struct cg_conflict {
    const char *function; /**< linkage name */
    /** Of an internal function its file, which several sources may share, as files share headers;
     *  "" when unknown. NULL of all other functions. */
    const char *origin;
    /** Key of the kind; "definition" when there are several strong definitions (external linkage);
     *  "origin" when definitions, some of them weak or of unknown linkage, come from different
     *  files. A weak function that a strong one replaces is one of these;
     *  "callees" when their source does not call the same functions, members of
     *  classes and namespaces left out. */
    const char *key;
    size_t count; /**< how many differing values there are, at least 2 */
    /** The values, sorted by bytes: JSON texts. Of "definition" and "origin": paths, JSON
     *  strings. */
    const char *const *values;
    /** For each value a source that has it: of those the first in byte order. */
    const char *const *sources;
    const uint32_t *counts; /**< for each value how many of the graphs have it */
};

/**
 * End looking. The conflicts are then in order of function, origin and key, the same whatever the
 * order in which graphs were added.
 *
 * @return CG_OK, CG_E_STATE when it was ended before, or CG_E_MEMORY. O(n log n), n values kept.
 */
CG_API int cg_conflicts_finish(struct cg_conflicts *conflicts, struct cg_error *error);

/** @return how many conflicts a finished look has; 0 before. */
CG_API size_t cg_conflicts_count(const struct cg_conflicts *conflicts);

/** @return conflict number i of a finished look, borrowed, or NULL past the last. */
CG_API const struct cg_conflict *cg_conflicts_at(const struct cg_conflicts *conflicts, size_t i);

/** Release. NULL is allowed. */
CG_API void cg_conflicts_free(struct cg_conflicts *conflicts);

#ifdef __cplusplus
}
#endif

#endif
