/*
 * Finds the graphs of programs, shared libraries, objects and archives: those that they name in
 * notes (graph_notes.h).
 */
#ifndef CGMERGE_PROGRAMS_CARRIED_H
#define CGMERGE_PROGRAMS_CARRIED_H

#include <glib.h>
#include <stdbool.h>

#include <libcg/link.h>

/** What linking wraps in a graph: programs that have it may differ in that, so it is an input once
 *  for each way. */
struct carried_wraps {
    GPtrArray *ways; /**< of GPtrArray of char *: symbols */
    guint next;      /**< of these, for carried_wrapped */
};

/** What was found in such files. */
struct carried {
    GPtrArray *lost;          /**< of char *: sources without a graph */
    GHashTable *wrapped;      /**< by path of a graph: struct carried_wraps */
    GHashTable *named;        /**< set of char *: symbols that code without a graph refers to */
    GHashTable *by_libraries; /**< by symbol: which shared libraries refer to what is exported; as
                                 library_names_add */
    GHashTable *programs;     /**< by path of a graph: the only given file that has it, else "" */
    GHashTable *embedded; /**< by what stands for a path in the inputs: texts of graphs, GBytes * */
    GPtrArray
        *mains; /**< of char *: programs with a main of which what else is in them is not known */
    GHashTable *exported;  /**< set of char *: symbols that linked files export */
    guint files;           /**< how many there were */
    guint taken;           /**< how many of the inputs they named */
    bool unlinked;         /**< some is an object or archive */
    bool exports_given;    /**< the user said of which files they are */
    bool shows_no_exports; /**< some graph is of a file that does not show what it exports */
    bool names_unknown;    /**< some graph is of a file of which the named ones may be more */
};

/** Whether a file names graphs, instead of being one. */
bool carried_is_carrier(const char *path);

/**
 * Find the graphs of a file, and of the shared libraries that it needs. Reports what is missing, or
 * is no longer the graph of the object.
 *
 * @param inputs  receives the paths
 * @param carried zero before the first file; release with carried_clear
 * @param map     file of --object-map, or NULL
 * @return false after reporting an error
 */
bool carried_add(GPtrArray *inputs, struct carried *carried, const char *path, const char *map,
                 bool verbose);

/**
 * Add a graph that is known otherwise.
 *
 * @param wrapped of char *: symbols that linking wraps; may be empty
 */
void carried_take(GPtrArray *inputs, struct carried *carried, const char *graph,
                  GPtrArray *wrapped);

/** Add what a program or shared library exports. After that, all that is linked exports no more
 * than such files. @return false after reporting that it does not show this */
bool carried_add_exports(struct carried *carried, const char *path);

/** Note a source or object without a graph. */
void carried_lose(struct carried *carried, const char *source);

/** Note the programs whose main is in none of the graphs: code without a graph has it, and may call
 *  what it likes. */
void carried_lose_mains(struct carried *carried);

/** @return whether so many graphs are all of one program, or library, and what it needs. */
bool carried_is_one(const struct carried *carried, guint graphs);

/** @return the symbols that linking wraps in a graph, of char *, borrowed; NULL: none. Each time it
 * is asked for a path, those of the next input of that path. */
const GPtrArray *carried_wrapped(const struct carried *carried, const char *graph);

/** @return the file that was given and has a graph, by itself or in a library that it needs;
 *  borrowed; NULL: there is none, or several have it. O(1). */
const char *carried_program(const struct carried *carried, const char *graph);

/** Tell linking which symbols other code may refer to, if that is known.
 *  @param carried borrowed while linking
 *  @param graphs  how many are linked */
void carried_describe(struct cg_link_options *options, struct carried *carried, guint graphs);

/** Release. */
void carried_clear(struct carried *carried);

#endif
