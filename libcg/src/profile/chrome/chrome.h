/*
 * Chrome trace events: "Trace Event Format" (Google, 2016), JSON.
 *
 * Calls are begin and end events (`B`, `E`) and spans (`X`, with a duration). All others are
 * skipped, except those that name processes and threads. Events may come in any order; spans of
 * callees usually come before those of their callers. So each thread has a journal of about five
 * bytes per event, which is replayed at the end: directly if times ascend, else sorted by time.
 *
 * Times are whole nanoseconds, rounded if a trace is more precise.
 */
#ifndef PROFILE_CHROME_CHROME_H
#define PROFILE_CHROME_CHROME_H

#include "profile/builder.h"
#include "profile/common/source_bytes.h"
#include "strings/text.h"
#include "json/scanner.h"

/** Times are less than this, before and after 0: 146 years. */
#define CHROME_TIME_LIMIT ((int64_t)1 << 62)

enum chrome_kind { CHROME_BEGIN, CHROME_END, CHROME_SPAN };

/** An event of a call. */
struct chrome_mark {
    enum chrome_kind kind;
    uint32_t what; /**< a frame; for an end the string of its name, BUILDER_NONE: without a name */
    int64_t at;    /**< nanoseconds */
    int64_t duration; /**< for a span, else 0 */
};

/** The thread number of data about a process. */
#define CHROME_PROCESS (UINT32_MAX - 1)

/** A thread, or data about a process. Strings by number, BUILDER_NONE if there is none. */
struct chrome_thread {
    uint32_t process; /**< its id */
    uint32_t id;      /**< BUILDER_NONE: not in its events; CHROME_PROCESS */
    uint32_t name;
    bool unordered; /**< must be sorted */
    uint64_t count; /**< of marks */
    struct chrome_mark last;
    unsigned char *journal;
    size_t length;
    size_t capacity;
};

/** Oddities of a trace, reported once for all events. */
struct chrome_oddities {
    uint64_t unbegun;    /**< ends without a beginning */
    uint64_t unended;    /**< begins whose callers end first */
    uint64_t jumps;      /**< second returns of setjmp that may belong to several of its callers */
    uint64_t unfinished; /**< begins without an end */
    uint64_t overlaps;   /**< spans that partly overlap others */
    uint64_t backwards;  /**< begins and ends earlier than the previous ones */
    uint64_t endless;    /**< spans without a duration, or with a negative one */
    uint64_t samples;    /**< not read */
    bool cut;            /**< the list of events is not closed */
};

/** A trace being read. */
struct chrome {
    struct builder *builder;
    struct source *source;
    struct scanner scan;
    struct cg_text scratch;
    struct chrome_thread *threads; /**< and processes */
    size_t thread_capacity;
    struct cg_table thread_table;
    uint32_t last_thread;   /**< that of the previous event */
    struct cg_text last_id; /**< process and thread of that event, as written */
    size_t last_process;    /**< length of the process in it */
    unsigned decimals;      /**< most digits after the point of a time, up to 3 */
    struct chrome_oddities odd;
};

/** Read one event, from its brace on. @return false after a failure */
bool chrome_event(struct chrome *c);

/** Find or make a thread. @return NULL when memory is exhausted or there are too many */
struct chrome_thread *chrome_find_thread(struct chrome *c, uint32_t process, uint32_t id);

/**
 * A decimal number of microseconds, in nanoseconds.
 *
 * @param decimals receives the number of digits after the point
 * @return CG_OK; CG_E_FORMAT if it is not a number, CG_E_LIMIT past CHROME_TIME_LIMIT. O(length)
 */
int chrome_time(int64_t *out, unsigned *decimals, const char *text, size_t length);

/** Append to a thread's journal. @return false when memory is exhausted */
bool chrome_journal_add(struct chrome_thread *thread, const struct chrome_mark *mark);

/** A position in a journal. Start with {0}. */
struct chrome_cursor {
    size_t offset;
    int64_t at;
};

/** Take the next mark of a journal that is not at its end. */
void chrome_journal_next(const struct chrome_thread *thread, struct chrome_cursor *cursor,
                         struct chrome_mark *out);

/** Replay all threads into the builder, in order of their numbers. O(events), times their logarithm
 *  for threads that must be sorted. @return false after a failure */
bool chrome_replay(struct chrome *c);

#endif
