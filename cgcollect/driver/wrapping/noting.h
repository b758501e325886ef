/*
 * The notes by which objects and programs name their graphs (graph_notes.h), as the wrapper writes
 * them: into the objects, or into a map beside them.
 */
#ifndef CGCOLLECT_DRIVER_WRAPPING_NOTING_H
#define CGCOLLECT_DRIVER_WRAPPING_NOTING_H

#include <glib.h>
#include <stdbool.h>

#include "commands/commands.h"

/** Notes to write. */
struct noting {
    const char *map;       /**< file of --object-map, borrowed; NULL: into the objects */
    GHashTable *by_object; /**< of GPtrArray of char *, by path; NULL until needed */
    bool strict;           /**< report such an object, and remove it */
    bool failed;           /**< some object lacks a note that it should have */
};

/** Remember that an object has a graph. */
void noting_graph(struct noting *noting, const char *object, const char *graph);

/** Remember that a source of an object has none, and what the object refers to. */
void noting_lost(struct noting *noting, const char *object, const char *source);

/** Write what is remembered for objects other than `program`. Sets `failed` if that fails. */
void noting_write_objects(struct noting *noting, const char *program);

/**
 * Give a program that was just linked the notes that the linker cannot give it: those of its
 * sources that were compiled in the same command, of objects for link-time optimisation, the
 * symbols that --wrap names, and the functions that code without a graph calls. Then report on
 * standard error which of its graphs have gaps.
 *
 * @param program absolute path
 * @param inputs  of const char *: the objects and libraries on the command line
 */
void noting_write_program(struct noting *noting, const char *program, const GPtrArray *inputs,
                          const struct compile_command *command);

/** Release. */
void noting_clear(struct noting *noting);

#endif
