/*
 * Shared by the readers of annotation files: one reader per format, chosen by the beginning of the
 * file. All read through the scanner's window, so that a file is never in memory as a whole, and
 * record the first failure there.
 */
#ifndef ANNOTATE_ANNOTATE_H
#define ANNOTATE_ANNOTATE_H

#include "match/match.h"
#include "json/scanner.h"

#include <libcg/annotate.h>

/** More kinds than any file has; a fixed limit lets values of one function be found quickly. */
#define ANNOTATE_LIMIT_KINDS 1024u

/** A kind with values in the files. */
struct annotate_kind {
    const char *key;
    const struct cg_metadata_kind *kind; /**< NULL if not registered */
    const struct cg_strategy *strategy;  /**< NULL: as cg_merge_greatest */
};

struct cg_annotator {
    struct cg_graph *graph;
    struct cg_annotate_options options;
    struct matcher matcher;
    struct cg_pool keys;
    struct annotate_kind kinds[ANNOTATE_LIMIT_KINDS]; /**< by string of keys */
    struct cg_text merged;
    bool *touched; /**< by node: has got a value from the current file */
    uint64_t counts[CG_ANNOTATED_AMBIGUOUS + 1]; /**< of the last file read without an error */
};

/** One file being read. */
struct annotate_run {
    struct cg_annotator *annotator;
    uint64_t counts[CG_ANNOTATED_AMBIGUOUS + 1];
    struct scanner scan;
    struct cg_text name; /**< terminated, of the current entry */
    struct cg_text file; /**< likewise; empty if the entry has none */
    struct cg_text value;
};

/** The readers. Failures are in run->scan.status. */
void annotate_json_lines(struct annotate_run *run);
void annotate_csv(struct annotate_run *run);
void annotate_su(struct annotate_run *run);
void annotate_ci(struct annotate_run *run);

/** Whether the first line of a file shows that it has the format. */
bool annotate_is_su(const char *line, size_t length);
bool annotate_is_ci(const char *line, size_t length);
bool annotate_is_csv(const char *line, size_t length);

/**
 * Take a line without its end (LF or CRLF). It stays valid until the scanner reads on.
 *
 * @param place receives where it begins
 * @return false at the end of the input and on failure
 */
bool annotate_line(struct scanner *s, struct slice *line, struct place *place);

/** Count the line feed before s->at. */
void annotate_new_line(struct scanner *s);

/** Copy a name or path into terminated text. It must be UTF-8 without NUL and not too long, or the
 *  scanner fails at the place. */
bool annotate_copy(struct scanner *s, struct cg_text *out, const char *text, size_t length,
                   struct place place);

/**
 * Find and count the function of an entry; warn if there is none.
 *
 * @param query its name and file are run->name and run->file
 * @param out   receives the function or CG_NONE
 */
bool annotate_find(struct annotate_run *run, cg_node *out, struct match_query *query,
                   struct place place);

/** Number of an annotation's kind, by its key, terminated. */
bool annotate_kind(struct annotate_run *run, uint32_t *out, const char *key, struct place place);

/** Attach a value to a function, merging it with an existing one. */
bool annotate_put(struct annotate_run *run, cg_node node, uint32_t kind, const char *text,
                  size_t length, struct place place);

/** Attach a stack size (CG_KEY_STACK_SIZE) to the function that the query finds. @param bytes
 *  decimal digits @param kind as the compilers write it, valid */
bool annotate_stack_size(struct annotate_run *run, struct match_query *query,
                         const struct slice *bytes, const struct slice *kind, const char *source,
                         struct place place);

/** Take a decimal number off the front of a slice. @return false if there is none or it does not
 *  fit into 32 bits */
bool annotate_number(struct slice *text, uint32_t *out);

/** Whether text is decimal digits, one or more. */
bool annotate_is_digits(const struct slice *text);

/** Whether text is a kind of stack frame: static, dynamic, or dynamic,bounded. */
bool annotate_is_stack_kind(const struct slice *text);

#endif
