/* Looks for graphs where a build may have been moved to. */
#include "programs/moved_graph.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "graphs/graph_notes.h"

static bool is_graph(const char *path, const char *hash)
{
    char *found = access(path, R_OK) == 0 ? graph_notes_hash(path) : NULL;
    bool is = g_strcmp0(found, hash) == 0;
    g_free(found);
    return is;
}

/** @return the path below `to` of what was at `path` below `from`, release with g_free; NULL: it is
 * not there */
static char *below(const char *path, const char *hash, const char *from, const char *to)
{
    size_t length = strlen(from);
    if (strncmp(path, from, length) != 0 || path[length] != '/') {
        return NULL;
    }
    char *place = g_build_filename(to, path + length + 1, NULL);
    if (!is_graph(place, hash)) {
        g_clear_pointer(&place, g_free);
    }
    return place;
}

/** Remember that what was below one directory is below another. */
static void learn(struct move *move, char *from, const char *to)
{
    move_clear(move);
    *move = (struct move){from, g_strdup(to)};
}

/** Try each directory that the path had in place of one. */
static char *below_any(const char *path, const char *hash, const char *to, struct move *move)
{
    for (const char *slash = path; slash; slash = strchr(slash + 1, '/')) {
        char *from = g_strndup(path, (gsize)(slash - path));
        char *place = below(path, hash, from, to);
        if (place) {
            learn(move, from, to);
            return place;
        }
        g_free(from);
    }
    return NULL;
}

char *moved_graph(const char *path, const char *hash, const char *carrier, struct move *move)
{
    char *place = move->from ? below(path, hash, move->from, move->to) : NULL;
    char *directory = g_canonicalize_filename(carrier, NULL);
    while (!place && strcmp(directory, "/") != 0) {
        char *above = g_path_get_dirname(directory);
        g_free(directory);
        directory = above;
        place = below_any(path, hash, directory, move);
    }
    g_free(directory);
    return place;
}

void move_clear(struct move *move)
{
    g_free(move->from);
    g_free(move->to);
    *move = (struct move){0};
}
