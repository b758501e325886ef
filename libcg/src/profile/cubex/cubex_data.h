/*
 * The index and the rows of one metric of a Cube 4 file, as bytes.
 */
#ifndef PROFILE_CUBEX_CUBEX_DATA_H
#define PROFILE_CUBEX_CUBEX_DATA_H

#include "profile/cubex/cubex_input.h"

/** Most bytes that cubex_data_next returns at once. */
#define CUBEX_PIECE (64u << 10)

struct cubex_data {
    struct source *s;
    const char *name;  /**< of the metric, for messages */
    bool swap;         /**< numbers have the other byte order */
    uint32_t count;    /**< rows */
    uint32_t *keys;    /**< by row, ascending; NULL: equal to their numbers */
    uint64_t row_size; /**< bytes, uncompressed */
    /* the rest belongs to cubex_data.c */
    struct cubex_window rows;
    struct cubex_window table; /* of compressed rows: their places */
    bool compressed;
    bool has_zlib;
    uint64_t entries; /* of the table */
    uint64_t base;    /* where rows begin */
    uint64_t spent;   /* bytes of the rows started so far */
    uint64_t at;      /* in the data: the next bytes of the row */
    uint64_t left;    /* remaining stored bytes */
    bool ended;       /* for a compressed one: complete */
    z_stream zlib;
    unsigned char *piece;
};

/**
 * Read the index and find out how rows are stored.
 *
 * @param cnodes   number of keys
 * @param row_size bytes of a row, not 0
 * @return false after a failure; release in either case
 */
bool cubex_data_open(struct cubex_data *d, struct source *s, const char *name,
                     const struct cubex_files *files, uint32_t cnodes, uint64_t row_size);

/**
 * Start a row.
 *
 * @param written receives whether it is stored; else all values are 0
 * @return false after a failure
 */
bool cubex_data_start(struct cubex_data *d, uint32_t row, bool *written);

/** The next bytes of the row, up to CUBEX_PIECE. Bytes missing at the end of uncompressed data are
 *  0. @return NULL after a failure */
const unsigned char *cubex_data_next(struct cubex_data *d, uint32_t length);

/** Check that all bytes of the row were taken. @return false after a failure */
bool cubex_data_end(struct cubex_data *d);

void cubex_data_close(struct cubex_data *d);

#endif
