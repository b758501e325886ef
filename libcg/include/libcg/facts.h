/*
 * Decoded properties of functions and calls. Files store them as metadata; cg_metadata_text returns
 * the JSON text of any of them. Sites are in site.h.
 */
#ifndef LIBCG_FACTS_H
#define LIBCG_FACTS_H

#include <libcg/common.h>
#include <libcg/graph.h>
#include <libcg/metadata.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Metadata of an edge and of a defined node: the sources that show the call or the body, an array
 *  of words: "ast", "ir", ... */
#define CG_KEY_EVIDENCE "evidence"
/** `true`: a declaration marks the method as pure. */
#define CG_KEY_PURE_VIRTUAL "pureVirtual"

/** Metadata of a graph: the sources of which it lacks something, an array of objects {"errors": N,
 *  "file": FILE, "message": TEXT, "reason": WORD}. The word is "errors": the source was read in
 *  part, the message is the first of N errors; "source only": the compiler's output is missing, and
 *  with it implicit calls; "not collected": there is no graph of the source. "errors" and "message"
 *  may be absent. */
#define CG_KEY_INCOMPLETE "incomplete"

/** What shows a body or a call (CG_KEY_EVIDENCE). */
enum cg_evidence {
    CG_EVIDENCE_AST,      /**< the source */
    CG_EVIDENCE_IR,       /**< the compiler's output */
    CG_EVIDENCE_LINK,     /**< the linker of graphs resolved a call */
    CG_EVIDENCE_OBSERVED, /**< a recorded run */
    CG_EVIDENCE_COUNT,
};

/** A boolean that may be absent. */
enum cg_truth { CG_TRUTH_ABSENT, CG_TRUTH_FALSE, CG_TRUTH_TRUE };

/** @return the word that files use for a kind of evidence, static; NULL if there is none. */
CG_API const char *cg_evidence_name(enum cg_evidence evidence);

/** @return the set (1 << enum cg_evidence) that shows a function or a call; 0: not recorded.
 *          O(kinds there). */
CG_API unsigned cg_evidence(const struct cg_graph *graph, enum cg_place place, uint32_t number);

/** @return the number of words in a set of words (CG_KEY_EVIDENCE, CG_KEY_NAMES); 0 for other keys.
 *          O(kinds there). */
CG_API size_t cg_word_count(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                            const char *key);

/**
 * A word of a set of words (CG_KEY_EVIDENCE, CG_KEY_NAMES), in file order.
 *
 * @return the word, borrowed from the graph; NULL past the last, and for other keys. O(kinds
 *         there).
 */
CG_API const char *cg_word_at(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                              const char *key, size_t i);

/** Add a kind of evidence. @return CG_OK, CG_E_ARGUMENT or CG_E_MEMORY. O(kinds there). */
CG_API int cg_evidence_add(struct cg_graph *graph, enum cg_place place, uint32_t number,
                           enum cg_evidence evidence, struct cg_error *error);

/**
 * A boolean value of a function: CG_KEY_ESCAPES, CG_KEY_CALLS_ONLY_ARGUMENTS, CG_KEY_LOADS_CODE,
 * CG_KEY_NEVER_INSTANTIATED, CG_KEY_PURE_VIRTUAL, CG_KEY_UNDESCRIBED, CG_KEY_INTERPOSABLE.
 *
 * @return CG_TRUTH_ABSENT also for other keys. O(kinds there).
 */
CG_API enum cg_truth cg_node_truth(const struct cg_graph *graph, cg_node node, const char *key);

/** Set one of these values. @return CG_OK, CG_E_ARGUMENT (no such node, another key) or
 * CG_E_MEMORY. O(kinds there). */
CG_API int cg_node_set_truth(struct cg_graph *graph, cg_node node, const char *key, bool value,
                             struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
