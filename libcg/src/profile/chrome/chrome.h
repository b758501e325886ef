/*
 * Chrome trace events: "Trace Event Format" (Google, 2016), JSON.
 *
 * Events that tell of calls are begin and end (`B`, `E`) and spans (`X`, with a duration); all
 * others are passed over, but those that name processes and threads. Events may come in any order,
 * callees of spans usually before their callers. So what was seen of a thread is written to its
 * journal, five bytes or so an event, and replayed when all is read: straight from the journal
 * where times rise, else sorted by time.
 *
 * Times are kept in whole nanoseconds, rounded where a trace has finer ones.
 */
#ifndef PROFILE_CHROME_CHROME_H
#define PROFILE_CHROME_CHROME_H

#include "base/text.h"
#include "profile/builder.h"
#include "profile/source_bytes.h"
#include "json/scanner.h"

/** Times are less than this, before and after 0: 146 years. */
#define CHROME_TIME_LIMIT ((int64_t)1 << 62)

enum chrome_kind { CHROME_BEGIN, CHROME_END, CHROME_SPAN };

/** An event that tells of calls. */
struct chrome_mark {
    enum chrome_kind kind;
    uint32_t what;    /**< a frame; of an end the string of its name, BUILDER_NONE: it has none */
    int64_t at;       /**< nanoseconds */
    int64_t duration; /**< of a span, else 0 */
};

/** A number for the thread of what is said of a process. */
#define CHROME_PROCESS (UINT32_MAX - 1)

/** A thread, or what is known of a process. Strings by number, BUILDER_NONE where there is none. */
struct chrome_thread {
    uint32_t process; /**< its id */
    uint32_t id;      /**< BUILDER_NONE: its events say none; CHROME_PROCESS */
    uint32_t name;
    bool unordered; /**< must be sorted */
    uint64_t count; /**< of marks */
    struct chrome_mark last;
    unsigned char *journal;
    size_t length;
    size_t capacity;
};

/** What is odd about a trace, to be told once for all events. */
struct chrome_oddities {
    uint64_t unbegun;    /**< ends of what has not begun */
    uint64_t unended;    /**< begins whose callers end first */
    uint64_t jumps;      /**< second returns of setjmp that several of its callers may have seen */
    uint64_t unfinished; /**< begins without an end */
    uint64_t overlaps;   /**< spans that are neither in others nor beside them */
    uint64_t backwards;  /**< begins and ends that are earlier than those before */
    uint64_t endless;    /**< spans without a duration, or with one below 0 */
    uint64_t samples;    /**< which are not read */
    bool cut;            /**< the list of events is not closed */
};

/** A trace that is being read. */
struct chrome {
    struct builder *builder;
    struct source *source;
    struct scanner scan;
    struct cg_text scratch;
    struct chrome_thread *threads; /**< and processes */
    size_t thread_capacity;
    struct profile_table thread_table;
    uint32_t last_thread;   /**< that of the event before */
    struct cg_text last_id; /**< process and thread of that event, as written */
    size_t last_process;    /**< how many bytes of it are the process */
    unsigned decimals;      /**< most digits behind the point of a time, up to 3 */
    struct chrome_oddities odd;
};

/** Read one event; the next byte is its brace. @return false after a failure */
bool chrome_event(struct chrome *c);

/** Find what is known of a thread. @return NULL when memory is out or there are too many */
struct chrome_thread *chrome_find_thread(struct chrome *c, uint32_t process, uint32_t id);

/**
 * A decimal number of microseconds, in nanoseconds.
 *
 * @param decimals receives how many digits stand behind the point
 * @return CG_OK; CG_E_FORMAT when it is no number, CG_E_LIMIT past CHROME_TIME_LIMIT. O(length)
 */
int chrome_time(int64_t *out, unsigned *decimals, const char *text, size_t length);

/** Append to a thread's journal. @return false when memory is out */
bool chrome_journal_add(struct chrome_thread *thread, const struct chrome_mark *mark);

/** Where a journal is read. Begins as {0}. */
struct chrome_cursor {
    size_t offset;
    int64_t at;
};

/** Take the next of what is in a journal, which is not at its end. */
void chrome_journal_next(const struct chrome_thread *thread, struct chrome_cursor *cursor,
                         struct chrome_mark *out);

/** Replay all threads into the builder, those of lower numbers first.
 *  O(events), for threads that must be sorted times their logarithm. @return false after a failure
 */
bool chrome_replay(struct chrome *c);

#endif
