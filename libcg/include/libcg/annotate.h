/*
 * Annotation: attach metadata from files of other tools to the functions of a graph.
 *
 *   JSON lines  {"function": NAME, "file": FILE, "meta": {KEY: VALUE, ...}}, one object per line;
 *               "file" is needed only to distinguish functions that share a name
 *   CSV         (RFC 4180) the header line has a column `function` and may have one `file`; every
 *               other column is a kind. A cell is a JSON value, else text; an empty one is ignored
 *   .su         from -fstack-usage of GCC and clang: CG_KEY_STACK_SIZE
 *   .ci         from -fcallgraph-info=su,da of GCC: CG_KEY_STACK_SIZE; a truncated file is refused
 *
 * The content decides the format. Several .su files, or several .ci files, may be concatenated.
 *
 * A name is any linkage name of the function, or its demangled name with or without parameters.
 * Files match by the end of their paths. GCC writes readable C++ names into .su files: the file
 * distinguishes them, and so does the place if the graph has CG_KEY_SOURCE_RANGE or
 * CG_KEY_DEFINED_IN. An entry that matches no function, or several, is reported and skipped.
 *
 * Values are kept as written and merged with existing ones by the strategy of their kind. Refused
 * are: kinds that the graph itself represents (linkage, overrideMD, entryFunction, callType,
 * callKinds), kinds that linking derives (recursion, globalLoopDepth, escapes, mistyped,
 * confined, runtime, callsOnlyArguments, loadsCode, neverInstantiated, undescribed, resolvedCalls,
 * linked), kinds that do not belong on functions or that refer to nodes, and values without the
 * shape of their kind.
 */
#ifndef LIBCG_ANNOTATE_H
#define LIBCG_ANNOTATE_H

#include <libcg/common.h>
#include <libcg/graph.h>
#include <libcg/metadata.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Options of annotation. Initialise with CG_ANNOTATE_OPTIONS_INIT. */
struct cg_annotate_options {
    unsigned version; /**< CG_ANNOTATE_OPTIONS_VERSION */
    /** Kinds and how a new value is merged with an existing one; NULL: as cg_merge_greatest. */
    const struct cg_registry *registry;
    /** Called for each entry that matches no function, or several; may be NULL. */
    void (*warn)(void *user, const struct cg_error *where);
    void *user; /**< passed to warn */
    /** Demangle a linkage name: return a string to release with free, or NULL if it is not one.
     *  NULL: demangled names match nothing. */
    char *(*demangle)(const char *name);
};
#define CG_ANNOTATE_OPTIONS_VERSION 1u
#define CG_ANNOTATE_OPTIONS_INIT {CG_ANNOTATE_OPTIONS_VERSION, NULL, NULL, NULL, NULL}

/** What annotation counts. */
enum cg_annotated {
    CG_ANNOTATED_ENTRIES,   /**< functions that the file lists */
    CG_ANNOTATED_VALUES,    /**< values attached to functions */
    CG_ANNOTATED_FUNCTIONS, /**< functions that got a value */
    CG_ANNOTATED_UNMATCHED, /**< entries that match no function of the graph */
    CG_ANNOTATED_AMBIGUOUS, /**< entries that match several functions and were skipped */
};

/**
 * Attach the metadata of a file to the functions of a graph, frozen or not. Pointers borrowed from
 * the graph before become invalid.
 *
 * @param path    a file; "-" is standard input
 * @param options may be NULL
 * @return CG_OK; CG_E_FORMAT with the place in the file; CG_E_CONFLICT when a strategy refuses;
 *         CG_E_LIMIT, CG_E_IO or CG_E_MEMORY. After a failure some values may be attached already.
 *         O(bytes + functions), plus the cost of the strategies; memory for the longest line.
 */
CG_API int cg_annotate_file(struct cg_graph *graph, const char *path,
                            const struct cg_annotate_options *options, struct cg_error *error);

/** Annotates one graph from many files and indexes its functions once. */
struct cg_annotator;

/**
 * Begin to annotate.
 *
 * @param out     release it with cg_annotator_free
 * @param graph   borrowed; until the annotator is released, add no nodes, and do not freeze or thaw
 * @param options may be NULL; what it points at is borrowed
 * @return CG_OK or CG_E_MEMORY. O(functions).
 */
CG_API int cg_annotator_new(struct cg_annotator **out, struct cg_graph *graph,
                            const struct cg_annotate_options *options, struct cg_error *error);

/** As cg_annotate_file. */
CG_API int cg_annotator_file(struct cg_annotator *annotator, const char *path,
                             struct cg_error *error);

/** As cg_annotate_file, from memory. Messages use `name`; its extension does not matter. */
CG_API int cg_annotator_memory(struct cg_annotator *annotator, const void *data, size_t length,
                               const char *name, struct cg_error *error);

/** @return a count of the last file that was read without an error; 0 before the first. O(1). */
CG_API uint64_t cg_annotator_count(const struct cg_annotator *annotator, enum cg_annotated what);

/** Release. NULL is allowed. */
CG_API void cg_annotator_free(struct cg_annotator *annotator);

#ifdef __cplusplus
}
#endif

#endif
