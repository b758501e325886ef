/*
 * Interned strings: each distinct string is stored once and has a dense number.
 *
 * Strings are stored in blocks that never move, each after its hash and length and before a
 * terminator. A hash table with open addressing and linear probing finds them. The hash has a
 * random seed in each process, so that nobody can prepare a file whose names all collide; no output
 * depends on the order of the table. All pools of a process share the seed, so that a string keeps
 * its hash when it moves to another pool.
 */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The slot repeats the address from `strings`: a look-up in a large table costs its cache misses,
 * and this saves one of three. */
struct cg_pool_slot {
    const char *bytes; /**< NULL: an empty slot */
    uint32_t hash;
    uint32_t string;
};

/** Precedes the bytes of a string. */
struct cg_pool_prefix {
    uint32_t hash;
    uint32_t length;
};

struct cg_pool {
    const char **strings; /**< by number: the bytes; a struct cg_pool_prefix precedes them */
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

/** Set up an empty pool. @return false when memory is exhausted. */
bool cg_pool_init(struct cg_pool *pool);

/** Make room for so many strings in all, so that adding them moves nothing. @return false when
 *  memory is exhausted; the pool is then as it was. */
bool cg_pool_reserve(struct cg_pool *pool, uint32_t strings);

/** Release the pool's memory. */
void cg_pool_free(struct cg_pool *pool);

/** Number of a string, adding it if it is new; CG_NO_STRING when memory is exhausted. */
uint32_t cg_pool_intern(struct cg_pool *pool, const char *bytes, size_t length);

/** Hash of a string in this pool, for cg_pool_intern_hashed. */
uint32_t cg_pool_hash(const struct cg_pool *pool, const char *bytes, size_t length);

/** Prefetch what a look-up of the hash will need; in two steps, best with others between. */
static inline void cg_pool_prefetch(const struct cg_pool *pool, uint32_t hash)
{
    __builtin_prefetch(&pool->slots[hash & pool->mask]);
}

static inline void cg_pool_prefetch_bytes(const struct cg_pool *pool, uint32_t hash)
{
    const char *bytes = pool->slots[hash & pool->mask].bytes;
    __builtin_prefetch(bytes);
    __builtin_prefetch(
        (const void *)((uintptr_t)bytes + 64)); /* of no string, if the slot is empty */
}

/** As cg_pool_intern, with the hash computed before. */
uint32_t cg_pool_intern_hashed(struct cg_pool *pool, uint32_t hash, const char *bytes,
                               size_t length);

/** Number of an existing string, or CG_NO_STRING. */
uint32_t cg_pool_find(const struct cg_pool *pool, const char *bytes, size_t length);

/** The string of a number, terminated. */
static inline const char *cg_pool_string(const struct cg_pool *pool, uint32_t string)
{
    return pool->strings[string];
}

/** The prefix of a stored string's bytes; not aligned. */
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
