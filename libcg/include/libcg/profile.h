/*
 * Recorded runs: call contexts with measurements, from various tools.
 *
 *   cubex       Cube 4 (Score-P, Scalasca, TAU), plain or compressed
 *   callgrind   callgrind.out of valgrind's callgrind, and of tools that write the same format
 *   perf        the text of `perf script`
 *   folded      one path per line, frames from the outermost, `;` between them, a weight at the end
 *   chrome      Chrome trace events in JSON (uftrace, XRay, Perfetto, Caliper and others)
 *   tau         TAU's profile.N.C.T
 *   gprof       gmon.out, with the program that wrote it
 *
 * The content decides the format, never the name. All formats may come through a pipe and be
 * compressed with gzip. Each becomes one tree: a *call context* is a frame below the call context
 * of its caller, and has metrics. It is a function together with the path of calls that led to it.
 * Memory does not grow with the number of locations (processes, threads): measurements at each
 * location are kept as statistics over all.
 *
 * Formats that record calls but not paths (callgrind, gprof, TAU by default) make a tree of
 * *pieces*: call contexts whose root may have any caller. Each function is a root with its
 * exclusive cost. Below it is each call it made, a leaf with CG_CONTEXT_CALL and the inclusive cost
 * of the call. Callgrind distinguishes levels of recursion; a recursive function then has a second
 * piece with CG_CONTEXT_RECURSIVE.
 */
#ifndef LIBCG_PROFILE_H
#define LIBCG_PROFILE_H

#include <libcg/common.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cg_profile;

typedef uint32_t cg_call_context; /**< dense; a caller has a smaller number than its callees */
typedef uint32_t cg_frame;        /**< dense */

/** No such call context or frame: CG_NONE of graph.h. */
#define CG_NO_CONTEXT UINT32_MAX

/** The kind of a frame, as far as the profile records it. */
enum cg_frame_kind {
    CG_FRAME_FUNCTION, /**< a function, or probably one */
    CG_FRAME_REGION,   /**< a piece of code that is not a function: of OpenMP, a phase, a loop, a
                          parameter */
    CG_FRAME_ROOT, /**< a program, process or thread: nothing in the program calls what is below */
    CG_FRAME_UNKNOWN, /**< code without a name */
    CG_FRAME_KERNEL,  /**< in the kernel of the operating system */
};

/** A function or region where time is spent. Strings are borrowed, NULL when unknown. */
struct cg_frame_info {
    const char *name;         /**< as recorded, perhaps demangled; never NULL */
    const char *linkage_name; /**< if the format distinguishes it from the name */
    const char *file;         /**< source of the definition */
    const char *object;       /**< executable or library */
    const char *group;        /**< paradigm or category: "openmp", "mpi", ... */
    uint32_t line;            /**< of the definition, 0 when unknown */
    enum cg_frame_kind kind;
};

/** Properties of a call context. */
enum cg_call_context_flags {
    /** A root that may have unrecorded callers. */
    CG_CONTEXT_FRAGMENT = 1u << 0,
    /** Represents calls only: its cost is also counted at a piece of the callee. A leaf, or the
     *  parent of a piece whose callers are known in part; the parent has the inclusive values of
     *  the contexts directly below it and no others. */
    CG_CONTEXT_CALL = 1u << 1,
    /** The callee was inlined, according to debug information. */
    CG_CONTEXT_INLINED = 1u << 2,
    /** The function was already running further up: its cost here is part of the cost of a call by
     *  another piece of the function. The values of calls below add up to more than was spent,
     *  since each includes the cost of those within it. */
    CG_CONTEXT_RECURSIVE = 1u << 3,
};

/** A call context: one frame, called from another. */
struct cg_call_context_info {
    cg_call_context parent; /**< CG_NO_CONTEXT: a root */
    cg_frame frame;
    unsigned flags;        /**< set of enum cg_call_context_flags */
    const char *site_file; /**< where the call is written; NULL when unknown */
    uint32_t site_line;    /**< 0 when unknown */
};

/** Whether the value of a metric of a call context includes those of the contexts below. */
enum cg_metric_kind {
    CG_METRIC_EXCLUSIVE, /**< measured without callees */
    CG_METRIC_INCLUSIVE, /**< measured with callees */
    CG_METRIC_SIMPLE,    /**< neither: values of contexts are independent */
};

/** How values of several locations, and of several profiles, are combined. */
enum cg_metric_fold { CG_FOLD_SUM, CG_FOLD_MIN, CG_FOLD_MAX };

/** A measured quantity. */
struct cg_metric {
    const char *name;  /**< "visits", "time", "Ir", ...; unique within a profile */
    const char *label; /**< for people; NULL: the name */
    const char *unit;  /**< "sec", "occ", "bytes", ...; "" when unknown */
    enum cg_metric_kind kind;
    enum cg_metric_fold fold;
    bool integral; /**< values are whole numbers */
    bool measured; /**< there are values; false: the profile only declares it */
    /** How viewers of Cube compute it from the sums of other metrics, in CubePL, such as
     *  "metric::instructions() / metric::cycles()"; the values are those of single contexts. NULL:
     *  they do not. Only of kind CG_METRIC_SIMPLE with CG_FOLD_MAX. */
    const char *formula;
};

/** Metrics that every reader calls by these names, if it has them. The unit of visits and samples
 *  is "occ", whatever the file states. */
#define CG_METRIC_VISITS "visits"   /**< how often a context was entered, exactly; exclusive */
#define CG_METRIC_SAMPLES "samples" /**< samples with it as innermost frame; exclusive */
#define CG_METRIC_TIME "time"       /**< in seconds */
#define CG_METRIC_WEIGHT "weight"   /**< weight of folded stacks; exclusive */

/**
 * Values of a metric of a call context over all locations. A location where it does not occur
 * counts as 0. A minimum that is 0 everywhere was not measured. Sums of integral metrics are exact
 * up to 2^64 in `count`.
 */
struct cg_statistics {
    uint32_t min_at; /**< the first location with the least value */
    uint32_t max_at;
    uint64_t count; /**< sum of an integral metric, at most UINT64_MAX; else 0 */
    double
        sum; /**< as the metric folds: for CG_FOLD_MIN the minimum, for CG_FOLD_MAX the maximum */
    double min;
    double max;
    double mean;      /**< arithmetic, over all locations */
    double deviation; /**< standard deviation of all locations (population) */
};

/** A process or thread. Strings are borrowed, NULL when unknown. */
struct cg_location {
    const char *name;  /**< of the thread */
    const char *group; /**< of the process */
    uint64_t rank;     /**< number of the process: MPI rank, pid */
    uint64_t thread;   /**< number of the thread in it, or tid */
};

/** Values of one call context at every location, as read. */
struct cg_profile_row {
    uint32_t metric;
    cg_call_context context;
    const double *values; /**< by location, as stored: see `kind` of the metric */
    uint32_t count;
};

/** Options of reading. Initialise with CG_PROFILE_OPTIONS_INIT. */
struct cg_profile_options {
    unsigned version; /**< CG_PROFILE_OPTIONS_VERSION */
    /** The program that wrote a gmon.out; NULL: unknown, and such a profile is refused. */
    const char *binary;
    /** Called for oddities that do not stop reading; may be NULL. */
    void (*warn)(void *user, const struct cg_error *where);
    /** Called with the values of each location, metric by metric; only for cubex and for formats
     *  with one location. Return false to stop: CG_E_STATE. May be NULL. */
    bool (*row)(void *user, const struct cg_profile *profile, const struct cg_profile_row *row);
    /** Called from time to time with the number of bytes read and their total (0: unknown); may be
     *  NULL. Return false to stop: CG_E_STATE. */
    bool (*progress)(void *user, uint64_t done, uint64_t total);
    void *user; /**< passed to all of them */
};
#define CG_PROFILE_OPTIONS_VERSION 1u
#define CG_PROFILE_OPTIONS_INIT {CG_PROFILE_OPTIONS_VERSION, NULL, NULL, NULL, NULL, NULL}

/**
 * Read a profile.
 *
 * @param out     receives the profile; release with cg_profile_free
 * @param path    a file; "-" is standard input; a directory of TAU profiles
 * @param options may be NULL
 * @return CG_OK; CG_E_FORMAT with the place, also for an unknown format; CG_E_LIMIT, CG_E_IO,
 *         CG_E_MEMORY, or CG_E_STATE when stopped. O(bytes); memory for the tree and its metrics.
 */
CG_API int cg_profile_read_file(struct cg_profile **out, const char *path,
                                const struct cg_profile_options *options, struct cg_error *error);

/** As cg_profile_read_file, from memory. Messages use `name`. */
CG_API int cg_profile_read_memory(struct cg_profile **out, const void *data, size_t length,
                                  const char *name, const struct cg_profile_options *options,
                                  struct cg_error *error);

/** @return the number of supported formats. */
CG_API size_t cg_profile_format_count(void);

/** @return the name of supported format number i, NULL past the last */
CG_API const char *cg_profile_format_at(size_t i);

/** Release. NULL is allowed. */
CG_API void cg_profile_free(struct cg_profile *profile);

/**
 * Merge another profile into one: equal contexts become one, values of metrics of the same name
 * fold, and the locations of the other are appended. A metric that only one profile has counts as 0
 * at the other's locations. A metric of the same name that is measured differently stays separate,
 * named "NAME (KIND, UNIT)".
 *
 * @return CG_OK, CG_E_CONFLICT when a metric of that name too is measured differently, CG_E_LIMIT
 *         or CG_E_MEMORY; after a failure only free the target. O(contexts x metrics) of both.
 */
CG_API int cg_profile_merge(struct cg_profile *target, const struct cg_profile *source,
                            struct cg_error *error);

/** @return "cubex", "callgrind", ...; "several" after merging different formats. */
CG_API const char *cg_profile_format(const struct cg_profile *profile);

/** @return the tool that recorded it ("Score-P 8.4", "callgrind-3.19.0"), or NULL. Borrowed. */
CG_API const char *cg_profile_creator(const struct cg_profile *profile);

/**
 * What a recorder said of a run, such as what the profile does not have. Of those that are read,
 * cubex files that libcg wrote have notes.
 *
 * @return note number i, NULL past the last. Borrowed. No two are equal.
 */
CG_API const char *cg_profile_note_at(const struct cg_profile *profile, uint32_t i);

/**
 * @return whether callers may be wrong: the profile consists of samples (perf, folded) instead of
 *         every call, or the producer guessed (uftrace --estimate-return).
 */
CG_API bool cg_profile_is_sampled(const struct cg_profile *profile);

/**
 * @return whether the producer loses callers that made a tail call: if a calls b, and b jumps to c,
 *         the profile has a call of c by a (gprof, XRay, uftrace --estimate-return; samples).
 */
CG_API bool cg_profile_loses_tail_callers(const struct cg_profile *profile);

/** @return the number of frames. */
CG_API uint32_t cg_profile_frame_count(const struct cg_profile *profile);
/** What a frame is. */
CG_API void cg_profile_frame(const struct cg_profile *profile, cg_frame frame,
                             struct cg_frame_info *out);
/** @return its linkage name, or else its name: use it for lookup and display. */
CG_API const char *cg_profile_frame_name(const struct cg_profile *profile, cg_frame frame);

/** @return the number of call contexts. */
CG_API uint32_t cg_profile_context_count(const struct cg_profile *profile);
/** What a call context is. */
CG_API void cg_profile_context(const struct cg_profile *profile, cg_call_context context,
                               struct cg_call_context_info *out);

/** @return the number of metrics. */
CG_API uint32_t cg_profile_metric_count(const struct cg_profile *profile);
/** @return a metric, borrowed. */
CG_API const struct cg_metric *cg_profile_metric(const struct cg_profile *profile, uint32_t metric);
/** @return the number of a metric, or UINT32_MAX if there is none. */
CG_API uint32_t cg_profile_find_metric(const struct cg_profile *profile, const char *name);

/** The values of a metric of a call context as measured: exclusive or inclusive, see `kind`. All 0
 * for a metric that was not measured. */
CG_API void cg_profile_statistics(const struct cg_profile *profile, uint32_t metric,
                                  cg_call_context context, struct cg_statistics *out);
/** @return the exclusive sum over all locations. Metrics that do not add up (kind CG_METRIC_SIMPLE,
 *          folds other than CG_FOLD_SUM) are returned as measured. */
CG_API double cg_profile_exclusive(const struct cg_profile *profile, uint32_t metric,
                                   cg_call_context context);
/** @return as cg_profile_exclusive, but inclusive. */
CG_API double cg_profile_inclusive(const struct cg_profile *profile, uint32_t metric,
                                   cg_call_context context);
/** @return how often a call context was entered; 0 if that was not counted. */
CG_API uint64_t cg_profile_visits(const struct cg_profile *profile, cg_call_context context);

/** @return the number of locations. */
CG_API uint32_t cg_profile_location_count(const struct cg_profile *profile);
/** A location. */
CG_API void cg_profile_location(const struct cg_profile *profile, uint32_t location,
                                struct cg_location *out);

/** Calls from one frame to another, over all call contexts. */
struct cg_recorded_call {
    cg_frame caller; /**< CG_NO_CONTEXT: none was recorded */
    cg_frame callee;
    cg_call_context
        context;   /**< of the callee: the one with most visits, else most weight; else the first */
    bool indirect; /**< some of these calls skip frames between the two */
    uint64_t visits; /**< of all contexts */
    double weight;   /**< inclusive sum of the first metric of samples, weight or time; 0: none */
};

/**
 * The distinct calls of a profile, sorted by the names of caller and callee. Frames that do not
 * count are skipped: their callers call their callees. Frames below CG_FRAME_ROOT have no caller.
 * In pieces, where the callers of a skipped frame are not known for each call, a call by that frame
 * has no caller.
 *
 * @param out    receives an array to release with free
 * @param wanted by frame: whether it counts; NULL: those of CG_FRAME_FUNCTION
 * @return CG_OK or CG_E_MEMORY. O(contexts), plus sorting.
 */
CG_API int cg_profile_calls(struct cg_recorded_call **out, size_t *count,
                            const struct cg_profile *profile, const bool *wanted,
                            struct cg_error *error);

/** The total cost of a frame. */
struct cg_flat_entry {
    cg_frame frame;
    uint64_t visits;
    double exclusive;
    double inclusive; /**< recursion counts once; see cg_profile_flat */
};

/**
 * The flat profile of a metric, most exclusive first, then by name.
 *
 * Inclusive values are exact for contexts, and for pieces if the format distinguishes levels of
 * recursion (callgrind does, unless it ran with --separate-recs=1). Otherwise each call in a cycle
 * includes the cost of the others, and a function of the cycle gets the smaller of two upper
 * bounds: the cost of its pieces and their calls, and the exclusive cost of all functions of the
 * cycle plus the calls that leave it.
 *
 * @param out receives an array to release with free
 * @return CG_OK or CG_E_MEMORY. O(contexts + frames), plus sorting.
 */
CG_API int cg_profile_flat(struct cg_flat_entry **out, size_t *count,
                           const struct cg_profile *profile, uint32_t metric,
                           struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
