/*
 * Habits of whoever wrote a file: which metadata key follows which, and what its last value was.
 *
 * A writer puts the same kinds at one function after the other, in the same order, and many have
 * the value they had before. So the next key is guessed and compared instead of looked up, and so
 * is its value; a wrong guess costs a comparison.
 */
#ifndef FILE_READ_HABITS_H
#define FILE_READ_HABITS_H

#include "base/text.h"
#include "json/scanner.h"

#include <libcg/metadata.h>

struct reader;

/** What the graph itself holds: reads the value. @return false after failing */
typedef bool read_held(struct reader *r, uint32_t number, const struct slice *key);

/** A key at one kind of place. */
struct habit {
    char *member; /**< the key as JSON and a colon: "\"key\":" */
    uint32_t member_length;
    uint32_t key;        /**< interned */
    uint32_t value;      /**< the last one, interned, or CG_NO_STRING */
    struct cg_text fact; /**< the text of a value that is kept decoded */
    uint32_t next;       /**< habit + 1 that followed last; 0: none did */
    bool ordered;        /**< the key of `next` comes behind this one's */
    read_held *held;     /**< NULL: metadata, kept as text */
};

/** Habits at the places of one kind. The first stands for the beginning of an object. */
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
 * @param before in and out: the habit of the member before, 0 at first; of the one found
 * @return true when another one follows; false at the end or on failure
 */
bool habits_next(struct reader *r, struct habits *habits, enum cg_place place, bool *first,
                 uint32_t *before);

#endif
