/*
 * The writers of profile formats, and what they share: bytes go to the caller's function, and the
 * first failure is kept.
 */
#ifndef PROFILE_COMMON_PROFILE_WRITERS_H
#define PROFILE_COMMON_PROFILE_WRITERS_H

#include "profile/profile.h"
#include "strings/text.h"

#include <libcg/profile_write.h>

struct writer {
    const struct cg_profile *profile;
    const struct cg_profile_write_options *options;
    cg_profile_write_function *write;
    void *user;
    struct cg_error *error;
    int status; /**< the first failure */
};

struct profile_writer {
    const char *format;
    /** Write all. Failures are recorded in the writer. */
    void (*write)(struct writer *w);
};

extern const struct profile_writer writer_cubex;
extern const struct profile_writer writer_callgrind;
extern const struct profile_writer writer_folded;

/** Write bytes, unless there was a failure. */
void writer_put(struct writer *w, const void *bytes, size_t length);

/** Write a text and clear it; a text that lacks memory is a failure. */
void writer_put_text(struct writer *w, struct cg_text *text);

/** Record that memory is exhausted. @return false */
bool writer_fail_memory(struct writer *w);

/** The children of each context, in ascending order. */
struct writer_tree {
    cg_call_context *first; /**< by context + 1, the roots being children of number 0;
                                 CG_NO_CONTEXT: none */
    cg_call_context *next;  /**< by context: its next sibling */
};

/** Make the lists. @return false after a failure; release in either case. O(contexts) */
bool writer_tree_make(struct writer_tree *tree, struct writer *w);
void writer_tree_free(struct writer_tree *tree);

/** The context after another in depth-first order. @param levels receives how many contexts end
 *  between the two: 0 if it is a child. CG_NO_CONTEXT at the end. Amortised O(1) */
cg_call_context writer_tree_next(const struct writer_tree *tree, const struct cg_profile *profile,
                                 cg_call_context context, uint32_t *levels);

#endif
