/*
 * Validation of a graph against recorded runs: which recorded calls are missing from it, and why?
 *
 * A frame matches a function by linkage name, any that the function has; by the name of the
 * original of a compiler's clone; as a variant of a constructor or destructor; or by demangled
 * name. The last often matches several functions, any of which will do. Frames that are not
 * functions (regions, code without a name, uncollected libraries) are skipped: their callers call
 * their callees.
 *
 * Every distinct call between functions gets one verdict:
 *
 * - present: the graph has the edge, between any two functions the frames may be.
 * - override: the graph has the edge to a variant of the callee; or a virtual edge (or one of
 *   unknown kind) to a function that the callee overrides, unless the graph was linked and has the
 *   overrides of the call site; or to a library function that is the same code (fopen64, fopen) or
 *   that compilers replace by the callee (printf, puts).
 * - explained: the graph has a path whose inner functions the run cannot show (inlined, tail
 *   calling, not instrumented), or a library calls back what was passed to it; `through` and `how`
 *   describe it.
 * - missing edge: the graph has both functions and none of the above.
 * - missing node: the graph lacks a function.
 *
 * An explanation never passes a function that would have been recorded on the way. One that occurs
 * in the same profile counts as inlined only if the place of the call lies in it, or if no place is
 * known, it may be inlined, and its own call was never recorded. In profiles that are not sampled,
 * the latter, and tail calls, count only if at least 2 % of the calls are explained by functions
 * that are never recorded, or never recorded calling what they jump to: else nothing was inlined.
 * Functions that may not be inlined are inner functions only if they need not have been
 * instrumented, or functions evidently are inlined. Functions that a library calls are not inlined,
 * and a library function hides nothing if other library functions are recorded.
 *
 * A search for a path visits at most 2,000 calls; longer paths explain nothing.
 */
#ifndef LIBCG_VALIDATE_H
#define LIBCG_VALIDATE_H

#include <libcg/graph.h>
#include <libcg/metadata.h>
#include <libcg/profile.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The verdict on a recorded call; the top of this header defines each. */
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
    CG_EXPLAINED_INLINED,    /**< inner functions are inlined */
    CG_EXPLAINED_UNRECORDED, /**< inner functions occur nowhere in the run */
    CG_EXPLAINED_TAIL_CALL,  /**< the producer loses callers that end in a tail call */
    CG_EXPLAINED_LIBRARY,    /**< a library calls back what was passed to it: by the caller, or,
                                according to the graph, elsewhere (exit handlers) */
    CG_EXPLAINED_ESCAPED,    /**< a library calls; according to the graph, uncollected code may call
                                the callee */
};

/** @return "inlined", "not recorded", "tail call", "library", "escaped"; "" for none */
CG_API const char *cg_explanation_name(enum cg_explanation how);

/** The likely reason why an edge or a node is missing. */
enum cg_cause {
    CG_CAUSE_NONE,
    CG_CAUSE_POINTER_UNRESOLVED, /**< the caller has an unresolved call through a pointer */
    CG_CAUSE_POINTER_RESOLVED, /**< it calls through a pointer, and the graph only has other callees
                                */
    CG_CAUSE_VIRTUAL,     /**< the callee is a virtual method, the caller makes virtual calls */
    CG_CAUSE_CONSTRUCTOR, /**< constructor or destructor, or code that the compiler runs implicitly
                           */
    CG_CAUSE_TEMPLATE,    /**< one of the two is a template instance */
    CG_CAUSE_CALLBACK,    /**< a library called */
    CG_CAUSE_NOT_COLLECTED, /**< code missing from the graph: its node, or the caller's body */
    CG_CAUSE_DIRECT,        /**< none of these: a plain call */
};
#define CG_CAUSE_COUNT 9

/** @return a word: "pointer-unresolved", "pointer-resolved", "virtual", "constructor", "template",
 *          "callback", "not-collected", "direct"; "none" */
CG_API const char *cg_cause_name(enum cg_cause cause);

/** A place to look at. Strings are borrowed, NULL when unknown. */
struct cg_checked_site {
    const char *file;
    uint32_t line;      /**< 0 when unknown */
    uint32_t column;    /**< 0 when unknown */
    const char *type;   /**< for an unresolved call: type of the callee */
    const char *reason; /**< for an unresolved call: why it is unresolved */
    bool recorded;      /**< the place comes from the profile, not from the graph */
};

/** A distinct recorded call, with its verdict. Pointers are borrowed from the validation. Later
 *  versions of the library add members at the end. */
struct cg_checked_call {
    enum cg_verdict verdict;
    enum cg_explanation how;
    enum cg_cause cause;
    const char *caller_name; /**< linkage name in the graph; else the name in the profile */
    const char *callee_name;
    cg_node
        caller; /**< of several, the pair that decided, else the first; CG_NONE: not in the graph */
    cg_node callee;
    uint32_t caller_candidates; /**< functions the frame may be; more than 1: ambiguous */
    uint32_t callee_candidates;
    bool exact;              /**< a profile that is not sampled has it */
    uint32_t profile;        /**< number of the profile of the example */
    cg_call_context context; /**< an example: that of the callee, in that profile */
    uint64_t visits;         /**< in all profiles */
    double weight;           /**< in all profiles without visits: as in struct cg_recorded_call */
    const cg_node
        *through; /**< CG_VERDICT_EXPLAINED: functions of the graph on the path between caller and
                     callee. CG_VERDICT_OVERRIDE: the overridden function, or the other name; none
                     if the caller is a variant of the function that has the edge */
    size_t through_count;
    const char
        *library; /**< name of the calling frame in the example, if it is a library's; else NULL.
                     Calls of the same pair by other libraries do not count separately */
    struct cg_checked_site site; /**< where to look; for callbacks where the library is called */
};

/** How much of a source file's part of the graph a run exercised. Only functions with a body, and
 *  calls by them, count. Later versions of the library add members at the end. */
struct cg_coverage {
    const char *file; /**< NULL: unknown */
    uint64_t functions;
    uint64_t functions_run; /**< recorded, or inlined on an explained path */
    uint64_t edges;
    uint64_t edges_run; /**< recorded, or on an explained path */
};

/** Totals of a validation. Later versions of the library add members at the end. */
struct cg_validation_summary {
    uint64_t calls; /**< distinct calls checked: the sum of the five below */
    uint64_t present;
    uint64_t override;
    uint64_t explained;
    uint64_t missing_edges;
    uint64_t missing_nodes;
    uint64_t missing_exact;  /**< missing ones seen in a profile that is not sampled */
    uint64_t ambiguous;      /**< checked calls with a frame that may be several functions */
    uint64_t in_libraries;   /**< distinct calls within libraries, or to library code that is not in
                                the graph: not checked */
    uint64_t generated;      /**< distinct calls of memcpy and the like that are not in the graph:
                                compilers generate these; not checked */
    uint64_t roots;          /**< functions without a recorded caller: entry points, not checked */
    uint64_t frames;         /**< distinct function frames */
    uint64_t frames_matched; /**< frames that match a function of the graph */
    double recall;           /**< (calls - missing) / calls; 1 without any */
};

/** Options of validation. Initialise with CG_VALIDATE_OPTIONS_INIT. */
struct cg_validate_options {
    unsigned version; /**< CG_VALIDATE_OPTIONS_VERSION */
    /** Demangle a linkage name: return a string to release with free, or NULL if it is not one.
     *  NULL: demangled names match nothing. */
    char *(*demangle)(const char *name);
    uint32_t max_through; /**< most inner functions of an explanation; 0 allows none. Destroying
                             a container of the C++ library takes a dozen */
    /** The linkage names of the code of a function: compilers merge functions with the same code,
     *  and a profile then has one name of several. Return NULL or an array that ends with NULL,
     *  which stays valid until the next call. It may be called until the validation is released:
     *  cg_validation_patch validates again. NULL: functions are never merged.
     *  @param user   `names_of_code_user`
     *  @param object the executable or library, as recorded
     *  @param name   linkage name of the function */
    const char *const *(*names_of_code)(void *user, const char *object, const char *name);
    void *names_of_code_user;
};
#define CG_VALIDATE_OPTIONS_VERSION 1u
#define CG_VALIDATE_OPTIONS_INIT {CG_VALIDATE_OPTIONS_VERSION, NULL, 16, NULL, NULL}

struct cg_validation;

/**
 * Validate a graph against several profiles together.
 *
 * @param out      receives the result; release with cg_validation_free before graph and profiles
 * @param graph    frozen; borrowed
 * @param profiles borrowed
 * @param options  may be NULL
 * @return CG_OK, CG_E_STATE, CG_E_FORMAT (metadata of the graph) or CG_E_MEMORY. O(nodes + edges +
 *         paths), plus, for each call without an edge, a bounded number of functions near its
 *         caller.
 */
CG_API int cg_validate(struct cg_validation **out, struct cg_graph *graph,
                       const struct cg_profile *const *profiles, uint32_t profile_count,
                       const struct cg_validate_options *options, struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_validation_free(struct cg_validation *validation);

/** @return the totals, borrowed from the validation. */
CG_API const struct cg_validation_summary *
cg_validation_summary(const struct cg_validation *validation);

/** @return the number of distinct calls. */
CG_API size_t cg_validation_count(const struct cg_validation *validation);

/** @return a call; worst first: missing nodes, missing edges, explained, override, present; in each
 *          group exact profiles first, then by visits, then by names. */
CG_API const struct cg_checked_call *cg_validation_at(const struct cg_validation *validation,
                                                      size_t i);

/** @return the number of files. */
CG_API size_t cg_validation_coverage_count(const struct cg_validation *validation);

/** @return the coverage of file i, in the order of their names. */
CG_API const struct cg_coverage *cg_validation_coverage_at(const struct cg_validation *validation,
                                                           size_t i);

/** @return the function that a frame of a profile matches, the first of several, or CG_NONE */
CG_API cg_node cg_validation_node(const struct cg_validation *validation, uint32_t profile,
                                  cg_frame frame);

/** Metadata of nodes and edges that only recorded runs showed: [{"source": FILE, "visits": N},
 *  ...], united. */
#define CG_KEY_OBSERVED "observed"

/**
 * Add what was missing to the graph: functions, without a body, and edges, whose CG_KEY_OBSERVED
 * records where they were seen. Validating the graph again finds nothing missing: calls that are no
 * longer explained because of the additions are added too.
 *
 * @param graph   the validated graph; it is frozen again afterwards. Only free the validation then
 * @param sources by profile: the value of `source`
 * @return CG_OK, CG_E_FORMAT (metadata of the graph), CG_E_LIMIT or CG_E_MEMORY; after a failure
 *         only free the graph. O(nodes + edges + paths), plus sorting what was missing.
 */
CG_API int cg_validation_patch(struct cg_validation *validation, struct cg_graph *graph,
                               const char *const *sources, struct cg_error *error);

/** Metadata of nodes and edges: measurements of profiles, {"metrics": {NAME: {...}}, "visits": N};
 *  see docs/metadata.md. */
#define CG_KEY_PROFILE "profile"

/**
 * Attach measurements to the functions and calls of a graph: CG_KEY_PROFILE to nodes and edges,
 * CG_KEY_BASE_PROFILE to nodes. Profiles are processed in order, and values are merged, also with
 * existing ones, by the strategies of their kinds.
 *
 * @param graph    the validated graph, unchanged since
 * @param registry kinds and their strategies; NULL: those that come with the library
 * @return CG_OK, CG_E_CONFLICT when a strategy refuses, or CG_E_MEMORY. For each profile O(metrics
 *         x (paths + functions + calls)).
 */
CG_API int cg_validation_annotate(const struct cg_validation *validation, struct cg_graph *graph,
                                  const struct cg_registry *registry, struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
