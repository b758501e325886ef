/*
 * Merging graphs by name: what cgmerge does.
 */
#ifndef LIBCG_MERGE_H
#define LIBCG_MERGE_H

#include <libcg/common.h>
#include <libcg/graph.h>
#include <libcg/metadata.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Metadata of a function, a boolean: a call of it may reach another definition of its name in the
 * same program. Code for shared libraries has such functions, and so has a name with a weak
 * definition. Merging keeps no definitions of such a name apart.
 */
#define CG_KEY_INTERPOSABLE "interposable"

/**
 * Metadata of a graph that was not linked: its source files, an object {FILE: [TEXT, ...]}. The
 * text stands for the functions of external linkage that the file defines; if it has several,
 * compiles of the file differ in these.
 */
#define CG_KEY_SOURCES "sources"

/** Options of merging. Initialise with CG_MERGE_OPTIONS_INIT. */
struct cg_merge_options {
    unsigned version; /**< CG_MERGE_OPTIONS_VERSION */
    /** Kinds and how their values are merged; NULL: every kind as cg_merge_greatest. */
    const struct cg_registry *registry;
    /** No program has two of the definitions of a name that this keeps apart (see cg_graph_merge).
     */
    bool separate_programs;
};
#define CG_MERGE_OPTIONS_VERSION 2u
#define CG_MERGE_OPTIONS_INIT {CG_MERGE_OPTIONS_VERSION, NULL, false}

/**
 * Merge one graph into another.
 *
 * Functions match by identity: the name, and for internal linkage the origin too. If several nodes
 * of one graph share a name and the graph does not record their linkage, those that are defined and
 * have an origin become internal functions of that file.
 *
 * Several external definitions of a name are one function: a linker or loader may have chosen one
 * in ways that graphs do not show. With `separate_programs` those in different files are functions
 * of different programs and stay apart, unless one of them is virtual or CG_KEY_INTERPOSABLE. What
 * calls the name from the file of a definition calls that one, if the file defines the same
 * functions in each compile (CG_KEY_SOURCES); what calls it from elsewhere may call each of them.
 * Linking then finds no calls through pointers between files that define `main`.
 *
 * The side that wins (defined before declared, strong before weak, known origin before unknown,
 * then the smaller origin) provides origin and linkage. Edges, kinds, sites and overrides are
 * united; metadata values are merged as the registry specifies. Unless a strategy depends on the
 * order, the result does not depend on the order or grouping of merges. Merging a graph again
 * changes nothing, unless a strategy counts.
 *
 * @param into    an unfrozen graph that has only ever been the target of merges; strings borrowed
 *                from it before become invalid
 * @param from    frozen or not; unchanged
 * @param options may be NULL
 * @return CG_OK, CG_E_STATE, CG_E_LIMIT, CG_E_MEMORY or what a strategy returns, such as
 *         CG_E_CONFLICT (the error names function and kind); on failure only free `into`. O(size of
 *         from) expected; if `into` then has several definitions of a name, O(size of both).
 */
CG_API int cg_graph_merge(struct cg_graph *into, const struct cg_graph *from,
                          const struct cg_merge_options *options, struct cg_error *error);

/**
 * Do to the graph of a translation unit what a linker does with --wrap=SYMBOL: calls of SYMBOL
 * reach
 * `__wrap_SYMBOL`, and calls of `__real_SYMBOL` reach SYMBOL. As for linkers, this holds for
 * functions that the translation unit does not define itself. Call it before merging, once for each
 * symbol.
 *
 * @param graph  an unfrozen graph
 * @param symbol linkage name of a function
 * @return CG_OK, CG_E_ARGUMENT, CG_E_STATE, CG_E_LIMIT or CG_E_MEMORY; on failure only free the
 *         graph. O(size of the graph).
 */
CG_API int cg_graph_wrap(struct cg_graph *graph, const char *symbol, struct cg_error *error);

/** A merge of many graphs. Values that grow with each graph, such as sets of a whole program, are
 *  combined in time that grows with their size times the logarithm of their number. */
struct cg_merger;

/** Begin a merge. @param options may be NULL; its registry must outlive the merger
 *  @param out release it with cg_merger_free @return CG_OK or CG_E_MEMORY. */
CG_API int cg_merger_new(struct cg_merger **out, const struct cg_merge_options *options,
                         struct cg_error *error);

/** Add a graph. @return as cg_graph_merge; on failure only free the merger. */
CG_API int cg_merger_add(struct cg_merger *merger, const struct cg_graph *from,
                         struct cg_error *error);

/**
 * End a merge.
 *
 * @param out receives the graph, unfrozen, equal to the result of cg_graph_merge of all graphs into
 *            an empty one; release it with cg_graph_free
 * @return as cg_merger_add
 */
CG_API int cg_merger_finish(struct cg_graph **out, struct cg_merger *merger,
                            struct cg_error *error);

/** Release a merger, finished or not. NULL is allowed. */
CG_API void cg_merger_free(struct cg_merger *merger);

/**
 * Remove unresolved calls that a compiler knows after all: those with the reason CG_OPEN_UNEMITTED
 * in functions whose body a compiler has seen (CG_KEY_EVIDENCE has "ir"). If nothing in a file uses
 * an inline function, the compiler does not emit it, and that file knows its calls from the source
 * only; but the function only runs from another file, where all its calls are known. Calls of
 * functions that no compiler has seen stay unresolved.
 *
 * Doing this to a part of a graph before the parts are merged does not change the settled whole.
 *
 * @return CG_OK or CG_E_MEMORY. O(nodes + unresolved calls of compiled functions).
 */
CG_API int cg_graph_settle_unresolved_calls(struct cg_graph *graph, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
