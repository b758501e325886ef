/*
 * Remembers by function where a region was started. A worker seen in a region that nobody was seen
 * to start waits as an orphan.
 */
#include "teams.h"

#include <string.h>

/* Where the code of a region is called. */
struct start {
    uint64_t function;
    uint64_t site;
    uint32_t node; /* of the caller */
};

/* Code of a region in a worker, while it is not known who started it. */
struct orphan {
    uint64_t function;
    struct branch branch; /* of the thread */
    uint32_t node;
};

struct teams {
    GHashTable *starts; /* struct start, by function */
    GArray *orphans;    /* struct orphan */
    bool begins;        /* the path that was placed last begins with a worker that has no place */
};

enum { MOST_ORPHANS = 4096 };

struct teams *teams_new(void)
{
    struct teams *teams = g_new0(struct teams, 1);
    teams->starts = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
    teams->orphans = g_array_new(FALSE, FALSE, sizeof(struct orphan));
    return teams;
}

void teams_free(struct teams *teams)
{
    if (teams) {
        g_hash_table_unref(teams->starts);
        g_array_unref(teams->orphans);
        g_free(teams);
    }
}

void teams_forget(struct teams *teams)
{
    g_hash_table_remove_all(teams->starts);
    g_array_set_size(teams->orphans, 0);
}

static bool has_name(const char *path, const char *const *names)
{
    const char *slash = strrchr(path, '/');
    bool has = false;
    for (; *names && !has; names++) {
        has = g_str_has_prefix(slash ? slash + 1 : path, *names);
    }
    return has;
}

bool teams_is_runtime(const char *path)
{
    static const char *const names[] = {"libgomp.so", "libomp.so", "libomp5.so", "libiomp5.so",
                                        NULL};
    return has_name(path, names);
}

/* Threads begin there. */
static bool is_libc(const char *path)
{
    static const char *const names[] = {"libc.so", "libpthread.so", "libc-2", NULL};
    return has_name(path, names);
}

static const char *path_of(struct space *space, const struct cgr_node *frame)
{
    const struct mapping *mapping =
        frame->kind == CGR_NODE_SAMPLE ? space_find(space, frame->callee) : NULL;
    return mapping && mapping->path ? mapping->path : "";
}

static const struct cgr_node *frame_at(const GArray *path, guint i)
{
    return &g_array_index(path, struct cgr_node, i);
}

static bool is_runtime_at(struct space *space, const GArray *path, guint i)
{
    return i < path->len && teams_is_runtime(path_of(space, frame_at(path, i)));
}

/* The beginning of the function that a frame is in; 0: it is not known, or the runtime waits there.
 */
static uint64_t function_at(struct space *space, const GArray *path, guint i)
{
    const struct cgr_node *frame = i < path->len ? frame_at(path, i) : NULL;
    const struct mapping *mapping =
        frame && frame->kind == CGR_NODE_SAMPLE ? space_find(space, frame->callee) : NULL;
    if (!mapping || !mapping->image || is_libc(mapping->path)) {
        return 0;
    }
    uint64_t start, offset = frame->callee - mapping->start + mapping->offset;
    return image_function(mapping->image, offset, &start) ? frame->callee - offset + start : 0;
}

/* How many frames begin a worker, before the code of its region; 0: it is none. */
static guint beginning(struct space *space, const GArray *path)
{
    guint i = 0;
    while (i < path->len && is_libc(path_of(space, frame_at(path, i)))) {
        i++;
    }
    guint of_libc = i;
    while (is_runtime_at(space, path, i)) {
        i++;
    }
    return i > of_libc ? i : 0;
}

uint32_t teams_place(struct teams *teams, struct space *space, GArray *path)
{
    guint outer = beginning(space, path);
    uint64_t function = outer ? function_at(space, path, outer) : 0;
    const struct start *start = function ? g_hash_table_lookup(teams->starts, &function) : NULL;
    teams->begins = function && !start;
    if (!start) {
        return 0;
    }
    g_array_remove_range(path, 0, outer);
    g_array_index(path, struct cgr_node, 0).site = start->site;
    return start->node;
}

static void place_orphans(struct teams *teams, struct tree *tree, const struct start *start)
{
    for (guint i = teams->orphans->len; i-- > 0;) {
        const struct orphan *orphan = &g_array_index(teams->orphans, struct orphan, i);
        if (orphan->function == start->function) {
            tree_move(tree, &orphan->branch, orphan->node, start->node, start->site);
            g_array_remove_index_fast(teams->orphans, i);
        }
    }
}

static void note_start(struct teams *teams, struct tree *tree, const struct start *start)
{
    struct start *known = g_hash_table_lookup(teams->starts, &start->function);
    if (known) {
        *known = *start;
        return;
    }
    known = g_new(struct start, 1);
    *known = *start;
    g_hash_table_insert(teams->starts, &known->function, known);
    place_orphans(teams, tree, start);
}

static void note_orphan(struct teams *teams, const struct orphan *orphan)
{
    bool known = teams->orphans->len >= MOST_ORPHANS;
    for (guint i = 0; i < teams->orphans->len && !known; i++) {
        known = g_array_index(teams->orphans, struct orphan, i).node == orphan->node;
    }
    if (!known) {
        g_array_append_val(teams->orphans, *orphan);
    }
}

void teams_note(struct teams *teams, struct space *space, struct tree *tree,
                const struct placed_path *placed)
{
    const GArray *path = placed->path;
    guint from = teams->begins ? beginning(space, path) : 0;
    if (from && from < placed->count) {
        note_orphan(teams, &(struct orphan){function_at(space, path, from), *placed->branch,
                                            placed->nodes[from]});
    }
    for (guint i = from + 1; i < placed->count; i++) {
        if (is_runtime_at(space, path, i - 1) && !is_runtime_at(space, path, i)) {
            const struct start start = {function_at(space, path, i), frame_at(path, i)->site,
                                        placed->nodes[i - 1]};
            if (start.function) {
                note_start(teams, tree, &start);
            }
        }
    }
}
