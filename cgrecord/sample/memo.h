/*
 * The frames of a thread's last stack, so that of a deep stack only the part that has changed is
 * walked. What a frame leads to depends on the registers that calls keep, and on the memory from
 * its stack pointer on: where these are as they were, the frames outside of it are, too. A stack
 * whose outer frames were not copied is walked whole, and so is one that is not deep: comparing it
 * takes as long.
 */
#ifndef CGRECORD_MEMO_H
#define CGRECORD_MEMO_H

#include "unwind.h"

/** The registers that calls keep, and where the frame is. */
#define MEMO_REGISTERS 8u

struct memo;

/** @return one that knows no stack; release with memo_free */
struct memo *memo_new(void);
/** NULL is allowed. */
void memo_free(struct memo *memo);

/** Begin to walk a stack. O(bytes that are as they were) */
void memo_begin(struct memo *memo, const struct space *space, const struct snapshot *snapshot);

/**
 * Whether the frames from here on are known. If not, the frame is noted.
 *
 * @param registers by DWARF number, as they are in the frame
 * @param is_exact  as in the walk: part of what the frame is
 * @param frames    receives those from this one on, behind its first `count`
 * @param end       receives how the walk ended
 */
bool memo_join(struct memo *memo, const uint64_t *registers, bool is_exact, GArray *frames,
               guint count, enum unwound_end *end);

/** Keep a walk. @param frames all of it @param usable false: it is not to be joined */
void memo_end(struct memo *memo, const GArray *frames, enum unwound_end end, bool usable);

#endif
