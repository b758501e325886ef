/*
 * Replaying the journal of a thread: what is running, and its cost.
 */
#ifndef PROFILE_CHROME_CHROME_STACK_H
#define PROFILE_CHROME_CHROME_STACK_H

#include "profile/chrome/chrome.h"

/** A running function. */
struct replay_open {
    cg_call_context path;
    uint32_t name; /**< string of its frame; BUILDER_NONE: without a name */
    int64_t begin;
    int64_t end; /**< of a span, not later than the end of the span around it */
    bool span;
    bool sets_jump; /**< it called setjmp, which may return again */
};

/** Number of setjmp's names. */
#define REPLAY_SETJMPS 5u

/** The cost of a path in the current thread, and the callee it called last, which is mostly the
 *  next one too. */
struct replay_total {
    uint64_t visits;
    uint64_t time;
    cg_frame callee;
    cg_call_context call; /**< the path of the callee; CG_NO_CONTEXT: none yet */
};

/** A replay of threads, one after the other. */
struct replay {
    struct chrome *c;
    struct builder *b;
    struct chrome_oddities *odd;
    struct replay_open *stack;
    size_t capacity;
    size_t depth;
    size_t begun;        /**< number of these that are not spans */
    uint32_t *open_ones; /**< by string of a name: number of these with it that are not spans */
    uint32_t setjmps[REPLAY_SETJMPS]; /**< strings, CG_NO_STRING for names that do not occur */
    bool has_setjmps;
    size_t setters;              /**< number of entries on the stack that called setjmp */
    struct replay_total *totals; /**< by path */
    size_t total_capacity;
    uint32_t total_count;
    cg_call_context *touched; /**< those with visits */
    size_t touched_capacity;
    uint32_t touched_count;
    int64_t now; /**< latest time of the thread so far */
    int64_t unit;
    uint32_t visits_metric;
    uint32_t time_metric;
    uint32_t location;
};

/** Find names of setjmp among the strings of the profile. */
void replay_find_setjmps(struct replay *r);

/** Replay the next mark of a thread; times never decrease. O(1) plus what ends. @return false after
 *  a failure */
bool replay_mark(struct replay *r, const struct chrome_mark *mark);

/** End a thread: functions still running end with the recording. Puts the cost of paths into the
 *  builder. @return false after a failure */
bool replay_finish(struct replay *r);

/** Record exhausted memory. @return false */
bool replay_fail_memory(struct replay *r);

#endif
