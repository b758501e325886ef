/*
 * Numbers with units, as people write them: 5ms, 2 MiB, 10k.
 */
#ifndef SELECT_QUANTITY_H
#define SELECT_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>

/** What a unit is of. */
enum quantity_kind {
    QUANTITY_COUNT,
    QUANTITY_TIME,
    QUANTITY_SIZE,
};

/** @return whether a text is a unit, such as "MiB" */
bool quantity_is_unit(const char *text, size_t length);

/** Read a number without unit. @return false if the text is something else */
bool quantity_number(double *out, const char *text, size_t length);

/** Read a number with a unit.
 *  @param number receives it as a count, in seconds or in bytes
 *  @return false if the text is something else */
bool quantity_read(double *number, enum quantity_kind *kind, const char *text);

/** What a unit as profiles declare it is of; NULL is that of counts. */
enum quantity_kind quantity_kind_of(const char *unit);

/** "a time", for messages. */
const char *quantity_word(enum quantity_kind kind);

/** "times (ns, us, ms, s, min, h)", for messages. */
const char *quantity_units(enum quantity_kind kind);

#endif
