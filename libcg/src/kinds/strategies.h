/*
 * Shared by the strategies (kinds/strategies*.c).
 */
#ifndef KINDS_STRATEGIES_H
#define KINDS_STRATEGIES_H

#include <libcg/metadata.h>

/** The value that cg_merge_greatest chooses. */
const struct cg_value *strategy_greatest(const struct cg_value *a, const struct cg_value *b);

/** Write a value as the result. @return CG_OK or CG_E_MEMORY */
int strategy_put(struct cg_text *out, const struct cg_value *value, struct cg_error *error);

/** Unite two arrays as sets. @return CG_OK or CG_E_MEMORY */
int strategy_unite(struct cg_text *out, const struct cg_value *a, const struct cg_value *b,
                   struct cg_error *error);

/*
 * Sets that are united with many others, as lists of their elements. Failures show in `failed` of
 * what is written to.
 */

/** Append the elements of an array. O(bytes) for one in order, as those of sets_write are */
void set_read(struct cg_text *list, const struct cg_value *array);

/** Append the union of lists, at least one. O(bytes log count) */
typedef void sets_union(struct cg_text *out, const struct cg_value *lists, size_t count);

/** Append it as a list. */
sets_union sets_unite;

/** Append it as an array. */
sets_union sets_write;

#endif
