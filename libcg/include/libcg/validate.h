/*
 * Holding a graph against what really ran: which recorded calls does it not have, and why?
 *
 * Frames are matched with functions: by linkage name, any a function has; by that of which a
 * compiler made a clone; as a variant of a constructor or destructor; by demangled name, then often
 * several functions, of which any will do. Frames that are no functions (regions, code without a
 * name, libraries nobody collected) are passed over: what they call, who called them calls.
 *
 * Every distinct call between functions gets one verdict:
 *
 * - present: the graph has the edge, between any two functions the frames may be.
 * - override: it has the edge to a variant of the callee; or a virtual one (or one of no known
 * kind) to a function that the callee overrides, not where the graph was linked and has the
 * overrides of the call site; or to a library function that is the same code (fopen64, fopen) or
 * that compilers replace by it (printf, puts).
 * - explained: it has a path: between the two were functions the run cannot show (inlined, tail
 *   calling, not instrumented), or a library calls back what it was handed; `through` and `how`
 *   show it.
 * - missing edge: it has both functions and nothing of that.
 * - missing node: it has not both.
 *
 * An explanation never passes a function that would have been recorded on the way: one that occurs
 * in the same profile counts as inlined only where the place of the call lies in it, or where no
 * place is known, it may be inlined, and its own call was never recorded. The latter, and tail
 * calls, count in profiles that are not sampled only where at least 2 % of the calls are explained
 * by functions that are never recorded, or never recorded to call what they jump to: else nothing
 * was inlined. Functions that may not be inlined are between only where they need not have been
 * instrumented, or functions are seen to be inlined. What is called by a library is not inlined,
 * and a library function hides nothing where others of libraries are recorded.
 *
 * A search for a path looks at 2,000 calls at most; what is farther explains nothing.
 */
#ifndef LIBCG_VALIDATE_H
#define LIBCG_VALIDATE_H

#include <libcg/graph.h>
#include <libcg/metadata.h>
#include <libcg/profile.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a graph has to say of a call that was recorded; the top of this header tells more. */
enum cg_verdict {
    CG_VERDICT_PRESENT,
    CG_VERDICT_OVERRIDE,
    CG_VERDICT_EXPLAINED,
    CG_VERDICT_MISSING_EDGE,
    CG_VERDICT_MISSING_NODE,
};

/** @return "present", "override", "explained", "missing edge", "missing node" */
CG_API const char *cg_verdict_name(enum cg_verdict verdict);

/** How a path explains a call. */
enum cg_explanation {
    CG_EXPLAINED_NOT,
    CG_EXPLAINED_INLINED,    /**< functions between are inlined */
    CG_EXPLAINED_UNRECORDED, /**< functions between occur nowhere in the run */
    CG_EXPLAINED_TAIL_CALL,  /**< the producer loses callers whose last call it is */
    CG_EXPLAINED_LIBRARY,    /**< a library calls back what it was handed: by the caller, or, as the
                                  graph says, elsewhere (exit handlers) */
    CG_EXPLAINED_ESCAPED,    /**< a library calls; the graph says that code which was not collected
                                  may call the callee */
};

/** @return "inlined", "not recorded", "tail call", "library", "escaped"; "" for none */
CG_API const char *cg_explanation_name(enum cg_explanation how);

/** Why an edge or a node is likely to be missing. */
enum cg_cause {
    CG_CAUSE_NONE,
    CG_CAUSE_POINTER_UNRESOLVED, /**< the caller has an unresolved call through a pointer */
    CG_CAUSE_POINTER_RESOLVED,   /**< it calls through a pointer, and the graph has other callees
                                  * alone
                                  */
    CG_CAUSE_VIRTUAL,       /**< the callee is a virtual method, the caller makes virtual calls */
    CG_CAUSE_CONSTRUCTOR,   /**< constructor or destructor, or what the compiler makes run itself */
    CG_CAUSE_TEMPLATE,      /**< one of both is made of a template */
    CG_CAUSE_CALLBACK,      /**< a library called */
    CG_CAUSE_NOT_COLLECTED, /**< code that is not in the graph: its node, or the caller's body */
    CG_CAUSE_DIRECT,        /**< none of these: a plain call */
};
#define CG_CAUSE_COUNT 9

/** @return a word: "pointer-unresolved", "pointer-resolved", "virtual", "constructor", "template",
 *          "callback", "not-collected", "direct"; "none" */
CG_API const char *cg_cause_name(enum cg_cause cause);

/** A place to look at. Strings are borrowed, NULL when not known. */
struct cg_checked_site {
    const char *file;
    uint32_t line;      /**< 0 when not known */
    uint32_t column;    /**< 0 when not known */
    const char *type;   /**< of an unresolved call: type of what is called */
    const char *reason; /**< of an unresolved call: why it is open */
    bool recorded;      /**< the profile tells the place, not the graph */
};

/** A distinct recorded call, with its verdict. Pointers are borrowed from the validation. */
struct cg_checked_call {
    enum cg_verdict verdict;
    enum cg_explanation how;
    enum cg_cause cause;
    const char *caller_name; /**< linkage name in the graph; else the name in the profile */
    const char *callee_name;
    cg_node
        caller; /**< of several the pair that decided, else the first; CG_NONE: not in the graph */
    cg_node callee;
    uint32_t caller_candidates; /**< functions the frame may be; more than 1: ambiguous */
    uint32_t callee_candidates;
    bool exact;             /**< a profile that is not sampled has it */
    uint32_t profile;       /**< number of the profile of the example */
    cg_path path;           /**< an example: of the callee, in that profile */
    uint64_t visits;        /**< of all profiles */
    double weight;          /**< of all profiles that count no visits: as struct cg_recorded_call */
    const cg_node *through; /**< CG_VERDICT_EXPLAINED: functions of the graph on the path between
                                 caller and callee. CG_VERDICT_OVERRIDE: what is overridden, or the
                                 other name; nothing when the caller is a variant of the one that
                                 has the edge */
    size_t through_count;
    const char *library; /**< name of the frame that called in the example, where a library did;
                            else NULL. Others may have called, too: they make no other call of it */
    struct cg_checked_site site; /**< where to look; of callbacks where the library is called */
};

/** How much of the graph a run exercised, by source file; only functions with a body count, and
 *  calls they make. */
struct cg_coverage {
    const char *file; /**< NULL: not known */
    uint64_t functions;
    uint64_t functions_run; /**< recorded, or inlined on an explained path */
    uint64_t edges;
    uint64_t edges_run; /**< recorded, or on an explained path */
};

/** What validating came to. */
struct cg_validation_summary {
    uint64_t calls; /**< distinct calls that were checked: the sum of those below */
    uint64_t present;
    uint64_t override;
    uint64_t explained;
    uint64_t missing_edges;
    uint64_t missing_nodes;
    uint64_t missing_exact; /**< of the missing ones: seen by a profile that is not sampled */
    uint64_t ambiguous;     /**< of all: a frame may be several functions */
    uint64_t in_libraries;  /**< distinct calls within libraries, and to code of theirs that the
                               graph  does not know: not checked */
    uint64_t generated;     /**< distinct calls of memcpy and its like that the graph does not have:
                                 compilers make such themselves; not checked */
    uint64_t roots;         /**< functions that nothing recorded calls: entries, not checked */
    uint64_t frames;        /**< distinct function frames */
    uint64_t frames_matched; /**< of them in the graph */
    double recall;           /**< (calls - missing) / calls; 1 without any */
};

/** Options of validating. Initialise with CG_VALIDATE_OPTIONS_INIT. */
struct cg_validate_options {
    /** Demangle a linkage name: returns a string to be released with free, or NULL when it is none.
     *  NULL: demangled names match nothing. */
    char *(*demangle)(const char *name);
    uint32_t max_through; /**< most functions an explanation may pass; 0 allows none */
};
#define CG_VALIDATE_OPTIONS_INIT {NULL, 8}

struct cg_validation;

/**
 * Hold a graph against profiles, all together.
 *
 * @param out      receives the result; release with cg_validation_free before graph and profiles
 * @param graph    frozen; borrowed
 * @param profiles borrowed
 * @param options  may be NULL
 * @return CG_OK, CG_E_STATE, CG_E_FORMAT (metadata of the graph) or CG_E_MEMORY.
 *         O(nodes + edges + paths), and for each call that has no edge the functions near its
 *         caller, a bounded number.
 */
CG_API int cg_validate(struct cg_validation **out, struct cg_graph *graph,
                       const struct cg_profile *const *profiles, uint32_t profile_count,
                       const struct cg_validate_options *options, struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_validation_free(struct cg_validation *validation);

/** The sums. */
CG_API void cg_validation_summary(const struct cg_validation *validation,
                                  struct cg_validation_summary *out);

/** @return how many distinct calls there are. */
CG_API size_t cg_validation_count(const struct cg_validation *validation);

/** @return a call; worst first: missing nodes, missing edges, explained, override, present; those
 * of exact profiles first, with more visits first, then by names. */
CG_API const struct cg_checked_call *cg_validation_at(const struct cg_validation *validation,
                                                      size_t i);

/** The coverage of each file, sorted by file. @return how many there are */
CG_API size_t cg_validation_coverage(const struct cg_validation *validation,
                                     const struct cg_coverage **out);

/** @return the function a frame of a profile is, the first of several, or CG_NONE */
CG_API cg_node cg_validation_node(const struct cg_validation *validation, uint32_t profile,
                                  cg_frame frame);

/** Metadata of nodes and edges that were only seen running: [{"source": FILE, "visits": N}, ...],
 *  united. */
#define CG_KEY_OBSERVED "observed"

/**
 * Add what was missing to the graph: functions, without a body, and edges, which say in
 * CG_KEY_OBSERVED that and where they were seen. Validating the graph again finds nothing missing:
 * what was explained until then and no longer is, is added too.
 *
 * @param graph   the graph that was validated; it is frozen again afterwards. The validation is
 * only good to be released then.
 * @param sources by profile: what `source` is to say
 * @return CG_OK, CG_E_FORMAT (metadata of the graph), CG_E_LIMIT or CG_E_MEMORY; after a failure
 * the graph is only good to be released. O(nodes + edges + paths), and sorting what was missing.
 */
CG_API int cg_validation_patch(struct cg_validation *validation, struct cg_graph *graph,
                               const char *const *sources, struct cg_error *error);

/** Metadata of nodes and edges: what profiles measured,
 *  {"metrics": {NAME: {...}}, "visits": N}; see docs/metadata.md. */
#define CG_KEY_PROFILE "profile"

/**
 * Hang what was measured on the functions and calls of a graph: CG_KEY_PROFILE on nodes and edges,
 * CG_KEY_BASE_PROFILE on nodes. Profiles go one after the other, and values meet by the strategies
 * of their kinds, also those the graph already has.
 *
 * @param graph    the graph that was validated, not changed since
 * @param registry kinds and their strategies; NULL: those that come with the library
 * @return CG_OK, CG_E_CONFLICT when a strategy refuses, or CG_E_MEMORY. O(metrics x (paths +
 * functions
 *         + calls)) of each profile.
 */
CG_API int cg_validation_annotate(const struct cg_validation *validation, struct cg_graph *graph,
                                  const struct cg_registry *registry, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
