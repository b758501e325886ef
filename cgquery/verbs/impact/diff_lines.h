/*
 * Reading changes of text as `git diff` and `diff -u` write them: which lines of which files.
 *
 * Text around the changes, such as that of mails, is passed over. Names may be quoted as git does,
 * and have the prefixes a/ and b/ (or i/, w/, c/, o/), which are taken off, or none. Lines may end
 * in "\r\n".
 */
#ifndef CGQUERY_VERBS_IMPACT_DIFF_LINES_H
#define CGQUERY_VERBS_IMPACT_DIFF_LINES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/** Lines that follow each other and were taken out, and those that came in their place. */
struct line_change {
    uint32_t
        old_line; /**< the first that was taken out; if none was, that before which lines came */
    uint32_t old_count;
    uint32_t new_line; /**< the first that came; if none did, that before which lines were */
    uint32_t new_count;
    uint32_t hunk; /**< in hunks */
    bool blank;    /**< there is nothing but white space in them */
};

/** A part of the text with its surroundings. */
struct line_hunk {
    uint32_t old_line; /**< its first line; of a part without lines, that before it */
    uint32_t old_count;
    uint32_t new_line;
    uint32_t new_count;
    char *heading;    /**< what stands behind @@: the line before that begins a function; or "" */
    const char *text; /**< its lines, in the text that was read; the last may lack its end */
    size_t length;
};

/** The changes of a file. */
struct file_change {
    char *old_path;    /**< NULL: there was none */
    char *new_path;    /**< NULL: there is none */
    bool copied;       /**< the old file is still there */
    bool binary;       /**< which lines changed is not told */
    GArray *changes;   /**< of struct line_change, in order */
    GArray *hunks;     /**< of struct line_hunk, in order */
    GArray *old_blank; /**< of uint32_t: lines taken out with nothing but white space, in order */
    GArray *new_blank; /**< of uint32_t: lines that came, likewise */
};

/** What is wrong with a text. */
struct diff_error {
    unsigned long line; /**< counted from 1; 0: the text as a whole */
    const char *text;
};

/** Bytes of the longest text that is read. */
#define DIFF_LINES_LIMIT ((size_t)1 << 28)

/**
 * Read a text.
 *
 * @param text   need not end in NUL
 * @return an array of struct file_change, in order, to be released with g_array_unref, before the
 *         text; NULL: see *error. Empty for a text without anything but white space. O(length).
 */
GArray *diff_lines_read(const char *text, size_t length, struct diff_error *error);

#endif
