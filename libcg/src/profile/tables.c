/*
 * Hash tables of frames and paths by content. A path's first child is found through its parent, the
 * others through the table.
 */
#include "profile/tables.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>

static uint32_t hash_frame(const void *user, uint32_t frame)
{
    const struct cg_profile *profile = user;
    return cg_hash_bytes(profile->strings.seed, &profile->frames[frame],
                         sizeof(struct profile_frame));
}

static bool is_frame(const void *user, uint32_t i, const void *frame)
{
    const struct cg_profile *profile = user;
    return memcmp(&profile->frames[i], frame, sizeof *profile->frames) == 0;
}

static uint32_t *slot_of_frame(const struct cg_profile *profile, const struct profile_frame *frame)
{
    uint32_t hash = cg_hash_bytes(profile->strings.seed, frame, sizeof *frame);
    return cg_table_slot(&profile->frame_table, hash, is_frame, profile, frame);
}

cg_frame tables_find_frame(const struct cg_profile *profile, const struct profile_frame *frame)
{
    const uint32_t *slot = slot_of_frame(profile, frame);
    return slot && *slot ? *slot - 1 : UINT32_MAX;
}

cg_frame tables_frame(struct cg_profile *profile, const struct profile_frame *frame)
{
    struct cg_table *table = &profile->frame_table;
    uint32_t count = profile->frame_count;
    if (count >= PROFILE_LIMIT_FRAMES || !cg_table_reserve(table, hash_frame, profile) ||
        !cg_grow(&profile->frames, &profile->frame_capacity, (size_t)count + 1, sizeof *frame)) {
        return UINT32_MAX;
    }
    uint32_t *slot = slot_of_frame(profile, frame);
    if (*slot) {
        return *slot - 1;
    }
    *slot = count + 1;
    table->used++;
    profile->frames[count] = *frame;
    return profile->frame_count++;
}

static uint32_t hash_path(const struct cg_profile *profile, const struct profile_path *path)
{
    return cg_hash_bytes(profile->strings.seed, path, sizeof *path);
}

static bool is_first_child(const struct cg_profile *profile, cg_call_context path)
{
    cg_call_context parent = profile->paths[path].parent;
    return parent != CG_NO_CONTEXT && profile->first_children[parent] == path;
}

/* The table has roots, and paths that are not the first child of another: most paths have at most
 * one child, so most need neither an entry nor a search. */
static bool reserve_in_table(struct cg_profile *profile)
{
    struct cg_table *table = &profile->path_table;
    struct cg_table grown;
    if (cg_table_has_room(table)) {
        return true;
    }
    if (!cg_table_larger(&grown, table)) {
        return false;
    }
    for (cg_call_context i = 0; i < profile->path_count; i++) {
        if (!is_first_child(profile, i)) {
            cg_table_place(&grown, hash_path(profile, &profile->paths[i]), i);
        }
    }
    free(table->slots);
    *table = grown;
    return true;
}

static bool is_path(const void *user, uint32_t i, const void *path)
{
    const struct cg_profile *profile = user;
    return memcmp(&profile->paths[i], path, sizeof *profile->paths) == 0;
}

static uint32_t *slot_of(const struct cg_profile *profile, const struct profile_path *path)
{
    return cg_table_slot(&profile->path_table, hash_path(profile, path), is_path, profile, path);
}

static cg_call_context append_path(struct cg_profile *profile, const struct profile_path *path)
{
    profile->paths[profile->path_count] = *path;
    profile->first_children[profile->path_count] = CG_NO_CONTEXT;
    return profile->path_count++;
}

static bool reserve_path(struct cg_profile *profile)
{
    size_t count = (size_t)profile->path_count + 1;
    return count <= PROFILE_LIMIT_PATHS &&
           cg_grow(&profile->paths, &profile->path_capacity, count, sizeof *profile->paths) &&
           cg_grow(&profile->first_children, &profile->first_capacity, count,
                   sizeof *profile->first_children);
}

cg_call_context tables_path(struct cg_profile *profile, const struct profile_path *path)
{
    if (!reserve_path(profile)) {
        return UINT32_MAX;
    }
    cg_call_context *first =
        path->parent == CG_NO_CONTEXT ? NULL : &profile->first_children[path->parent];
    if (first && *first == CG_NO_CONTEXT) {
        return *first = append_path(profile, path);
    }
    if (first && memcmp(&profile->paths[*first], path, sizeof *path) == 0) {
        return *first;
    }
    if (!reserve_in_table(profile)) {
        return UINT32_MAX;
    }
    uint32_t *slot = slot_of(profile, path);
    if (!*slot) {
        *slot = append_path(profile, path) + 1;
        profile->path_table.used++;
    }
    return *slot - 1;
}

cg_call_context tables_find_path(const struct cg_profile *profile, const struct profile_path *path)
{
    cg_call_context first =
        path->parent == CG_NO_CONTEXT ? CG_NO_CONTEXT : profile->first_children[path->parent];
    if (first != CG_NO_CONTEXT && memcmp(&profile->paths[first], path, sizeof *path) == 0) {
        return first;
    }
    const uint32_t *slot = slot_of(profile, path);
    return slot && *slot ? *slot - 1 : UINT32_MAX;
}
