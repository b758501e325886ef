/*
 * Reads the output of `git diff` and `diff -u`: the changed lines of each file.
 *
 * Other text around it, such as in mails, is skipped. Names may be quoted as git does. They may
 * have the prefixes a/ and b/ (or i/, w/, c/, o/), which are removed. Lines may end in "\r\n".
 */
#ifndef CGQUERY_VERBS_IMPACT_DIFF_LINES_H
#define CGQUERY_VERBS_IMPACT_DIFF_LINES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/** Consecutive lines that were removed, and those added in their place. */
struct line_change {
    uint32_t
        old_line; /**< the first one removed; if none was, the line before which lines were added */
    uint32_t old_count;
    uint32_t new_line; /**< the first one added; if none was, the line before which lines were
                            removed */
    uint32_t new_count;
    uint32_t hunk; /**< in hunks */
    bool blank;    /**< they are only white space */
};

/** A hunk: changed lines and their surroundings. */
struct line_hunk {
    uint32_t old_line; /**< its first line; of a hunk without lines, the one before it */
    uint32_t old_count;
    uint32_t new_line;
    uint32_t new_count;
    char *heading;    /**< the text after @@: the last line before that begins a function; or "" */
    const char *text; /**< its lines, in the text; the last may lack its end */
    size_t length;
};

/** The changes of a file. */
struct file_change {
    char *old_path;    /**< NULL: there was none */
    char *new_path;    /**< NULL: there is none */
    bool copied;       /**< the old file still exists */
    bool binary;       /**< the changed lines are unknown */
    GArray *changes;   /**< of struct line_change, in order */
    GArray *hunks;     /**< of struct line_hunk, in order */
    GArray *old_blank; /**< of uint32_t: removed lines of only white space, in order */
    GArray *new_blank; /**< of uint32_t: added ones, likewise */
};

/** An error in a text. */
struct diff_error {
    unsigned long line; /**< counted from 1; 0: the whole text */
    const char *text;
};

/** Limit of the text's size in bytes. */
#define DIFF_LINES_LIMIT ((size_t)1 << 28)

/**
 * Parse a text.
 *
 * @param text   need not end in NUL
 * @return an array of struct file_change, in order, to be released with g_array_unref, before the
 *   text; NULL: see *error. Empty for a text of only white space. O(length).
 */
GArray *diff_lines_read(const char *text, size_t length, struct diff_error *error);

#endif
