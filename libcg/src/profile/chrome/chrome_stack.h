/*
 * Replaying what was seen of a thread: what is running, and what it cost.
 */
#ifndef PROFILE_CHROME_CHROME_STACK_H
#define PROFILE_CHROME_CHROME_STACK_H

#include "profile/chrome/chrome.h"

/** What is running. */
struct replay_open {
    cg_path path;
    uint32_t name; /**< string of its frame; BUILDER_NONE: it has none */
    int64_t begin;
    int64_t end; /**< of a span, at most that of the span around it */
    bool span;
    bool sets_jump; /**< it called setjmp, which may return again */
};

/** How many names setjmp has. */
#define REPLAY_SETJMPS 5u

/** What a path cost at the thread being replayed, and which callee it called last: mostly it is the
 * next one too. */
struct replay_total {
    uint64_t visits;
    uint64_t time;
    cg_frame callee;
    cg_path call; /**< the path of that; CG_NO_PATH: none yet */
};

/** A replay of threads, one behind the other. */
struct replay {
    struct chrome *c;
    struct builder *b;
    struct chrome_oddities *odd;
    struct replay_open *stack;
    size_t capacity;
    size_t depth;
    size_t begun;        /**< of these, how many are no spans */
    uint32_t *open_ones; /**< by string of a name: how many of these that are no spans have it */
    uint32_t setjmps[REPLAY_SETJMPS]; /**< strings, CG_NO_STRING for names that do not occur */
    bool has_setjmps;
    size_t setters;              /**< what of the stack called setjmp */
    struct replay_total *totals; /**< by path */
    size_t total_capacity;
    uint32_t total_count;
    cg_path *touched; /**< those with visits */
    size_t touched_capacity;
    uint32_t touched_count;
    int64_t now; /**< latest time of the thread so far */
    int64_t unit;
    uint32_t visits_metric;
    uint32_t time_metric;
    uint32_t location;
};

/** Look for names of setjmp among the strings of the profile. */
void replay_find_setjmps(struct replay *r);

/** Replay the next mark of a thread; times never fall. O(1) but for what ends. @return false after
 * a failure */
bool replay_mark(struct replay *r, const struct chrome_mark *mark);

/** End a thread: what still runs when the recording ends does so until then. Puts what paths cost
 *  into the builder. @return false after a failure */
bool replay_finish(struct replay *r);

/** Record that memory is out. @return false */
bool replay_fail_memory(struct replay *r);

#endif
