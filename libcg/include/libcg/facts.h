/*
 * What the graph itself says of functions and calls, decoded. In files these are metadata; the JSON
 * text of any of them, as of all metadata, comes from cg_metadata_text. Sites are in site.h.
 */
#ifndef LIBCG_FACTS_H
#define LIBCG_FACTS_H

#include <libcg/common.h>
#include <libcg/graph.h>
#include <libcg/metadata.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Metadata of an edge, and of a node that is defined: what the call, or the body, is known from,
 * an array of words: "ast", "ir", ... */
#define CG_KEY_EVIDENCE "evidence"
/** `true`: a declaration says that the method is pure. */
#define CG_KEY_PURE_VIRTUAL "pureVirtual"

/** What a body or a call is known from (CG_KEY_EVIDENCE). */
enum cg_evidence {
    CG_EVIDENCE_AST,      /**< the source */
    CG_EVIDENCE_IR,       /**< what the compiler emits */
    CG_EVIDENCE_LINK,     /**< linking resolved a call */
    CG_EVIDENCE_OBSERVED, /**< a recorded run */
    CG_EVIDENCE_COUNT,
};

/** A value that is true, false, or not there. */
enum cg_truth { CG_TRUTH_ABSENT, CG_TRUTH_FALSE, CG_TRUTH_TRUE };

/** @return the word that files use for a kind of evidence, static; NULL: there is none. */
CG_API const char *cg_evidence_name(enum cg_evidence evidence);

/** @return the set (1 << enum cg_evidence) of what a function or a call is known from; 0: the graph
 *  does not say. O(kinds there). */
CG_API unsigned cg_evidence(const struct cg_graph *graph, enum cg_place place, uint32_t number);

/** @return how many words a set of words has (CG_KEY_EVIDENCE, CG_KEY_NAMES); 0 for other keys.
 *  O(kinds there). */
CG_API size_t cg_word_count(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                            const char *key);

/**
 * A word of a set of words (CG_KEY_EVIDENCE, CG_KEY_NAMES), in the order of files.
 *
 * @return the word, borrowed from the graph; NULL behind the last, and for other keys. O(kinds
 *         there).
 */
CG_API const char *cg_word_at(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                              const char *key, size_t i);

/** Add a kind of evidence. @return CG_OK, CG_E_ARGUMENT or CG_E_MEMORY. O(kinds there). */
CG_API int cg_evidence_add(struct cg_graph *graph, enum cg_place place, uint32_t number,
                           enum cg_evidence evidence, struct cg_error *error);

/**
 * A value of a function that is true or false: CG_KEY_ESCAPES, CG_KEY_CALLS_ONLY_ARGUMENTS,
 * CG_KEY_NEVER_INSTANTIATED, CG_KEY_PURE_VIRTUAL.
 *
 * @return CG_TRUTH_ABSENT also for other keys. O(kinds there).
 */
CG_API enum cg_truth cg_node_truth(const struct cg_graph *graph, cg_node node, const char *key);

#ifdef __cplusplus
}
#endif

#endif
