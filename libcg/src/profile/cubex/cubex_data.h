/*
 * The index and the rows of one metric of a Cube 4 file, as bytes.
 */
#ifndef PROFILE_CUBEX_CUBEX_DATA_H
#define PROFILE_CUBEX_CUBEX_DATA_H

#include "profile/cubex/cubex_input.h"

/** Most bytes cubex_data_next gives at once. */
#define CUBEX_PIECE (64u << 10)

struct cubex_data {
    struct source *s;
    const char *name;  /**< of the metric, for messages */
    bool swap;         /**< numbers are in the other byte order than the machine's */
    uint32_t count;    /**< rows */
    uint32_t *keys;    /**< by row, rising; NULL: they are their numbers */
    uint64_t row_size; /**< bytes, uncompressed */
    /* the rest is for cubex_data.c */
    struct cubex_window rows;
    struct cubex_window table; /* of compressed rows: where they stand */
    bool compressed;
    bool has_zlib;
    uint64_t entries; /* of the table */
    uint64_t base;    /* where rows begin */
    uint64_t spent;   /* bytes of the rows that were started */
    uint64_t at;      /* in the data: what comes next of the row */
    uint64_t left;    /* bytes of it, as they stand there */
    bool ended;       /* of a compressed one: all was seen */
    z_stream zlib;
    unsigned char *piece;
};

/**
 * Read the index and look at how rows are stored.
 *
 * @param cnodes   how many keys there are
 * @param row_size bytes of a row, not 0
 * @return false after a failure; release in either case
 */
bool cubex_data_open(struct cubex_data *d, struct source *s, const char *name,
                     const struct cubex_files *files, uint32_t cnodes, uint64_t row_size);

/**
 * Begin with a row.
 *
 * @param written receives whether it is there at all, else all values are 0
 * @return false after a failure
 */
bool cubex_data_start(struct cubex_data *d, uint32_t row, bool *written);

/** The next bytes of the row, up to CUBEX_PIECE. What is cut off the end of uncompressed data is 0.
 *  @return NULL after a failure */
const unsigned char *cubex_data_next(struct cubex_data *d, uint32_t length);

/** All bytes of the row were taken: check that there are no more. @return false after a failure */
bool cubex_data_end(struct cubex_data *d);

void cubex_data_close(struct cubex_data *d);

#endif
