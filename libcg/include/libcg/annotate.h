/*
 * Metadata from elsewhere: files of other tools whose values are hung on the functions of a graph.
 *
 *   JSON lines  {"function": NAME, "file": FILE, "meta": {KEY: VALUE, ...}}, an object a line;
 *               "file" is needed only to tell functions apart that share a name
 *   CSV         (RFC 4180) a header line that has a column `function`, maybe one `file`; every
 *               other column is a kind, every cell a JSON value or else text, an empty one nothing
 *   .su         of GCC's and clang's -fstack-usage: CG_KEY_STACK_SIZE
 *   .ci         of GCC's -fcallgraph-info=su,da: CG_KEY_STACK_SIZE; one that is cut off is refused
 *
 * The format is told from the content. Several .su files, or .ci files, one after the other are
 * one.
 *
 * A name is a linkage name, any a function has, or a demangled one, with or without its parameters;
 * files match by the end of their paths. GCC writes readable C++ names into .su files: these are
 * told apart by the file and, where CG_KEY_SOURCE_RANGE or CG_KEY_DEFINED_IN are in the graph, by
 * the place. An entry that fits no function, or several, is told and left out.
 *
 * Values are kept as written and meet what is there by the strategy of their kind. Refused are
 * kinds that the graph itself is made of (linkage, overrideMD, entryFunction, callType, callKinds),
 * that linking derives (recursion, globalLoopDepth, escapes, callsOnlyArguments, neverInstantiated,
 * resolvedCalls, linked), that do not hang on functions, or that refer to nodes, and values without
 * the shape of their kind.
 */
#ifndef LIBCG_ANNOTATE_H
#define LIBCG_ANNOTATE_H

#include <libcg/common.h>
#include <libcg/graph.h>
#include <libcg/metadata.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Options of annotating. Initialise with CG_ANNOTATE_OPTIONS_INIT. */
struct cg_annotate_options {
    /** Kinds and how a new value meets one that is there; NULL: as cg_merge_greatest. */
    const struct cg_registry *registry;
    /** Told of each entry that fits no function, or several; may be NULL. */
    void (*warn)(void *user, const struct cg_error *where);
    void *user; /**< handed to warn */
    /** Demangle a linkage name: returns a string to be released with free, or NULL when it is none.
     *  NULL: demangled names match nothing. */
    char *(*demangle)(const char *name);
};
#define CG_ANNOTATE_OPTIONS_INIT {NULL, NULL, NULL, NULL}

/** What annotating came to. */
struct cg_annotate_report {
    uint64_t entries;   /**< functions the file tells of */
    uint64_t values;    /**< that were hung on functions */
    uint64_t functions; /**< that got some */
    uint64_t unmatched; /**< entries that fit no function of the graph */
    uint64_t ambiguous; /**< entries that fit several, and were hung on none */
};

/**
 * Hang the metadata of a file on the functions of a graph, in any state. What was borrowed of the
 * graph before is no longer valid.
 *
 * @param path    a file; "-" is standard input
 * @param options may be NULL
 * @param report  may be NULL
 * @return CG_OK; CG_E_FORMAT with the place in the file; CG_E_CONFLICT when a strategy refuses;
 *         CG_E_LIMIT, CG_E_IO or CG_E_MEMORY. After a failure some values may be there.
 *         O(bytes + functions), besides what strategies cost; memory for the longest line.
 */
CG_API int cg_annotate_file(struct cg_graph *graph, const char *path,
                            const struct cg_annotate_options *options,
                            struct cg_annotate_report *report, struct cg_error *error);

/** Annotates one graph from many files: functions are indexed once. */
struct cg_annotator;

/**
 * Begin to annotate.
 *
 * @param out     release it with cg_annotator_free
 * @param graph   borrowed; until the annotator is released it must get no nodes and keep its state
 * @param options may be NULL; what it points at is borrowed
 * @return CG_OK or CG_E_MEMORY. O(functions).
 */
CG_API int cg_annotator_new(struct cg_annotator **out, struct cg_graph *graph,
                            const struct cg_annotate_options *options, struct cg_error *error);

/** As cg_annotate_file. */
CG_API int cg_annotator_file(struct cg_annotator *annotator, const char *path,
                             struct cg_annotate_report *report, struct cg_error *error);

/** As cg_annotate_file, from memory; `name` is what messages call it, its ending plays no part. */
CG_API int cg_annotator_memory(struct cg_annotator *annotator, const void *data, size_t length,
                               const char *name, struct cg_annotate_report *report,
                               struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_annotator_free(struct cg_annotator *annotator);

#ifdef __cplusplus
}
#endif

#endif
