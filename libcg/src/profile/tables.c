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

static void place(struct profile_table *table, uint32_t hash, uint32_t number)
{
    uint32_t at = hash & table->mask;
    while (table->slots[at]) {
        at = (at + 1) & table->mask;
    }
    table->slots[at] = number + 1;
}

/* Whether there is room for one more. */
static bool has_room(const struct profile_table *table)
{
    return table->slots && table->used < table->mask / 4 * 3;
}

/* An empty table of twice the size. */
static bool make_larger(struct profile_table *out, const struct profile_table *table)
{
    uint32_t size = table->slots ? (table->mask + 1) * 2 : 256;
    *out = (struct profile_table){calloc(size, sizeof *out->slots), size - 1, table->used};
    if (out->slots) {
        cg_prefer_large_pages(out->slots, size * sizeof *out->slots);
    }
    return out->slots != NULL;
}

bool tables_reserve(struct profile_table *table, uint32_t (*hash)(const void *user, uint32_t i),
                    const void *user)
{
    struct profile_table grown;
    if (has_room(table)) {
        return true;
    }
    if (!make_larger(&grown, table)) {
        return false;
    }
    for (uint32_t i = 0; i < table->used; i++) {
        place(&grown, hash(user, i), i);
    }
    free(table->slots);
    *table = grown;
    return true;
}

/* The slot of a frame, or the empty one where it belongs. */
static uint32_t *slot_of_frame(const struct cg_profile *profile, const struct profile_frame *frame)
{
    const struct profile_table *table = &profile->frame_table;
    uint32_t at = cg_hash_bytes(profile->strings.seed, frame, sizeof *frame) & table->mask;
    while (table->slots[at] &&
           memcmp(&profile->frames[table->slots[at] - 1], frame, sizeof *frame) != 0) {
        at = (at + 1) & table->mask;
    }
    return &table->slots[at];
}

cg_frame tables_find_frame(const struct cg_profile *profile, const struct profile_frame *frame)
{
    uint32_t slot = profile->frame_table.slots ? *slot_of_frame(profile, frame) : 0;
    return slot ? slot - 1 : UINT32_MAX;
}

cg_frame tables_frame(struct cg_profile *profile, const struct profile_frame *frame)
{
    struct profile_table *table = &profile->frame_table;
    uint32_t count = profile->frame_count;
    if (count >= PROFILE_LIMIT_FRAMES || !tables_reserve(table, hash_frame, profile) ||
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
    struct profile_table *table = &profile->path_table;
    struct profile_table grown;
    if (has_room(table)) {
        return true;
    }
    if (!make_larger(&grown, table)) {
        return false;
    }
    for (cg_call_context i = 0; i < profile->path_count; i++) {
        if (!is_first_child(profile, i)) {
            place(&grown, hash_path(profile, &profile->paths[i]), i);
        }
    }
    free(table->slots);
    *table = grown;
    return true;
}

/* The slot of a path, or the empty one where it belongs. */
static uint32_t *slot_of(const struct cg_profile *profile, const struct profile_path *path)
{
    const struct profile_table *table = &profile->path_table;
    uint32_t at = hash_path(profile, path) & table->mask;
    while (table->slots[at] &&
           memcmp(&profile->paths[table->slots[at] - 1], path, sizeof *path) != 0) {
        at = (at + 1) & table->mask;
    }
    return &table->slots[at];
}

static cg_call_context append(struct cg_profile *profile, const struct profile_path *path)
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
        return *first = append(profile, path);
    }
    if (first && memcmp(&profile->paths[*first], path, sizeof *path) == 0) {
        return *first;
    }
    if (!reserve_in_table(profile)) {
        return UINT32_MAX;
    }
    uint32_t *slot = slot_of(profile, path);
    if (!*slot) {
        *slot = append(profile, path) + 1;
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
    uint32_t slot = profile->path_table.slots ? *slot_of(profile, path) : 0;
    return slot ? slot - 1 : UINT32_MAX;
}

void tables_free(struct profile_table *table)
{
    free(table->slots);
}
