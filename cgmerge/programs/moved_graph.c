/* Looks for graphs where a build may have been moved to. */
#include "programs/moved_graph.h"

#include <errno.h>
#include <glib.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "graphs/graph_notes.h"

const char *move_hash(struct move *move, const char *path)
{
    if (!move->hashes) {
        move->hashes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    }
    struct stat info;
    if (stat(path, &info)) {
        return NULL;
    }
    char *file = g_strdup_printf("%ju %ju", (uintmax_t)info.st_dev, (uintmax_t)info.st_ino);
    const char *known = g_hash_table_lookup(move->hashes, file);
    char *hash = known ? NULL : graph_notes_hash(path);
    int reason = errno;
    if (hash) {
        g_hash_table_insert(move->hashes, g_steal_pointer(&file), hash);
    }
    g_free(file);
    errno = reason;
    return known ? known : hash;
}

static bool is_graph(struct move *move, const char *path, const char *hash)
{
    return access(path, R_OK) == 0 && g_strcmp0(move_hash(move, path), hash) == 0;
}

/** @return the path below `to` of what was at `path` below `from`, release with g_free; NULL: it is
 * not there */
static char *below(const char *path, const char *hash, const char *from, const char *to,
                   struct move *move)
{
    size_t length = strlen(from);
    if (strncmp(path, from, length) != 0 || path[length] != '/') {
        return NULL;
    }
    char *place = g_build_filename(to, path + length + 1, NULL);
    if (!is_graph(move, place, hash)) {
        g_clear_pointer(&place, g_free);
    }
    return place;
}

/** Remember that what was below one directory is below another. */
static void learn(struct move *move, char *from, const char *to)
{
    g_free(move->from);
    g_free(move->to);
    move->from = from;
    move->to = g_strdup(to);
}

/** Try each directory that the path had in place of one. */
static char *below_any(const char *path, const char *hash, const char *to, struct move *move)
{
    for (const char *slash = path; slash; slash = strchr(slash + 1, '/')) {
        char *from = g_strndup(path, (gsize)(slash - path));
        char *place = below(path, hash, from, to, move);
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
    bool possible = strlen(path) < PATH_MAX; /* and no longer than it is worth to look for */
    char *place = possible && move->from ? below(path, hash, move->from, move->to, move) : NULL;
    char *directory = g_canonicalize_filename(carrier, NULL);
    while (possible && !place && strcmp(directory, "/") != 0) {
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
    g_clear_pointer(&move->hashes, g_hash_table_destroy);
    *move = (struct move){0};
}
