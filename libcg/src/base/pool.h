/*
 * Interned strings: each distinct string is kept once and named by a dense number.
 *
 * Strings are stored in blocks that never move, with their hash and length in front and a
 * terminator behind; a hash table with open addressing and linear probing finds them. The hash is
 * seeded anew in each process, so that nobody can prepare a file whose names all collide; nothing
 * the library puts out depends on the order of the table. All pools of a process share the seed, so
 * that a string that goes from one to another keeps its hash.
 */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The address of the bytes stands in the slot, though `strings` has it too: a look-up in a large
 * table costs its cache misses, and this way there are two. */
struct cg_pool_slot {
    const char *bytes; /**< NULL: an empty slot */
    uint32_t hash;
    uint32_t string;
};

/** What stands in front of the bytes of a string. */
struct cg_pool_prefix {
    uint32_t hash;
    uint32_t length;
};

struct cg_pool {
    const char **strings; /**< by number: the bytes; a struct cg_pool_prefix stands in front */
    size_t capacity;
    uint32_t count;
    struct cg_pool_slot *slots;
    uint32_t mask; /**< slots - 1, a power of two less one */
    char **blocks;
    size_t block_count;
    size_t block_capacity;
    char *free_at; /**< in the last block */
    size_t free_bytes;
    uint64_t seed;
    size_t bytes; /**< of all strings */
};

#define CG_NO_STRING UINT32_MAX

/** Set up an empty pool. @return false when memory is out. */
bool cg_pool_init(struct cg_pool *pool);

/** Release the pool's memory. */
void cg_pool_free(struct cg_pool *pool);

/** Number of a string, adding it if it is new; CG_NO_STRING when memory is out. */
uint32_t cg_pool_intern(struct cg_pool *pool, const char *bytes, size_t length);

/** Hash of a string in this pool, for cg_pool_intern_hashed. */
uint32_t cg_pool_hash(const struct cg_pool *pool, const char *bytes, size_t length);

/** Begin to load what a look-up of the hash will need; in two steps, best with others between. */
static inline void cg_pool_prefetch(const struct cg_pool *pool, uint32_t hash)
{
    __builtin_prefetch(&pool->slots[hash & pool->mask]);
}

static inline void cg_pool_prefetch_bytes(const struct cg_pool *pool, uint32_t hash)
{
    const char *bytes = pool->slots[hash & pool->mask].bytes;
    __builtin_prefetch(bytes);
    __builtin_prefetch(
        (const void *)((uintptr_t)bytes + 64)); /* of nothing, where the slot is empty */
}

/** As cg_pool_intern, with the hash computed before. */
uint32_t cg_pool_intern_hashed(struct cg_pool *pool, uint32_t hash, const char *bytes,
                               size_t length);

/** Number of a string that is there, or CG_NO_STRING. */
uint32_t cg_pool_find(const struct cg_pool *pool, const char *bytes, size_t length);

/** The string of a number, terminated. */
static inline const char *cg_pool_string(const struct cg_pool *pool, uint32_t string)
{
    return pool->strings[string];
}

/** What stands in front of a stored string's bytes; not aligned. */
static inline struct cg_pool_prefix cg_pool_prefix(const char *bytes)
{
    struct cg_pool_prefix prefix;
    memcpy(&prefix, bytes - sizeof prefix, sizeof prefix);
    return prefix;
}

/** Length of the string of a number. */
static inline uint32_t cg_pool_length(const struct cg_pool *pool, uint32_t string)
{
    return cg_pool_prefix(pool->strings[string]).length;
}

/** Hash of the string of a number, the same in every pool. */
static inline uint32_t cg_pool_hash_of(const struct cg_pool *pool, uint32_t string)
{
    return cg_pool_prefix(pool->strings[string]).hash;
}

#endif
