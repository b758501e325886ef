/*
 * Writes how something is used.
 */
#ifndef CGQUERY_PRINT_USES_WORDS_H
#define CGQUERY_PRINT_USES_WORDS_H

#include <write/json_writer.h>

/** An array of words for a set of enum use_way: "read", "write" and so on. */
void json_ways(struct json *json, const char *key, unsigned ways);

#endif
