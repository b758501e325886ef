/*
 * Graphs whose build was moved or copied as a whole, after the objects had named them.
 */
#ifndef CGMERGE_PROGRAMS_MOVED_GRAPH_H
#define CGMERGE_PROGRAMS_MOVED_GRAPH_H

#include <glib.h>

/** How the build moved, as the last graph was found; zero before the first. */
struct move {
    char *from; /**< a directory, or NULL */
    char *to;
    GHashTable *hashes; /**< of files that were read: many notes may name one */
};

/** @return the hash of a file (graph_notes_hash), which is read once, borrowed; or NULL with the
 *  reason in errno, 0 if it is not regular */
const char *move_hash(struct move *move, const char *path);

/**
 * Find a graph beside the file that names it: below a directory that this is in, at the end of the
 * path that the graph had.
 *
 * @param path    that the graph had, absolute
 * @param hash    of its content (graph_notes_hash)
 * @param carrier the file that names it
 * @param move    is tried first, and updated
 * @return its path, release with g_free; NULL: it is not there. O(d²) for paths of d directories
 */
char *moved_graph(const char *path, const char *hash, const char *carrier, struct move *move);

void move_clear(struct move *move);

#endif
