/*
 * Causes of unknown values: their values (unknown_values.h), and how many calls each leaves
 * unresolved.
 *
 * A cause is a reason (CG_UNKNOWN_...) and a name: the function that was converted, contains inline
 * assembly, or was not collected and has a result. Values of a cause point to unknown memory;
 * values read from there are "code not collected", and count for that cause.
 */
#ifndef POINTS_TO_UNKNOWN_CAUSES_H
#define POINTS_TO_UNKNOWN_CAUSES_H

#include "points_to/unknown_values.h"

/** The bit of CG_UNKNOWN_TYPE. */
#define CAUSE_TYPE 5u
/** The bit of CG_UNKNOWN_NO_FACTS. */
#define CAUSE_NO_FACTS 6u
/** The bit of CG_UNKNOWN_CROWD. */
#define CAUSE_CROWD 7u
/** The bit of CG_UNKNOWN_UNSEEN. */
#define CAUSE_UNSEEN 8u
/** The number of reasons. */
#define CAUSE_REASONS 9u

/** Most causes that are named of one site: nobody mends more at a time. */
#define CAUSES_NAMED 4u

/** One call site while its causes are counted, or named. */
struct site_causes {
    uint32_t site;               /**< a number unique to the site while counting or naming, not 0 */
    uint32_t count;              /**< number of different causes */
    uint32_t best[CAUSES_NAMED]; /**< counted: [0] is the last; named: the most expensive ones */
};

/* All that return int return CG_OK, CG_E_LIMIT or CG_E_MEMORY. */

/** Make the general cause of each reason and that of writes by uncollected code. Call it first. */
int causes_init(struct program *program, struct cg_error *error);

/**
 * The object for "unknown", of any type. While constraints are solved no cause is added, so that
 * the causes do not depend on the order of solving: a new one, or one beyond the limit, becomes the
 * general cause of its reason.
 * @param reason one of CG_UNKNOWN_...; other words count as CG_UNKNOWN_NOT_COLLECTED
 * @param name   of the cause; NULL: the general one
 */
int causes_unknown(uint32_t *out, struct program *program, const char *reason, const char *name,
                   struct cg_error *error);

/** The object for values from uncollected code at a place with a type. @param type as in
 *  unknown_type */
int causes_outside(uint32_t *out, struct program *program, const struct cg_value *type,
                   struct cg_error *error);

/** Set the name of the code that was not collected. */
int causes_name_outside(struct program *program, const char *name, struct cg_error *error);

/** The bit of the reason of an object of kind SLOT_UNKNOWN. */
unsigned causes_bit(const struct program *program, uint32_t object);

/** @return whether an unknown value is what dlsym finds, outside the graph for all that is known.
 */
bool causes_are_of_dlsym(const struct program *program, uint32_t object);

/** After solving, before causes_settle: a call stays unresolved, whatever its pointer holds.
 *  @param bit of a reason, which is also the name of the cause */
int causes_open(struct program *program, uint32_t call, unsigned bit, struct cg_error *error);

/** After solving: functions called with types under which they cannot work become causes, and the
 *  causes of calls are sorted. O(n log n) of calls times their causes. */
int causes_settle(struct program *program, struct cg_error *error);

/** Count a site for the causes of a call there, each once. O(causes of the call + log). */
void causes_count_call(struct program *program, struct site_causes *site, uint32_t call);

/** Count a site without facts. @param function it is in */
int causes_count_unrecorded(struct program *program, struct site_causes *site, const char *function,
                            struct cg_error *error);

/** Finish a site after its causes are counted. */
void causes_end_site(struct program *program, const struct site_causes *site);

/** After counting: rank the causes by cost. O(n log n). */
int causes_rank(struct program *program, struct cg_error *error);

/** After causes_rank: write the most expensive causes (CG_KEY_UNRESOLVED_CAUSES). O(their text). */
int causes_write(struct program *program, struct cg_error *error);

/** After causes_rank: collect causes of a call for its site, each once. O(causes of the call +
 * log).
 */
void causes_name_call(struct program *program, struct site_causes *site, uint32_t call);

/** The names of the causes of a site, as in struct cg_site; NULL if there are none.
 *  @param out receives text borrowed from the program */
int causes_names(const char **out, struct program *program, const struct site_causes *site,
                 struct cg_error *error);

/** The words of a set of reasons, separated by ", ". @param buffer receives them */
void causes_reasons(char *buffer, size_t size, unsigned unknown);

#endif
