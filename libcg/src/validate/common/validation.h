/*
 * The result of a validation, for the files of this directory: cg_validate makes it; patching and
 * annotating read it.
 *
 * Frames of all profiles become *functions*, one for each set of nodes they may be, or, if the
 * graph has none, for each name. Paths become *calls* between functions. Both are numbered over all
 * profiles.
 */
#ifndef VALIDATE_COMMON_VALIDATION_H
#define VALIDATE_COMMON_VALIDATION_H

#include "base/pool.h"

#include <libcg/validate.h>

/** No function, no call. */
#define VALIDATION_NONE UINT32_MAX

/** The class of a frame. */
enum validation_class {
    VALIDATION_PROGRAM, /**< a function of the program: it has a body, or was observed */
    VALIDATION_ABSENT,  /**< code of the program that is not in the graph */
    VALIDATION_LIBRARY, /**< a function without a body that is in the graph */
    VALIDATION_OUTSIDE, /**< code of a library or start-up code that is not in the graph */
    VALIDATION_CODE,    /**< code without a name, and the kernel */
    VALIDATION_REGION,  /**< not a function: its callers call its callees */
    VALIDATION_ROOT,    /**< what is below it has no caller */
};

/** A recorded function. */
struct validation_function {
    uint32_t first;        /**< in `candidates` */
    uint32_t count;        /**< number of candidates, in canonical order; 0: not in the graph */
    uint32_t variants;     /**< after the candidates: other variants of constructors or destructors,
                              or names of the same code in the C library */
    uint32_t first_merged; /**< in `merged`: functions that the compiler merged, with this one; all
                              of them share the range */
    uint32_t merged;       /**< number of these, or 0 */
    uint32_t name;    /**< string: linkage name of the first candidate, else the frame's name */
    uint32_t profile; /**< a profile with a frame of it, for details */
    cg_frame frame;
};

/** Private data of a call. */
struct validation_call {
    struct cg_checked_call public;
    uint32_t caller; /**< function; for a call by a library the one that decided */
    uint32_t callee; /**< function */
    uint32_t first_part;
    uint32_t part_count;
    uint32_t through; /**< first in `passed` */
    cg_edge entry;    /**< missing, and a library called: the edge from the caller to the library
                         function that it called; or CG_NONE */
};

/** What one profile recorded of a call. */
struct validation_part {
    uint32_t profile;
    uint32_t call;
    uint64_t visits;
    double weight; /**< 0 if visits are counted */
};

/** Classification of the frames and paths of a profile. */
struct validation_profile {
    const struct cg_profile *profile;
    uint8_t *classes;    /**< by frame: enum validation_class */
    uint32_t *functions; /**< by frame: its function if it has one of the first three classes; else
                            NONE */
    uint32_t *calls; /**< by path: its call, whose callee is the path's frame; NONE: not checked */
};

struct cg_validation {
    struct cg_graph *graph;
    struct cg_validate_options options;
    struct validation_profile *profiles;
    uint32_t profile_count;
    struct cg_pool strings;
    cg_node *candidates;
    size_t candidate_capacity;
    uint32_t candidate_count;
    cg_node *merged;
    size_t merged_capacity;
    uint32_t merged_count;
    struct validation_function *functions;
    size_t function_capacity;
    uint32_t function_count;
    struct validation_call *calls; /**< in the order of cg_validation_at */
    size_t call_capacity;
    uint32_t call_count;
    struct validation_part *parts; /**< those of a call are sorted by profile */
    size_t part_capacity;
    uint32_t part_count;
    cg_node *passed; /**< `through` of all calls */
    size_t passed_capacity;
    uint32_t passed_count;
    struct cg_coverage *coverage;
    size_t coverage_capacity;
    size_t coverage_count;
    struct cg_validation_summary summary;
};

/** @return the string of a number. */
static inline const char *validation_string(const struct cg_validation *v, uint32_t string)
{
    return cg_pool_string(&v->strings, string);
}

/** @return number of nodes that a function may be: candidates, variants, merged ones. */
static inline uint32_t validation_node_count(const struct validation_function *f)
{
    return f->count + f->variants + f->merged;
}

/** @return one of these nodes, in this order; one may come twice. */
static inline cg_node validation_node(const struct cg_validation *v,
                                      const struct validation_function *f, uint32_t i)
{
    uint32_t own = f->count + f->variants;
    return i < own ? v->candidates[f->first + i] : v->merged[f->first_merged + i - own];
}

#endif
