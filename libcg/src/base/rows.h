/*
 * Items grouped by a number of each, in time proportional to both: a counting sort. The items of
 * row r come to be at start[r] to start[r + 1] of an array, in the order in which they are placed.
 *
 *     each item: rows_count(start, row);
 *     rows_begin(start, rows);
 *     each item: items[rows_place(start, row)] = item;
 */
#ifndef BASE_ROWS_H
#define BASE_ROWS_H

#include <stddef.h>
#include <stdint.h>

/** Count an item. @param start numbers of rows + 2 rows, 0 at first */
static inline void rows_count(uint32_t *start, size_t row)
{
    start[row + 2]++;
}

/** All items are counted: find where the rows begin. */
static inline void rows_begin(uint32_t *start, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        start[row + 2] += start[row + 1];
    }
}

/** @return where to place the next item of a row. */
static inline uint32_t rows_place(uint32_t *start, size_t row)
{
    return start[row + 1]++;
}

#endif
