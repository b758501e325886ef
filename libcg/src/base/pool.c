/*
 * Slots hold string, hash and number, so that a search compares hashes first. The table is at most
 * three quarters full; blocks of text double in size up to a limit.
 */
#include "base/pool.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>

#define FIRST_BLOCK_BYTES ((size_t)1 << 16)
#define LAST_BLOCK_BYTES ((size_t)1 << 22)
#define FIRST_SLOTS 256u

bool cg_pool_init(struct cg_pool *pool)
{
    *pool = (struct cg_pool){0};
    pool->slots = calloc(FIRST_SLOTS, sizeof *pool->slots);
    pool->mask = FIRST_SLOTS - 1;
    pool->seed = cg_hash_seed();
    return pool->slots != NULL;
}

static void free_blocks(struct cg_pool *pool)
{
    for (size_t i = 0; i < pool->block_count; i++) {
        free(pool->blocks[i]);
    }
    pool->block_count = 0;
    pool->free_bytes = 0;
    pool->bytes = 0;
}

void cg_pool_free(struct cg_pool *pool)
{
    free_blocks(pool);
    free(pool->blocks);
    free(pool->slots);
    free(pool->strings);
}

/* The slot of the string, or the empty one where it belongs. */
static struct cg_pool_slot *find_slot(const struct cg_pool *pool, uint32_t hash, const char *bytes,
                                      size_t length)
{
    for (uint32_t i = hash & pool->mask;; i = (i + 1) & pool->mask) {
        struct cg_pool_slot *slot = &pool->slots[i];
        if (!slot->bytes || (slot->hash == hash && cg_pool_prefix(slot->bytes).length == length &&
                             memcmp(slot->bytes, bytes, length) == 0)) {
            return slot;
        }
    }
}

/* Whether a table holds so many strings. */
static bool has_room(uint32_t mask, uint32_t strings)
{
    return strings < mask - mask / 4;
}

/* Make the table one of mask + 1 slots. */
static bool grow_table(struct cg_pool *pool, uint32_t mask)
{
    if (mask <= pool->mask) {
        return false;
    }
    struct cg_pool_slot *slots = calloc((size_t)mask + 1, sizeof *slots);
    if (!slots) {
        return false;
    }
    cg_prefer_large_pages(slots, ((size_t)mask + 1) * sizeof *slots);
    for (size_t i = 0; i <= pool->mask; i++) {
        struct cg_pool_slot slot = pool->slots[i];
        if (slot.bytes) {
            uint32_t at = slot.hash & mask;
            while (slots[at].bytes) {
                at = (at + 1) & mask;
            }
            slots[at] = slot;
        }
    }
    free(pool->slots);
    pool->slots = slots;
    pool->mask = mask;
    return true;
}

bool cg_pool_reserve(struct cg_pool *pool, uint32_t strings)
{
    uint32_t mask = pool->mask;
    while (!has_room(mask, strings) && mask < UINT32_MAX) {
        mask = mask * 2 + 1;
    }
    return cg_grow(&pool->strings, &pool->capacity, strings, sizeof *pool->strings) &&
           (mask == pool->mask || grow_table(pool, mask));
}

static bool add_block(struct cg_pool *pool, size_t bytes)
{
    if (!cg_grow(&pool->blocks, &pool->block_capacity, pool->block_count + 1,
                 sizeof *pool->blocks)) {
        return false;
    }
    char *block = malloc(bytes);
    if (!block) {
        return false;
    }
    cg_prefer_large_pages(block, bytes);
    pool->blocks[pool->block_count++] = block;
    pool->free_at = block;
    pool->free_bytes = bytes;
    return true;
}

/* Blocks double in size, so that small graphs stay small. */
static size_t block_bytes(const struct cg_pool *pool, size_t needed)
{
    size_t bytes = FIRST_BLOCK_BYTES << (pool->block_count < 6 ? pool->block_count : 6);
    bytes = bytes < LAST_BLOCK_BYTES ? bytes : LAST_BLOCK_BYTES;
    return needed > bytes ? needed : bytes;
}

static const char *store(struct cg_pool *pool, uint32_t hash, const char *bytes, size_t length)
{
    struct cg_pool_prefix prefix = {hash, (uint32_t)length};
    size_t needed = sizeof prefix + length + 1;
    if (needed > pool->free_bytes && !add_block(pool, block_bytes(pool, needed))) {
        return NULL;
    }
    char *string = pool->free_at + sizeof prefix;
    memcpy(pool->free_at, &prefix, sizeof prefix);
    memcpy(string, bytes, length);
    string[length] = 0;
    pool->free_at += needed;
    pool->free_bytes -= needed;
    pool->bytes += needed;
    return string;
}

uint32_t cg_pool_hash(const struct cg_pool *pool, const char *bytes, size_t length)
{
    return cg_hash_bytes(pool->seed, bytes, length);
}

uint32_t cg_pool_intern(struct cg_pool *pool, const char *bytes, size_t length)
{
    return cg_pool_intern_hashed(pool, cg_hash_bytes(pool->seed, bytes, length), bytes, length);
}

uint32_t cg_pool_intern_hashed(struct cg_pool *pool, uint32_t hash, const char *bytes,
                               size_t length)
{
    if (length >= UINT32_MAX || pool->count >= UINT32_MAX - 1) {
        return CG_NO_STRING;
    }
    struct cg_pool_slot *slot = find_slot(pool, hash, bytes, length);
    if (slot->bytes) {
        return slot->string;
    }
    if (!cg_grow(&pool->strings, &pool->capacity, (size_t)pool->count + 1, sizeof *pool->strings)) {
        return CG_NO_STRING;
    }
    if (!has_room(pool->mask, pool->count)) {
        if (!grow_table(pool, pool->mask * 2 + 1)) {
            return CG_NO_STRING;
        }
        slot = find_slot(pool, hash, bytes, length);
    }
    const char *string = store(pool, hash, bytes, length);
    if (!string) {
        return CG_NO_STRING;
    }
    pool->strings[pool->count] = string;
    *slot = (struct cg_pool_slot){string, hash, pool->count};
    return pool->count++;
}

uint32_t cg_pool_find(const struct cg_pool *pool, const char *bytes, size_t length)
{
    uint32_t hash = cg_hash_bytes(pool->seed, bytes, length);
    const struct cg_pool_slot *slot = find_slot(pool, hash, bytes, length);
    return slot->bytes ? slot->string : CG_NO_STRING;
}
