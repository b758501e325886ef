/*
 * The frames of a thread from its registers and a copy of the inner part of its stack.
 */
#ifndef CGRECORD_UNWIND_H
#define CGRECORD_UNWIND_H

#include "space.h"

/** A thread as it was when it was interrupted. */
struct snapshot {
    uint64_t registers[IMAGE_REGISTERS]; /**< those that are not known are 0 */
    const unsigned char *stack;          /**< copy of the memory from the stack pointer on */
    uint64_t stack_size;
};

/** A frame, from the inside out. */
struct unwound_frame {
    uint64_t address; /**< within the instruction that it executes, or that called */
    uint64_t site;    /**< to where it returns; 0: not known */
    bool is_signal;   /**< what the system makes around a signal handler; no function */
};

/** How far the frames go. */
enum unwound_end {
    UNWOUND_WHOLE,  /**< to the beginning of the thread */
    UNWOUND_DEEP,   /**< to the end of the copied stack */
    UNWOUND_BROKEN, /**< to code that has no unwind tables, or to another stack */
};

struct memo;

/** Find the frames. @param frames receives struct unwound_frame; emptied first
 *  @param memo of the thread (memo.h); NULL: none. O(frames), of deep stacks those that have
 * changed
 */
enum unwound_end unwind(GArray *frames, struct space *space, const struct snapshot *snapshot,
                        struct memo *memo);

#endif
