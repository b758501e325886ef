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

static uint32_t hash_path(const void *user, uint32_t path)
{
    const struct cg_profile *profile = user;
    return cg_hash_bytes(profile->strings.seed, &profile->paths[path], sizeof(struct profile_path));
}

static void place(struct profile_table *table, uint32_t hash, uint32_t number)
{
    uint32_t at = hash & table->mask;
    while (table->slots[at]) {
        at = (at + 1) & table->mask;
    }
    table->slots[at] = number + 1;
}

bool tables_reserve(struct profile_table *table, uint32_t (*hash)(const void *user, uint32_t i),
                    const void *user)
{
    struct profile_table grown = {0};
    uint32_t size = table->slots ? (table->mask + 1) * 2 : 256;
    if (table->slots && table->used < table->mask / 4 * 3) {
        return true;
    }
    grown.slots = calloc(size, sizeof *grown.slots);
    if (!grown.slots) {
        return false;
    }
    cg_prefer_large_pages(grown.slots, size * sizeof *grown.slots);
    grown.mask = size - 1;
    grown.used = table->used;
    for (uint32_t i = 0; i < table->used; i++) {
        place(&grown, hash(user, i), i);
    }
    free(table->slots);
    *table = grown;
    return true;
}

cg_frame tables_frame(struct cg_profile *profile, const struct profile_frame *frame)
{
    struct profile_table *table = &profile->frame_table;
    uint32_t count = profile->frame_count;
    if (count >= PROFILE_LIMIT_FRAMES || !tables_reserve(table, hash_frame, profile) ||
        !cg_grow(&profile->frames, &profile->frame_capacity, (size_t)count + 1, sizeof *frame)) {
        return UINT32_MAX;
    }
    uint32_t at = cg_hash_bytes(profile->strings.seed, frame, sizeof *frame) & table->mask;
    for (; table->slots[at]; at = (at + 1) & table->mask) {
        uint32_t number = table->slots[at] - 1;
        if (memcmp(&profile->frames[number], frame, sizeof *frame) == 0) {
            return number;
        }
    }
    table->slots[at] = count + 1;
    table->used++;
    profile->frames[count] = *frame;
    return profile->frame_count++;
}

cg_path tables_path(struct cg_profile *profile, const struct profile_path *path)
{
    struct profile_table *table = &profile->path_table;
    uint32_t count = profile->path_count;
    if (count >= PROFILE_LIMIT_PATHS || !tables_reserve(table, hash_path, profile) ||
        !cg_grow(&profile->paths, &profile->path_capacity, (size_t)count + 1, sizeof *path)) {
        return UINT32_MAX;
    }
    uint32_t at = cg_hash_bytes(profile->strings.seed, path, sizeof *path) & table->mask;
    for (; table->slots[at]; at = (at + 1) & table->mask) {
        uint32_t number = table->slots[at] - 1;
        if (memcmp(&profile->paths[number], path, sizeof *path) == 0) {
            return number;
        }
    }
    table->slots[at] = count + 1;
    table->used++;
    profile->paths[count] = *path;
    return profile->path_count++;
}

void tables_free(struct profile_table *table)
{
    free(table->slots);
}
