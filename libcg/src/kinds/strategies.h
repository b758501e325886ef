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

#endif
