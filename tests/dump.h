/*
 * What the tools that print graphs for tests share.
 */
#ifndef TESTS_DUMP_H
#define TESTS_DUMP_H

#include <libcg/common.h>

#include <stdio.h>
#include <stdlib.h>

static inline const char *or_dash(const char *text)
{
    return text ? text : "-";
}

/** Tell an error and end. */
static inline void die(const struct cg_error *error)
{
    char text[1024];
    cg_error_format(text, sizeof text, error);
    fprintf(stderr, "dump: %s\n", text);
    exit(2);
}

#endif
