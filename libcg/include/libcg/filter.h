/*
 * Filters of measurement tools: files that say which functions to instrument.
 *
 *     scorep        Score-P, SCOREP_FILTERING_FILE or --instrument-filter
 *     tau           TAU, -optTauSelectFile
 *     gcc           options of GCC for @FILE: -finstrument-functions-exclude-...
 *     xray          clang, -fxray-attr-list
 *     clang-profile clang, -fprofile-list
 *     uftrace       uftrace, --opt-file
 *     perf          a shell script that adds probes with perf probe to the program $1
 *     callgrind     options of valgrind for .valgrindrc: --callgrind:fn-skip=...
 *
 * Each is escaped as the parser of its tool reads it, and can be read back, whoever wrote it. Not
 * every tool can tell all functions apart; cg_filter_read says what a filter does.
 */
#ifndef LIBCG_FILTER_H
#define LIBCG_FILTER_H

#include <libcg/common.h>
#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @return the name of format number i, NULL past the last */
CG_API const char *cg_filter_format_at(size_t i);

/** @return whether functions that the compiler inlines have no probe with this tool: it puts them
 *          into machine code that is done (xray, uftrace, perf, callgrind) */
CG_API bool cg_filter_loses_inlined(const char *format);

/** @return the format of a text by its content, NULL if it is none of them, as a list of names.
 *          O(length). */
CG_API const char *cg_filter_recognise(const char *text);

/** Options. Initialise with CG_FILTER_OPTIONS_INIT. */
struct cg_filter_options {
    unsigned version; /**< CG_FILTER_OPTIONS_VERSION */
    /** Demangle a linkage name: return a string to release with free, or NULL if it is not one.
     *  NULL: no name has a readable form, which tau and gcc need. */
    char *(*demangle)(const char *name);
    const char *name; /**< of a text that is read, in messages; NULL: "filter" */
};
#define CG_FILTER_OPTIONS_VERSION 1u
#define CG_FILTER_OPTIONS_INIT {CG_FILTER_OPTIONS_VERSION, NULL, NULL}

/**
 * Write a filter that instruments the functions of a set and no other function of the graph, as far
 * as the tool can tell them apart. Where a rule that leaves out a function would leave out one of
 * the set, it is not written: the filter rather instruments too much. Nor is a rule with a name
 * that the format cannot hold, such as one with a control character: cg_filter_read shows what is
 * missing.
 *
 * @param text    receives the filter; release with free
 * @param set     by node
 * @param format  one of cg_filter_format_at
 * @param options may be NULL
 * @return CG_OK, CG_E_ARGUMENT (no such format) or CG_E_MEMORY. O(n log n * length of names).
 */
CG_API int cg_filter_write(char **text, const struct cg_graph *graph, const bool *set,
                           const char *format, const struct cg_filter_options *options,
                           struct cg_error *error);

/**
 * Find the functions that a filter instruments.
 *
 * What a graph does not know is taken to be as usual: GCC's names of functions follow its spelling
 * of demangled names, TAU's have the result type that the graph records.
 *
 * @param selected array of cg_graph_node_count: receives whether a tool with this filter
 * instruments the function, if it has a body; others are false
 * @param text     the filter
 * @param format   NULL: recognised
 * @param options  may be NULL
 * @return CG_OK; CG_E_FORMAT with the place, also for an unknown format; CG_E_ARGUMENT (no such
 *         format) or CG_E_MEMORY. O(nodes * (patterns with wildcards + log of the others)).
 */
CG_API int cg_filter_read(bool *selected, const struct cg_graph *graph, const char *text,
                          const char *format, const struct cg_filter_options *options,
                          struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
