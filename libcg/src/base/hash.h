/*
 * Hashing in the manner of wyhash (Wang Yi, public domain): 16 bytes at a time through a 64x64 to
 * 128 bit multiplication.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>

static inline uint64_t cg_hash_mix(uint64_t a, uint64_t b)
{
    __extension__ unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t cg_hash_load(const char *bytes, size_t length)
{
    uint64_t word = 0;
    memcpy(&word, bytes, length);
    return word;
}

/** Hash of `length` bytes, which need not be aligned. */
static inline uint32_t cg_hash_bytes(uint64_t seed, const void *data, size_t length)
{
    const char *bytes = data;
    uint64_t state = seed ^ length;
    size_t left = length;
    while (left > 16) {
        state = cg_hash_mix(cg_hash_load(bytes, 8) ^ 0xa0761d6478bd642full,
                            cg_hash_load(bytes + 8, 8) ^ state);
        bytes += 16;
        left -= 16;
    }
    uint64_t low, high = 0;
    if (left >= 8) {
        low = cg_hash_load(bytes, 8);
        high = cg_hash_load(bytes + left - 8, 8);
    } else {
        low = cg_hash_load(bytes, left);
    }
    state = cg_hash_mix(low ^ 0xe7037ed1a0b428dbull, high ^ state);
    state = cg_hash_mix(state, 0x8ebc6af09c88c6e3ull);
    return (uint32_t)(state ^ (state >> 32));
}

/** @return random bytes of the kernel, different in each process, so that nobody can prepare
 *          collisions. */
static inline uint64_t cg_hash_seed(void)
{
    uint64_t seed = 0;
    const void *bytes = (const void *)getauxval(AT_RANDOM);
    if (bytes) {
        memcpy(&seed, bytes, sizeof seed);
    }
    return seed;
}

#endif
