/*
 * Answering the processes that record: which functions of an executable or library they record.
 */
#ifndef CGRECORD_SERVE_H
#define CGRECORD_SERVE_H

#include "choose/choosing.h"
#include "choose/control.h"

struct serve;

/** Prepare to answer what is asked in a directory, before there are processes.
 *  @param control file of --control, or NULL @param filter file of --filter if it may be written
 * anew while processes run, or NULL @return NULL after reporting why not */
struct serve *serve_new(struct choosing *choosing, const char *directory, const char *control,
                        const char *filter);

/** What says whether the command is recorded; NULL: it always is. @param serve NULL is allowed */
const struct control *serve_control(const struct serve *serve);

/** Answer for a program before it asks. @param summary receives what is recorded of it */
void serve_prepare(struct serve *serve, const char *program, struct choosing_summary *summary);

/** Answer from now on, in a thread. */
void serve_start(struct serve *serve);

/** Answer no more; remove the answers. NULL is allowed. */
void serve_free(struct serve *serve);

#endif
