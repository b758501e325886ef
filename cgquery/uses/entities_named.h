/*
 * Finds macros, types, enumerators, fields and variables by name, or by file and lines.
 */
#ifndef CGQUERY_USES_ENTITIES_NAMED_H
#define CGQUERY_USES_ENTITIES_NAMED_H

#include "uses/use_tables.h"

/**
 * Append the numbers of what a text means to an array of uint32_t, in order: the name with or
 * without the keyword of a type, at its end with or without scopes, FILE:NAME with the end of a
 * file's path, FILE:LINE or FILE:FIRST-LAST for what is defined there, or a glob. Exact names go
 * before those that only end so. Functions and namespaces are left out. The array has each once
 * afterwards.
 *
 * @return whether the text means anything. O(entities + places)
 */
bool entities_named(GArray *entities, const struct uses *uses, const char *text);

/** Append what is defined in lines of a file: the innermost definitions that have them. What has
 *  several places there may be appended several times. Of an empty range (last < first), those
 *  around the place before its first line. @param file as in the graph */
void entities_in_lines(GArray *entities, const struct uses *uses, const char *file, uint32_t first,
                       uint32_t last);

/** The files of the graph that a path may mean: those that end in it, or that it ends in; release
 *  with g_ptr_array_unref. */
GPtrArray *entities_files(const struct uses *uses, const char *path);

#endif
