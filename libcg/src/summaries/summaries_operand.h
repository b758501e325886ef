/*
 * The operands of effects in a text of summaries.
 */
#ifndef SUMMARIES_SUMMARIES_OPERAND_H
#define SUMMARIES_SUMMARIES_OPERAND_H

#include "base/pool.h"
#include "summaries/summaries.h"
#include "summaries/summaries_scan.h"

/** Keep a word as a terminated string. @return CG_OK or CG_E_MEMORY. */
int summaries_keep(const char **text, struct cg_pool *strings, struct summaries_word word,
                   struct cg_error *error);

/** Read an operand; its texts are kept in the pool.
 *  @return CG_OK, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. */
int summaries_read_operand(struct summary_operand *operand, struct summaries_cursor *cursor,
                           struct cg_pool *strings);

/** As summaries_read_operand, after the first word was read: it is empty before a star or quotes.
 */
int summaries_read_operand_from(struct summary_operand *operand, struct summaries_cursor *cursor,
                                struct cg_pool *strings, struct summaries_word word);

#endif
