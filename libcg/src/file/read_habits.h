/*
 * Habits of the writer of a file: which metadata key follows which, and its last value.
 *
 * A writer puts the same kinds at one function after the other, in the same order, and many repeat
 * their value. So the reader guesses the next key and its value and compares, which is cheaper than
 * a look-up; a wrong guess costs a comparison.
 */
#ifndef FILE_READ_HABITS_H
#define FILE_READ_HABITS_H

#include "strings/text.h"
#include "json/scanner.h"

#include <libcg/metadata.h>

struct reader;

/** Reads a value that the graph itself holds. @return false after failing */
typedef bool read_held(struct reader *r, uint32_t number, const struct slice *key);

/** A key at one kind of place. */
struct habit {
    char *member; /**< the key as JSON and a colon: "\"key\":" */
    uint32_t member_length;
    uint32_t key;        /**< interned */
    uint32_t value;      /**< the last one, interned, or CG_NO_STRING */
    struct cg_text fact; /**< the text of a value that is kept decoded */
    uint32_t next;       /**< number + 1 of the habit that followed last; 0: none yet */
    bool ordered;        /**< the key of `next` sorts after this one's */
    read_held *held;     /**< NULL: metadata, kept as text */
};

/** Habits at the places of one kind. The first represents the beginning of an object. */
struct habits {
    struct habit *items;
    size_t capacity;
    uint32_t count;
    uint32_t *by_key; /**< habit by key string, 0: none; shorter than the keys when the rest is 0 */
    size_t by_key_capacity;
};

/** Release. */
void habits_free(struct habits *habits);

/**
 * Step to the next member of an object.
 *
 * @param first  in and out: true before the first
 * @param before in: the habit of the previous member, 0 at first; out: that of the member found
 * @return true if there is another one; false at the end or on failure
 */
bool habits_next(struct reader *r, struct habits *habits, enum cg_place place, bool *first,
                 uint32_t *before);

#endif
