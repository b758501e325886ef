/*
 * What a build links: the programs, libraries and archives that its files say it makes, and from
 * which objects. No program is run: build.ninja, CMake's link.txt and compilation databases with
 * link commands are read as text.
 */
#ifndef CGMERGE_PROGRAMS_LINK_STEPS_H
#define CGMERGE_PROGRAMS_LINK_STEPS_H

#include <glib.h>
#include <stdbool.h>

#include <libcg/common.h>

/** One input of a step. */
struct link_input {
    char *path; /**< absolute */
    bool whole; /**< of an archive, all members are linked */
};

/** One output that is linked or archived. All paths are absolute. */
struct link_step {
    char *output;
    bool archive;
    bool shared;
    bool too_long;      /**< its command means more inputs than are read */
    char *unread;       /**< "FILE: why": a response file that could not be read; NULL: none */
    GArray *inputs;     /**< of struct link_input: objects, archives, libraries */
    GPtrArray *wrapped; /**< of char *: symbols of --wrap */
};

/**
 * Read what a build links.
 *
 * @param steps receives the steps by output, struct link_step by char *; release it with
 *              g_hash_table_destroy
 * @param build directory of a build, or a compilation database
 * @return CG_OK, CG_E_IO, CG_E_FORMAT, or CG_E_LIMIT where a file means much more than it says
 */
int link_steps_read(GHashTable **steps, const char *build, struct cg_error *error);

/* For the readers of each kind of file */

/** A step, to fill in and add; an output that is known is replaced.
 *  @param output relative to directory */
struct link_step *link_step_add(GHashTable *steps, const char *directory, const char *output);

/** Add an input, relative to directory, unless it is none of an object, an archive and a library.
 */
void link_step_input(struct link_step *step, const char *directory, const char *path, bool whole);

/** Read the words of a linker: options that matter, objects, libraries. */
void link_step_words(struct link_step *step, const char *directory, char **words);

/** Read build.ninja. */
int link_steps_ninja(GHashTable *steps, const char *path, struct cg_error *error);

#endif
