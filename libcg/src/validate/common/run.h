/*
 * Validating, while it goes on: frames become functions, paths become records, records get
 * verdicts, those of one call become the call.
 */
#ifndef VALIDATE_COMMON_RUN_H
#define VALIDATE_COMMON_RUN_H

#include "match/frame.h"
#include "validate/common/validation.h"

/** What is known of a frame beside its class. */
enum frame_flags {
    FRAME_PART = 1u << 0, /**< a part of its function */
    FRAME_WAY = 1u << 1,  /**< another way into it */
    FRAME_SUSPECT =
        1u << 2, /**< not in the graph; whether it is the program's shows who calls it */
    FRAME_INLINED = 1u << 3, /**< inlined somewhere, as debug information says */
};

/** An executable or library. */
struct object {
    uint32_t frames;  /**< that may be functions of the program */
    uint32_t matched; /**< of them functions of the graph with a body */
    bool certain;     /**< has the entry, or a function of the file the graph says */
    bool libc;        /**< has parts of the C library */
    bool program;
};

/** A pair of frames, one calling the other; regions between are passed over. */
struct frame_pair {
    cg_frame caller;
    cg_frame callee;
};

struct run_profile {
    uint32_t *objects; /**< by frame: number, or NONE */
    uint8_t *flags;    /**< by frame: enum frame_flags */
    struct cg_pool pair_keys;
    struct frame_pair *pairs; /**< distinct ones, in the order they were first seen */
    size_t pair_capacity;
    uint32_t pair_count;
    uint32_t weight; /**< metric, or CG_NONE: visits are counted */
};

/** What makes records two. Numbers, so that their bytes can be compared. */
struct record_key {
    uint32_t profile;
    uint32_t caller; /**< function; NONE: `open` */
    uint32_t callee; /**< function */
    uint32_t open;   /**< frame of a piece whose callers called, or NONE */
    uint32_t first;  /**< frame of the library that the program called, or NONE */
    uint32_t last;   /**< frame of the library that called, or NONE */
    uint32_t file;   /**< string: where the program calls, or NONE */
    uint32_t line;
};

/** A call, as one profile saw it at one place. */
struct record {
    struct record_key key;
    cg_path path; /**< an example, the one with most visits, else weight */
    uint64_t path_visits;
    double path_weight;
    uint64_t visits;
    double weight;
    uint32_t call;  /**< that it is part of, or NONE: nothing called */
    bool generated; /**< the compiler may have made it: no call of the program's */
    enum cg_verdict verdict;
    enum cg_explanation how;
    uint32_t caller;  /**< function that decided; of open ones found out */
    uint32_t entered; /**< library function that the caller called and that led to the callee, as
                           far as the graph says; or NONE. Only of missing calls */
    cg_node from;     /**< pair that decided */
    cg_node to;
    uint32_t through; /**< first in `passed` of the validation */
    uint32_t through_count;
};

struct run {
    struct cg_validation *v;
    struct cg_error *error;
    const struct cg_validate_options *options;
    struct matcher matcher;
    struct cg_pool function_keys; /**< number: function */
    struct cg_pool object_names;  /**< number: object */
    struct cg_pool record_keys;   /**< number: record */
    struct object *objects;
    size_t object_capacity;
    uint32_t object_count;
    struct run_profile *profiles;
    struct record *records;
    size_t record_capacity;
    uint32_t record_count;
    uint32_t *ranks; /**< by node: place in the canonical order */
};

/** Make functions of the frames of all profiles, and classes. @return CG_OK or CG_E_MEMORY */
int run_frames(struct run *run);

/** Which executables and libraries are the program's, as far as functions found in them tell. */
void run_objects(struct run *run);

/** Whether code in an object is the program's: it is known to be, and has nothing of the C
 *  library. */
bool run_in_program(const struct run *run, uint32_t object);

/** Number of the function that has these candidates, in canonical order, or, where there are none,
 *  the name; NONE when memory is out. */
uint32_t run_function(struct run *run, const cg_node *nodes, uint32_t count, const char *name,
                      uint32_t profile, cg_frame frame);

/** Whether two frames of one function are variants of a constructor or destructor, or thunks: calls
 *  between them are none of the program's. */
bool run_are_variants(const struct run *run, uint32_t profile, cg_frame a, cg_frame b);

/** Find out which of the functions that are not in the graph are the program's.
 *  @return CG_OK or CG_E_MEMORY */
int run_absent(struct run *run);

/** Make records of the paths of all profiles. @return CG_OK or CG_E_MEMORY */
int run_records(struct run *run);

/** Give each record its verdict. @return CG_OK, CG_E_FORMAT or CG_E_MEMORY */
int run_judge(struct run *run);

/** Make calls of the records, with causes, in order. @return as run_judge */
int run_calls(struct run *run);

/** Count what the run exercised. @return CG_OK or CG_E_MEMORY */
int run_coverage(struct run *run);

/** Count what was found. @return CG_OK or CG_E_MEMORY */
int run_summary(struct run *run);

#endif
