/*
 * Merging values, and reporting failures.
 */
#ifndef KINDS_MERGE_VALUES_H
#define KINDS_MERGE_VALUES_H

#include <libcg/metadata.h>

/**
 * Merge two values.
 *
 * @param out      empty; receives the result
 * @param strategy that of the key
 * @param input    the values
 * @param key      of the kind, for the message
 * @param error    on failure names the kind; may be NULL
 * @return CG_OK, CG_E_MEMORY or what the strategy returns
 */
int merge_values(struct cg_text *out, const struct cg_strategy *strategy,
                 const struct cg_merge_input *input, const char *key, struct cg_error *error);

/** Put the place before the text of a failure: "NAME: TEXT", for edges "NAME -> CALLEE: TEXT".
 *  @param callee may be NULL @param error may be NULL */
void prefix_merge_error(struct cg_error *error, const char *name, const char *callee);

#endif
