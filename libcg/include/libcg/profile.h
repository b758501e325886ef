/*
 * Recorded runs: call paths with what was measured on them, whatever tool recorded them.
 *
 *   cubex       Cube 4 (Score-P, Scalasca, TAU), plain or compressed
 *   callgrind   callgrind.out of valgrind's callgrind, and of tools that write the same
 *   perf        the text of `perf script`
 *   folded      a path a line, frames from the outermost, `;` between them, a weight at the end
 *   chrome      Chrome trace events in JSON (uftrace, XRay, Perfetto, Caliper and others)
 *   tau         TAU's profile.N.C.T
 *   gprof       gmon.out, with the program that wrote it
 *
 * The format is told from the content, never from the name; all may come through a pipe, and be
 * compressed with gzip. Each becomes one tree: a *path* is a frame under the path of its caller,
 * metrics hang on paths. Memory does not grow with the number of locations (processes, threads):
 * what was measured at each is kept as statistics over all.
 *
 * Formats that record calls but not paths (callgrind, gprof, TAU by default) make a tree of
 * *pieces*: paths whose root may have any caller. There each function is a root with what it cost
 * itself, and under it each call it made, a leaf of CG_PATH_CALL, with what the call cost in all.
 * Callgrind tells levels of recursion apart; then a function has a second piece of
 * CG_PATH_RECURSIVE.
 */
#ifndef LIBCG_PROFILE_H
#define LIBCG_PROFILE_H

#include <libcg/common.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cg_profile;

typedef uint32_t cg_path;  /**< dense; a caller's number is less than that of what it calls */
typedef uint32_t cg_frame; /**< dense */

/** No such path or frame: CG_NONE of graph.h. */
#define CG_NO_PATH UINT32_MAX

/** What a frame is, as far as the profile tells. */
enum cg_frame_kind {
    CG_FRAME_FUNCTION, /**< a function, or what may be one */
    CG_FRAME_REGION,   /**< a piece of code that is none: of OpenMP, a phase, a loop, a parameter */
    CG_FRAME_ROOT,    /**< a program, process, thread: nothing in the program calls what is below */
    CG_FRAME_UNKNOWN, /**< code without a name */
    CG_FRAME_KERNEL,  /**< in the kernel of the operating system */
};

/** Where time is spent, or what stands for it. Strings are borrowed, NULL when not known. */
struct cg_frame_info {
    const char *name;         /**< as measured, maybe demangled; never NULL */
    const char *linkage_name; /**< when the format tells it from the name */
    const char *file;         /**< source of the definition */
    const char *object;       /**< executable or library */
    const char *group;        /**< paradigm or category: "openmp", "mpi", ... */
    uint32_t line;            /**< of the definition, 0 when not known */
    enum cg_frame_kind kind;
};

/** What is special about a path. */
enum cg_path_flags {
    /** A root that may have callers which were not recorded with it. */
    CG_PATH_FRAGMENT = 1u << 0,
    /** Stands for calls alone: what it cost is counted at a piece of the callee too. A leaf, or
     * what is above a piece whose callers are known in part; that has the inclusive values of what
     * is right below it, no more. */
    CG_PATH_CALL = 1u << 1,
    /** The callee was inlined, as debug information says. */
    CG_PATH_INLINED = 1u << 2,
    /** The function was running already, further up: what this cost is in the cost of a call that
     * another piece of the function made. Values of calls below add up to more than was spent:
     * each has what those within it cost, too. */
    CG_PATH_RECURSIVE = 1u << 3,
};

/** A path: one frame, called from another. */
struct cg_path_info {
    cg_path parent; /**< CG_NO_PATH: a root */
    cg_frame frame;
    unsigned flags;        /**< set of enum cg_path_flags */
    const char *site_file; /**< where the call is written; NULL when not known */
    uint32_t site_line;    /**< 0 when not known */
};

/** How values of a metric on a path relate to those of the paths below. */
enum cg_metric_kind {
    CG_METRIC_EXCLUSIVE, /**< measured without what is called */
    CG_METRIC_INCLUSIVE, /**< measured with it */
    CG_METRIC_SIMPLE,    /**< neither: each value stands for itself */
};

/** How values of several locations, and several profiles, make one. */
enum cg_metric_fold { CG_FOLD_SUM, CG_FOLD_MIN, CG_FOLD_MAX };

/** Something that was measured. */
struct cg_metric {
    const char *name;  /**< "visits", "time", "Ir", ...; no two of a profile have the same */
    const char *label; /**< for people; NULL: the name */
    const char *unit;  /**< "sec", "occ", "bytes", ...; "" when not known */
    enum cg_metric_kind kind;
    enum cg_metric_fold fold;
    bool integral; /**< values are whole numbers */
    bool measured; /**< there are values; false: the profile declares it, no more */
};

/** Metrics every reader uses by these names, where it has them. The unit of visits and samples is
 *  "occ", whatever the file says. */
#define CG_METRIC_VISITS "visits"   /**< how often a path was entered, exactly; exclusive */
#define CG_METRIC_SAMPLES "samples" /**< how often it was seen running; exclusive */
#define CG_METRIC_TIME "time"       /**< in seconds */
#define CG_METRIC_WEIGHT "weight"   /**< of folded stacks, which do not say of what; exclusive */

/**
 * Values of a metric on a path over all locations. A location where the path does not occur counts
 * with 0. A least value that is 0 everywhere was not measured. Sums of integral metrics are exact
 * up to 2^64 in `count`.
 */
struct cg_statistics {
    uint32_t min_at; /**< the first location that has the least value */
    uint32_t max_at;
    uint64_t count; /**< sum of an integral metric, at most UINT64_MAX; else 0 */
    double sum;     /**< as the metric folds: for CG_FOLD_MIN the least, CG_FOLD_MAX the greatest */
    double min;
    double max;
    double mean;      /**< arithmetic, over all locations */
    double deviation; /**< standard deviation of all locations (population) */
};

/** A process or thread. Strings are borrowed, NULL when not known. */
struct cg_location {
    const char *name;  /**< of the thread */
    const char *group; /**< of the process */
    uint64_t rank;     /**< number of the process: MPI rank, pid */
    uint64_t thread;   /**< number of the thread in it, or tid */
};

/** Values of one path at every location, as they are read. */
struct cg_profile_row {
    uint32_t metric;
    cg_path path;
    const double *values; /**< by location, as stored: `kind` of the metric says how */
    uint32_t count;
};

/** Options of reading. Initialise with CG_PROFILE_OPTIONS_INIT. */
struct cg_profile_options {
    /** The program that wrote a gmon.out; NULL: none is known, such a profile is refused. */
    const char *binary;
    /** Told of what is odd but no reason to stop; may be NULL. */
    void (*warn)(void *user, const struct cg_error *where);
    /** Told of the values of each location, metric by metric; only those of cubex and of formats
     *  with one location. Returning false stops: CG_E_STATE. May be NULL. */
    bool (*row)(void *user, const struct cg_profile *profile, const struct cg_profile_row *row);
    /** Told from time to time how much of how many bytes was read (0: not known); may be NULL.
     *  Returning false stops: CG_E_STATE. */
    bool (*progress)(void *user, uint64_t done, uint64_t total);
    void *user; /**< handed to all of them */
};
#define CG_PROFILE_OPTIONS_INIT {NULL, NULL, NULL, NULL, NULL}

/**
 * Read a profile.
 *
 * @param out     receives the profile; release with cg_profile_free
 * @param path    a file; "-" is standard input; a directory of TAU profiles
 * @param options may be NULL
 * @return CG_OK; CG_E_FORMAT with the place, also when no format is known; CG_E_LIMIT, CG_E_IO,
 *         CG_E_MEMORY, or CG_E_STATE when stopped. O(bytes); memory for the tree and its metrics.
 */
CG_API int cg_profile_read_file(struct cg_profile **out, const char *path,
                                const struct cg_profile_options *options, struct cg_error *error);

/** As cg_profile_read_file, from memory; `name` is what messages call it. */
CG_API int cg_profile_read_memory(struct cg_profile **out, const void *data, size_t length,
                                  const char *name, const struct cg_profile_options *options,
                                  struct cg_error *error);

/** @return how many formats are read. */
CG_API size_t cg_profile_format_count(void);

/** @return the name of the i-th format that is read, NULL behind the last */
CG_API const char *cg_profile_format_at(size_t i);

/** Release. NULL is allowed. */
CG_API void cg_profile_free(struct cg_profile *profile);

/**
 * Unite another profile into one: equal paths become one, values of metrics of the same name fold,
 * locations of both follow each other. A metric that only one has counts 0 at the other's
 * locations. One of the same name that is measured in another way stays apart, named
 * "NAME (KIND, UNIT)".
 *
 * @return CG_OK, CG_E_CONFLICT when there is one of that name too, measured otherwise, CG_E_LIMIT
 * or CG_E_MEMORY; after a failure the target is only good to be released. O(paths x metrics) of
 * both.
 */
CG_API int cg_profile_merge(struct cg_profile *target, const struct cg_profile *source,
                            struct cg_error *error);

/** @return "cubex", "callgrind", ...; "several" after uniting different ones. */
CG_API const char *cg_profile_format(const struct cg_profile *profile);

/** @return who recorded it ("Score-P 8.4", "callgrind-3.19.0"), or NULL. Borrowed. */
CG_API const char *cg_profile_creator(const struct cg_profile *profile);

/**
 * @return whether it may be wrong about who called: paths were seen now and then (perf, folded)
 *         rather than at each call, or the producer guessed (uftrace --estimate-return).
 */
CG_API bool cg_profile_is_sampled(const struct cg_profile *profile);

/**
 * @return whether the producer loses who made a tail call: of a calling b, which jumps to c, there
 *         is a calling c (gprof, XRay, uftrace --estimate-return; samples).
 */
CG_API bool cg_profile_loses_tail_callers(const struct cg_profile *profile);

/** @return how many frames there are. */
CG_API uint32_t cg_profile_frame_count(const struct cg_profile *profile);
/** What a frame is. */
CG_API void cg_profile_frame(const struct cg_profile *profile, cg_frame frame,
                             struct cg_frame_info *out);
/** @return its linkage name, or else its name: what to look it up by, and to print. */
CG_API const char *cg_profile_frame_name(const struct cg_profile *profile, cg_frame frame);

/** @return how many paths there are. */
CG_API uint32_t cg_profile_path_count(const struct cg_profile *profile);
/** What a path is. */
CG_API void cg_profile_path(const struct cg_profile *profile, cg_path path,
                            struct cg_path_info *out);

/** @return how many metrics there are. */
CG_API uint32_t cg_profile_metric_count(const struct cg_profile *profile);
/** @return a metric, borrowed. */
CG_API const struct cg_metric *cg_profile_metric(const struct cg_profile *profile, uint32_t metric);
/** @return the number of a metric, or UINT32_MAX. */
CG_API uint32_t cg_profile_find_metric(const struct cg_profile *profile, const char *name);

/** The values of a metric on a path as measured: without what it calls, or with it, as `kind` says.
 *  All 0 for a metric that was not measured. */
CG_API void cg_profile_statistics(const struct cg_profile *profile, uint32_t metric, cg_path path,
                                  struct cg_statistics *out);
/** @return sum over all locations, without what the path calls. What does not add up (kind
 *  CG_METRIC_SIMPLE, folds other than CG_FOLD_SUM) is as measured. */
CG_API double cg_profile_exclusive(const struct cg_profile *profile, uint32_t metric, cg_path path);
/** @return as cg_profile_exclusive, with what it calls. */
CG_API double cg_profile_inclusive(const struct cg_profile *profile, uint32_t metric, cg_path path);
/** @return how often a path was entered; 0 when that was not counted. */
CG_API uint64_t cg_profile_visits(const struct cg_profile *profile, cg_path path);

/** @return how many locations there are. */
CG_API uint32_t cg_profile_location_count(const struct cg_profile *profile);
/** A location. */
CG_API void cg_profile_location(const struct cg_profile *profile, uint32_t location,
                                struct cg_location *out);

/** Calls from one frame to another, of all paths together. */
struct cg_recorded_call {
    cg_frame caller; /**< CG_NO_PATH: none was recorded */
    cg_frame callee;
    cg_path path;    /**< of the callee: the one with most visits, else weight; else the first */
    bool indirect;   /**< somewhere frames between the two were passed over */
    uint64_t visits; /**< of all paths */
    double weight;   /**< inclusive sum of the first metric of samples, weight or time; 0: none */
};

/**
 * The distinct calls of a profile, sorted by the names of caller and callee. Frames that are left
 * out are passed over: who called them calls what they call. What is below CG_FRAME_ROOT has no
 * caller. In pieces, where callers of a frame that is left out are not known for each call, a call
 * out of it has none.
 *
 * @param out    receives an array to release with free
 * @param wanted by frame: whether it counts; NULL: those of CG_FRAME_FUNCTION
 * @return CG_OK or CG_E_MEMORY. O(paths), and sorting.
 */
CG_API int cg_profile_calls(struct cg_recorded_call **out, size_t *count,
                            const struct cg_profile *profile, const bool *wanted,
                            struct cg_error *error);

/** What a frame cost in all. */
struct cg_flat_entry {
    cg_frame frame;
    uint64_t visits;
    double exclusive;
    double inclusive; /**< recursion counts once; see cg_profile_flat */
};

/**
 * The flat profile of a metric, most exclusive first, then by name.
 *
 * Inclusive values of paths are exact, and those of pieces where the format tells levels of
 * recursion apart (callgrind does, unless it ran with --separate-recs=1). Where it does not, calls
 * in a circle have each cost in theirs; a function of such a circle gets the least of what is known
 * to be enough: what its pieces and their calls cost together, and what all functions of the circle
 * cost themselves together with the calls that leave it.
 *
 * @param out receives an array to release with free
 * @return CG_OK or CG_E_MEMORY. O(paths + frames), and sorting.
 */
CG_API int cg_profile_flat(struct cg_flat_entry **out, size_t *count,
                           const struct cg_profile *profile, uint32_t metric,
                           struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
