/*
 * A file that maps objects to the notes about their graphs, for builds whose objects must stay as
 * the compiler made them. An object is known by its content, so that members of archives are, too.
 * Each line is the SHA-256 of an object, a blank, and a note (graph_notes.h).
 */
#ifndef CLI_OBJECT_MAP_H
#define CLI_OBJECT_MAP_H

#include "cli.h"

struct object_map;

/** Read a map. @return NULL after reporting why it cannot be read; release with object_map_free */
struct object_map *object_map_read(const char *path);

/** Release a map. NULL is allowed. */
void object_map_free(struct object_map *map);

/**
 * Find the notes of a file, or of the members of an archive.
 *
 * @param notes receives those it does not have yet: char *, which it must free
 */
void object_map_find(const struct object_map *map, GPtrArray *notes, const char *path);

/** Append the notes of an object to a map, in one write, so that compilers may do so at the same
 *  time. @return whether it was written; if not, errno has the reason */
bool object_map_append(const char *map, const char *object, const GPtrArray *notes);

#endif
