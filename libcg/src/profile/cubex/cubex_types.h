/*
 * Types of values in a Cube 4 file. A value may have several parts, each of which becomes a metric.
 */
#ifndef PROFILE_CUBEX_CUBEX_TYPES_H
#define PROFILE_CUBEX_CUBEX_TYPES_H

#include "profile/statistics_row.h"

/** How a number is stored. */
enum cubex_number {
    CUBEX_F64,
    CUBEX_U64,
    CUBEX_I64,
    CUBEX_U32,
    CUBEX_I32,
    CUBEX_U16,
    CUBEX_I16,
    CUBEX_U8,
    CUBEX_I8,
};

enum cubex_shape {
    CUBEX_PLAIN,
    CUBEX_ATOMIC,    /**< TAU_ATOMIC: number, minimum, maximum, sum, sum of squares */
    CUBEX_COMPLEX,   /**< real, imaginary */
    CUBEX_RATE,      /**< numerator, denominator */
    CUBEX_HISTOGRAM, /**< minimum, maximum, bins */
    CUBEX_DOUBLES,   /**< several numbers */
};

struct cubex_type {
    enum cubex_shape shape;
    enum cubex_number number; /**< of plain ones */
    enum cg_metric_fold fold; /**< of plain ones */
    uint32_t size;            /**< bytes of a value; values are contiguous */
    uint32_t parts;
};

/** Most parts a value may have. */
#define CUBEX_LIMIT_PARTS 4096u

/** Parse a dtype. @return false if its values are not numbers */
bool cubex_type_parse(struct cubex_type *out, const char *text);

/** A part of a value. */
struct cubex_part {
    char suffix[16]; /**< appended to the metric's name */
    enum cubex_number number;
    enum cg_metric_fold fold;
    uint32_t offset; /**< bytes from the beginning of the value */
    bool adds_up;    /**< along call paths */
};

/** The parts of a type. @param counts whether the metric counts events: for TAU_ATOMIC the count
 *  then has the metric's name, else the sum */
void cubex_type_part(struct cubex_part *out, const struct cubex_type *type, uint32_t part,
                     bool counts);

/** Whether numbers are whole. */
static inline bool cubex_is_whole(enum cubex_number number)
{
    return number != CUBEX_F64;
}

/** Numbers as they are stored. */
struct cubex_stored {
    const unsigned char *bytes; /**< of the first */
    uint32_t stride;            /**< bytes from one to the next */
    uint32_t count;             /**< at most STATISTICS_PIECE */
    enum cubex_number number;
    bool swap; /**< they have the other byte order */
};

/**
 * Read numbers. O(count).
 *
 * @param total  receives their exact sum, if the numbers read may be rounded
 * @return whether total was set
 */
bool cubex_numbers(double *out, const struct cubex_stored *stored, statistics_total *total);

#endif
