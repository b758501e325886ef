/*
 * Writing one profile of several files, with the values of each process and thread. Memory grows
 * with the tree of call paths, not with the number of locations: values wait in a temporary file.
 */
#ifndef CLI_UNITED_PROFILES_H
#define CLI_UNITED_PROFILES_H

#include "cli.h"

#include <libcg/profile_write.h>

/** What is united, and what becomes of it. */
struct united_profiles {
    char *const *inputs; /**< paths, "-" for standard input; ended by NULL */
    const char *output;  /**< a path, "-" for standard output */
    const char *format;  /**< of cg_profile_write_format_at; NULL: by the ending of `output` */
    const char *metric;  /**< of folded stacks, or NULL */
    const char *binary;  /**< the program that wrote a gmon.out, or NULL */
};

/** What the result has. */
struct united_counts {
    uint32_t contexts;
    uint32_t locations;
};

/**
 * Read all, unite them, and write the result. The values of locations are kept when it is written
 * as cubex and all inputs can be read twice and have them (cubex, and formats of one location);
 * else the result has one location.
 *
 * @param counts receives what the result has; may be NULL
 * @return CG_OK or the first error
 */
int cli_write_united(const struct united_profiles *wanted, struct united_counts *counts,
                     struct cg_error *error);

/** The format that a file name asks for: cubex, callgrind or folded; NULL: none. "callgrind.out"
 *  and what begins so is callgrind. */
const char *cli_profile_format_of(const char *path);

#endif
