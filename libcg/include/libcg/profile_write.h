/*
 * Making profiles, and writing them to files.
 *
 * A recorder or converter makes a profile with a cg_profile_builder: frames, call contexts,
 * metrics, locations, then values. Any profile, made or read, can be written:
 *
 *   cubex       Cube 4: everything, with the values of each location if the caller has them
 *   callgrind   callgrind.out: exclusive costs of functions, calls and their inclusive costs
 *   folded      one path per line with the exclusive value of one metric
 */
#ifndef LIBCG_PROFILE_WRITE_H
#define LIBCG_PROFILE_WRITE_H

#include <libcg/profile.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cg_profile_builder;

/**
 * Start a profile.
 *
 * @param out     receives the builder; release with cg_profile_builder_free
 * @param creator the tool that recorded it, or NULL
 * @return CG_OK or CG_E_MEMORY
 */
CG_API int cg_profile_builder_new(struct cg_profile_builder **out, const char *creator,
                                  struct cg_error *error);

/** Release a builder, and the profile unless cg_profile_builder_finish returned it. NULL is
 *  allowed. */
CG_API void cg_profile_builder_free(struct cg_profile_builder *builder);

/* The first failure of these functions is kept, and cg_profile_builder_finish returns it; after it
 * they return CG_NO_CONTEXT and do nothing. Strings are copied. */

/** State what cg_profile_is_sampled and cg_profile_loses_tail_callers return; both are false at
 *  first. */
CG_API void cg_profile_builder_set_sampled(struct cg_profile_builder *builder, bool sampled,
                                           bool loses_tail_callers);

/** @return the number of a frame, an existing one if all is equal. O(1) */
CG_API cg_frame cg_profile_builder_frame(struct cg_profile_builder *builder,
                                         const struct cg_frame_info *frame);

/** @return the number of a call context, an existing one if all is equal. O(1), or O(children) in
 *  the worst case */
CG_API cg_call_context cg_profile_builder_context(struct cg_profile_builder *builder,
                                                  const struct cg_call_context_info *context);

/** @return the number of a metric, an existing one if its name is equal; `measured` is ignored */
CG_API uint32_t cg_profile_builder_metric(struct cg_profile_builder *builder,
                                          const struct cg_metric *metric);

/** @return the number of a new location */
CG_API uint32_t cg_profile_builder_location(struct cg_profile_builder *builder,
                                            const struct cg_location *location);

/** A value. */
struct cg_profile_value {
    uint32_t metric;
    uint32_t location;
    cg_call_context context;
    double amount; /**< whole numbers are exact up to 2^53 */
};

/** Add to a value, as the metric folds. A metric of kind CG_METRIC_INCLUSIVE takes inclusive
 *  values. O(1) on average */
CG_API void cg_profile_builder_add(struct cg_profile_builder *builder,
                                   const struct cg_profile_value *value);

/**
 * Finish the profile.
 *
 * @param out receives the profile; release with cg_profile_free
 * @return CG_OK, or the first failure: CG_E_MEMORY, CG_E_LIMIT, CG_E_ARGUMENT. O(values + contexts
 * x metrics)
 */
CG_API int cg_profile_builder_finish(struct cg_profile **out, struct cg_profile_builder *builder,
                                     struct cg_error *error);

/**
 * Add a note, unless the profile has it.
 *
 * @return CG_OK, CG_E_LIMIT for the 4097th or one that is longer than a name may be, or
 * CG_E_MEMORY. O(notes)
 */
CG_API int cg_profile_add_note(struct cg_profile *profile, const char *text,
                               struct cg_error *error);

/**
 * Find the call contexts of one profile in another, which has them because it was merged with it.
 *
 * @param out    receives, by context of `part`, that of `whole`; CG_NO_CONTEXT where there is none.
 *               An array of cg_profile_context_count(part) elements.
 * @return CG_OK or CG_E_MEMORY. O(contexts of both)
 */
CG_API int cg_profile_find_contexts(cg_call_context *out, const struct cg_profile *whole,
                                    const struct cg_profile *part, struct cg_error *error);

/** Receives written bytes. @return whether they were taken; if not, errno says why */
typedef bool cg_profile_write_function(void *user, const void *bytes, size_t length);

/** Options of writing. Initialise with CG_PROFILE_WRITE_OPTIONS_INIT. */
struct cg_profile_write_options {
    unsigned version;   /**< CG_PROFILE_WRITE_OPTIONS_VERSION */
    const char *format; /**< one of cg_profile_write_format_at; NULL: cubex */
    /** Metric of folded stacks; CG_NO_CONTEXT: time, else samples, weight, another one, visits. */
    uint32_t metric;
    /**
     * For cubex: fill in the values of a context at each location, as stored (see `kind` of the
     * metric). Called for the contexts that have values, metric by metric, in an order of its own.
     * Return false to stop: CG_E_STATE. NULL: the file has one location, with the sums.
     */
    bool (*values)(void *user, const struct cg_profile_row *row, double *values);
    void *user; /**< passed to it */
};
#define CG_PROFILE_WRITE_OPTIONS_VERSION 1u
#define CG_PROFILE_WRITE_OPTIONS_INIT                                                              \
    {CG_PROFILE_WRITE_OPTIONS_VERSION, NULL, CG_NO_CONTEXT, NULL, NULL}

/** @return the name of format number i that can be written, NULL past the last */
CG_API const char *cg_profile_write_format_at(size_t i);

/**
 * Write a profile.
 *
 * @param write   called with the bytes, in order
 * @param user    passed to it
 * @param options may be NULL
 * @return CG_OK, CG_E_IO with the system's reason, CG_E_ARGUMENT for an unknown format or metric,
 *         CG_E_STATE when stopped, or CG_E_MEMORY. O(contexts x metrics x locations); memory for
 *         the tree and one row of values.
 */
CG_API int cg_profile_write(const struct cg_profile *profile, cg_profile_write_function *write,
                            void *user, const struct cg_profile_write_options *options,
                            struct cg_error *error);

#ifdef __cplusplus
}
#endif

#endif
