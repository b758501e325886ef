/*
 * Reading the text of summaries; the top of libcg/data/library.summaries documents its format.
 *
 * Dependencies: summaries.c -> summaries_parse.c -> summaries_operand.c -> summaries_scan.c.
 */
#ifndef SUMMARIES_SUMMARIES_PARSE_H
#define SUMMARIES_SUMMARIES_PARSE_H

#include "base/pool.h"
#include "summaries/summaries.h"

/* Bounds that keep hostile text from exhausting memory. */
#define SUMMARIES_LIMIT_TEXT ((size_t)16 << 20) /**< bytes of a text */
#define SUMMARIES_LIMIT_WORD 4096u              /**< bytes of a name or a slot */
#define SUMMARIES_LIMIT_PATTERNS 10000u         /**< names with asterisks, of all texts */
#define SUMMARIES_LIMIT_EFFECTS 512u            /**< of a function */
#define SUMMARIES_LIMIT_NUMBER 65535u           /**< a slot of a virtual table */
#define SUMMARIES_LIMIT_ARGUMENT 255u           /**< number of an argument; arguments of a call */

/** A name or pattern with a summary in the text. */
struct summaries_name {
    uint32_t string;  /**< in the pool */
    uint32_t summary; /**< in the part */
    unsigned long line;
    unsigned long column;
};

/** The content of one text. */
struct summaries_part {
    struct summary *summaries;
    size_t count;
    size_t capacity;
    struct summaries_name *names;
    size_t name_count;
    size_t name_capacity;
};

/**
 * Read a text.
 *
 * @param part    an empty part; receives what was read, also on failure: release it with
 *                summaries_part_free
 * @param strings receives names and the texts of operands; the part refers to them
 * @param file    for errors
 * @return CG_OK, CG_E_FORMAT or CG_E_LIMIT, both with a place, or CG_E_MEMORY
 */
int summaries_parse(struct summaries_part *part, struct cg_pool *strings, const char *file,
                    const char *bytes, size_t length, struct cg_error *error);

/** Release a part. */
void summaries_part_free(struct summaries_part *part);

/** @return whether a name is a pattern: it contains `*`. */
bool summaries_is_pattern(const char *name);

/** A text that comes with the library; the build makes it from a file in libcg/data. */
struct summaries_text {
    const char *file; /**< its name, for errors */
    const char *bytes;
    const size_t *length;
};
extern const struct summaries_text summaries_texts[];
extern const size_t summaries_text_count;

#endif
