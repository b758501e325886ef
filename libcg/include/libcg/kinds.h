/*
 * The kinds of metadata that come with the library: their keys, and accessors of their values.
 *
 * docs/metadata.md documents each kind and how it is collected. An accessor returns "none" if there
 * is no value, or the value does not have the shape of its kind.
 */
#ifndef LIBCG_KINDS_H
#define LIBCG_KINDS_H

#include <libcg/common.h>
#include <libcg/facts.h>
#include <libcg/graph.h>
#include <libcg/metadata.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Keys of MetaCG */
#define CG_KEY_NUM_STATEMENTS "numStatements"
#define CG_KEY_FILE_PROPERTIES "fileProperties"
#define CG_KEY_INLINE_INFO "inlineInfo"
#define CG_KEY_CODE_STATISTICS "codeStatistics"
#define CG_KEY_CONDITIONAL_BRANCHES "numConditionalBranches"
#define CG_KEY_NUM_OPERATIONS "numOperations"
#define CG_KEY_LOOP_DEPTH "loopDepth"
#define CG_KEY_LOOP_CALL_DEPTH "loopCallDepth"
#define CG_KEY_GLOBAL_LOOP_DEPTH "globalLoopDepth"
#define CG_KEY_MALLOC_COLLECTOR "mallocCollector"
#define CG_KEY_UNIQUE_TYPES "uniqueTypeMetaData"
#define CG_KEY_ESTIMATE_CALL_COUNT "estimateCallCount"
#define CG_KEY_BASE_PROFILE "BaseProfileData"

/* Keys of this project */
#define CG_KEY_SOURCE_RANGE "sourceRange"
#define CG_KEY_SIGNATURE "signature"
#define CG_KEY_PARAMETERS "parameters"
#define CG_KEY_RESULT_TYPE "resultType"
#define CG_KEY_STACK_SIZE "stackSize"
#define CG_KEY_CYCLOMATIC_COMPLEXITY "cyclomaticComplexity"
#define CG_KEY_ATTRIBUTES "attributes"
#define CG_KEY_RECURSION "recursion"
#define CG_KEY_DEFINED_IN "definedIn"
#define CG_KEY_MADE_BY "madeBy"
#define CG_KEY_NO_CODE "noCode"
#define CG_KEY_USES "uses"

/* Keys of data that the graph itself holds: see libcg/graph.h for access. */
#define CG_KEY_LINKAGE "linkage"
#define CG_KEY_OVERRIDE_MD "overrideMD"
#define CG_KEY_ENTRY_FUNCTION "entryFunction"
#define CG_KEY_CALL_TYPE "callType"
#define CG_KEY_CALL_KINDS "callKinds"

/** Register every kind that comes with the library. @return as cg_registry_add */
CG_API int cg_registry_add_builtin(struct cg_registry *registry, struct cg_error *error);

/*
 * Accessors. Read lists of places (CG_KEY_DEFINED_IN, those of libcg/site.h) with cg_sites_read;
 * CG_KEY_MALLOC_COLLECTOR and the names and types of CG_KEY_PARAMETERS with cg_metadata_json. All
 * accessors take a node of the graph and are O(length of the value).
 */

/** @return CG_KEY_NUM_STATEMENTS of a node, -1: none. */
CG_API int64_t cg_num_statements(const struct cg_graph *graph, cg_node node);

/** @return CG_KEY_CONDITIONAL_BRANCHES of a node, -1: none. */
CG_API int64_t cg_num_conditional_branches(const struct cg_graph *graph, cg_node node);

/** @return CG_KEY_CYCLOMATIC_COMPLEXITY of a node, -1: none. */
CG_API int64_t cg_cyclomatic_complexity(const struct cg_graph *graph, cg_node node);

/** @return CG_KEY_LOOP_DEPTH of a node, -1: none. */
CG_API int64_t cg_loop_depth(const struct cg_graph *graph, cg_node node);

/** @return the number of loops around the deepest call (CG_KEY_LOOP_CALL_DEPTH), for any name of
 *          the callee; -1: none. */
CG_API int64_t cg_loop_call_depth(const struct cg_graph *graph, cg_node caller, cg_node callee);

/** @return CG_KEY_GLOBAL_LOOP_DEPTH of a node, -1: none. */
CG_API int64_t cg_global_loop_depth(const struct cg_graph *graph, cg_node node);

/** @return the number of variables in a body (CG_KEY_CODE_STATISTICS), -1: none. */
CG_API int64_t cg_num_variables(const struct cg_graph *graph, cg_node node);

/** @return CG_KEY_UNIQUE_TYPES of a node, -1: none. */
CG_API int64_t cg_num_unique_types(const struct cg_graph *graph, cg_node node);

/** @return the number of parameters of a function (CG_KEY_PARAMETERS), -1: none. */
CG_API int64_t cg_num_parameters(const struct cg_graph *graph, cg_node node);

/** @return whether a function comes from a system header (CG_KEY_FILE_PROPERTIES). */
CG_API bool cg_in_system_header(const struct cg_graph *graph, cg_node node);

/** @return whether a function has an attribute, such as "noreturn" or "constructor", with or
 *          without arguments (CG_KEY_ATTRIBUTES). */
CG_API bool cg_has_attribute(const struct cg_graph *graph, cg_node node, const char *name);

/** CG_KEY_INLINE_INFO */
struct cg_inline_info {
    bool marked_inline;        /**< declared with `inline` */
    bool likely_inline;        /**< inline, declared so or not */
    bool marked_always_inline; /**< by an attribute */
    bool is_template;          /**< instance of a template */
};

/** @return false if there is none; *out is then unchanged. */
CG_API bool cg_inline_info(struct cg_inline_info *out, const struct cg_graph *graph, cg_node node);

/** CG_KEY_NUM_OPERATIONS */
struct cg_num_operations {
    int64_t on_integers;
    int64_t on_floats;
    int64_t control_flow;
    int64_t memory_accesses;
};

/** @return false if there is none; *out is then unchanged. */
CG_API bool cg_num_operations(struct cg_num_operations *out, const struct cg_graph *graph,
                              cg_node node);

/** CG_KEY_SOURCE_RANGE, in the file cg_node_origin */
struct cg_source_range {
    uint32_t first_line;
    uint32_t first_column;
    uint32_t last_line;
    uint32_t last_column;
};

/** @return false if there is none; *out is then unchanged. */
CG_API bool cg_source_range(struct cg_source_range *out, const struct cg_graph *graph,
                            cg_node node);

/** What the bytes of CG_KEY_STACK_SIZE cover. */
enum cg_stack_kind {
    CG_STACK_STATIC,  /**< the whole frame */
    CG_STACK_BOUNDED, /**< the frame at its largest */
    CG_STACK_DYNAMIC, /**< without dynamic allocations on the stack, whose size is unknown */
};

/** CG_KEY_STACK_SIZE */
struct cg_stack_size {
    int64_t bytes;
    enum cg_stack_kind kind;
    bool measured; /**< reported by the compiler that made the code; else estimated from IR */
};

/** @return false if there is none; *out is then unchanged. */
CG_API bool cg_stack_size(struct cg_stack_size *out, const struct cg_graph *graph, cg_node node);

/** CG_KEY_RECURSION */
struct cg_recursion {
    int64_t component; /**< number of the component of functions that may call each other */
    int64_t size;      /**< number of functions in it */
};

/** @return false if the function does not recurse; *out is then unchanged. */
CG_API bool cg_recursion(struct cg_recursion *out, const struct cg_graph *graph, cg_node node);

/**
 * CG_KEY_SIGNATURE: the type of a function, such as "int (const char *, ...)".
 *
 * @param out receives a string to release with free, or NULL if there is none
 * @return CG_OK or CG_E_MEMORY
 */
CG_API int cg_signature(char **out, const struct cg_graph *graph, cg_node node,
                        struct cg_error *error);

/** As cg_signature, for CG_KEY_RESULT_TYPE. */
CG_API int cg_result_type(char **out, const struct cg_graph *graph, cg_node node,
                          struct cg_error *error);

/**
 * The estimated number of calls of another function per run of a function
 * (CG_KEY_ESTIMATE_CALL_COUNT): calls in the body itself, not those counted for regions of code.
 *
 * @return the sum over all names of the callee, -1: none
 */
CG_API double cg_estimated_calls(const struct cg_graph *graph, cg_node caller, cg_node callee);

/** CG_KEY_BASE_PROFILE */
struct cg_base_profile {
    int64_t calls;
    double seconds;           /**< in the function itself */
    double inclusive_seconds; /**< with what it calls */
};

/** @return false if there is none; *out is then unchanged. */
CG_API bool cg_base_profile(struct cg_base_profile *out, const struct cg_graph *graph,
                            cg_node node);

/** @return how often recorded runs entered a function, or made a call (CG_KEY_PROFILE of
 *          validate.h); -1: none, or not counted. @param number node or edge */
CG_API int64_t cg_measured_visits(const struct cg_graph *graph, enum cg_place place,
                                  uint32_t number);

/** Measurements of a metric in recorded runs (CG_KEY_PROFILE). */
struct cg_measured {
    double exclusive; /**< in the function itself; the value of a metric that does not add up; 0 for
                         calls of which only the inclusive value was measured */
    double inclusive; /**< with its callees; the value of a metric that does not add up */
    int64_t locations; /**< processes and threads; 0: only one, and the members below are 0 */
    double min;        /**< over all locations, of the measured value: exclusive or inclusive */
    double max;
    double mean;
    double deviation; /**< standard deviation of all locations (population) */
    bool bounds; /**< `min`, `max` and `deviation` are only bounds: no location has less than `min`
                    or more than `max`, and the deviation is no greater */
};

/** @param metric its name, such as "time" @return false if there is none; *out is then unchanged.
 */
CG_API bool cg_measured(struct cg_measured *out, const struct cg_graph *graph, enum cg_place place,
                        uint32_t number, const char *metric);

#ifdef __cplusplus
}
#endif

#endif
