/*
 * The state of a validation: frames become functions, paths become records, records get verdicts,
 * and the records of a pair of functions become a call.
 */
#ifndef VALIDATE_COMMON_RUN_H
#define VALIDATE_COMMON_RUN_H

#include "base/compare.h"
#include "match/frame.h"
#include "validate/common/validation.h"

/** Further properties of a frame. */
enum frame_flags {
    FRAME_PART = 1u << 0,  /**< a part of its function */
    FRAME_THUNK = 1u << 1, /**< another way into it */
    FRAME_SUSPECT =
        1u << 2, /**< not in the graph; its callers decide whether it is the program's */
    FRAME_INLINED = 1u << 3, /**< inlined somewhere, according to debug information */
};

/** An executable or library. */
struct object {
    uint32_t frames;  /**< functions in it that show whose it is: not those with copies anywhere */
    uint32_t matched; /**< of these, functions of the graph with a body */
    bool certain;     /**< has the entry point, or a function in the same file as in the graph */
    bool libc;        /**< contains parts of the C library */
    bool program;
};

/** A pair of frames, caller and callee; regions between them are skipped. */
struct frame_pair {
    cg_frame caller;
    cg_frame callee;
};

struct run_profile {
    uint32_t *objects; /**< by frame: number, or NONE */
    uint8_t *flags;    /**< by frame: enum frame_flags */
    struct cg_pool pair_keys;
    struct frame_pair *pairs; /**< distinct ones, in order of first occurrence */
    size_t pair_capacity;
    uint32_t pair_count;
    uint32_t weight; /**< metric, or CG_NONE: visits are counted */
};

/** What distinguishes records. Numbers, so that their bytes can be compared. */
struct record_key {
    uint32_t profile;
    uint32_t caller; /**< function; NONE: `open` */
    uint32_t callee; /**< function */
    uint32_t open;   /**< frame of a piece whose callers made the call, or NONE */
    uint32_t first;  /**< frame of the library that the program called, or NONE */
    uint32_t last;   /**< frame of the library that made the call, or NONE */
    uint32_t file;   /**< string: file of the program's call, or NONE */
    uint32_t line;
};

/** A call in one profile from one place. */
struct record {
    struct record_key key;
    cg_call_context path; /**< an example: the path with most visits, else most weight */
    uint64_t path_visits;
    double path_weight;
    uint64_t visits;
    double weight;
    uint32_t call;  /**< the call it is part of, or NONE: nothing called */
    bool generated; /**< the compiler may have generated it: not a call of the program */
    enum cg_verdict verdict;
    enum cg_explanation how;
    uint32_t caller;  /**< function that decided; found later for open ones */
    uint32_t entered; /**< library function that the caller called and that led to the callee,
                         according to the graph; or NONE. Only for missing calls */
    cg_node from;     /**< pair that decided */
    cg_node to;
    uint32_t through; /**< start in `passed` of the validation */
    uint32_t through_count;
};

/** Functions with the same code: a range in `merged` of the validation. */
struct merged_range {
    uint32_t first;
    uint32_t count;
};

struct run {
    struct cg_validation *v;
    struct cg_error *error;
    const struct cg_validate_options *options;
    struct matcher matcher;
    struct cg_pool function_keys; /**< number: function */
    struct cg_pool object_names;  /**< number: object */
    struct cg_pool record_keys;   /**< number: record */
    struct cg_pool merged_keys;   /**< object and node: number in `merged` */
    struct merged_range *merged;
    size_t merged_capacity;
    struct object *objects;
    size_t object_capacity;
    uint32_t object_count;
    struct run_profile *profiles;
    struct record *records;
    size_t record_capacity;
    uint32_t record_count;
    uint32_t *ranks; /**< by node: position in the canonical order */
};

/** Map the frames of all profiles to functions and classes. @return CG_OK or CG_E_MEMORY */
int run_frames(struct run *run);

/** Find the program's executables and libraries, as far as the functions in them show it. */
void run_objects(struct run *run);

/** Whether code in an object is the program's: it is known to be, and has nothing of the C
 *  library. */
bool run_in_program(const struct run *run, uint32_t object);

/** Whether two frames of one function are variants of a constructor or destructor, or thunks: calls
 *  between them are not calls of the program. */
bool run_are_variants(const struct run *run, uint32_t profile, cg_frame a, cg_frame b);

/** Find the program's functions that are missing from the graph. @return CG_OK or CG_E_MEMORY */
int run_absent(struct run *run);

/** qsort_r's comparison of nodes by canonical order. */
static inline int run_by_rank(const void *a, const void *b, void *ranks)
{
    return numeric_order(((const uint32_t *)ranks)[*(const cg_node *)a],
                         ((const uint32_t *)ranks)[*(const cg_node *)b]);
}

/** Convert the paths of all profiles to records. @return CG_OK or CG_E_MEMORY */
int run_records(struct run *run);

/** Give each record its verdict. @return CG_OK, CG_E_FORMAT or CG_E_MEMORY */
int run_judge(struct run *run);

/** Combine the records into calls with causes, and sort these. @return as run_judge */
int run_calls(struct run *run);

/** Count what the run exercised. @return CG_OK or CG_E_MEMORY */
int run_coverage(struct run *run);

/** Count the results. @return CG_OK or CG_E_MEMORY */
int run_summary(struct run *run);

#endif
