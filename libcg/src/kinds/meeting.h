/*
 * Having values meet, and telling where they cannot.
 */
#ifndef KINDS_MEETING_H
#define KINDS_MEETING_H

#include <libcg/metadata.h>

/**
 * Have two values meet.
 *
 * @param out      empty; receives the result
 * @param strategy that of the key
 * @param meeting  the values
 * @param key      of the kind, for the message
 * @param error    on failure says which kind it is about; may be NULL
 * @return CG_OK, CG_E_MEMORY or what the strategy returns
 */
int meet_values(struct cg_text *out, const struct cg_strategy *strategy,
                const struct cg_merge_input *meeting, const char *key, struct cg_error *error);

/** Put what a failure is about before its text: "NAME: TEXT", of edges "NAME -> CALLEE: TEXT".
 *  @param callee may be NULL @param error may be NULL */
void tell_what_met(struct cg_error *error, const char *name, const char *callee);

#endif
