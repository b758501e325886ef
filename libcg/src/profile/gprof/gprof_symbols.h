/*
 * Which function of a program contains an address, according to the symbols of its ELF file:
 * .symtab, or .dynsym of a stripped one.
 *
 * Of several names of one address the global one counts, then the first in byte order; of nested
 * functions the inner one. A symbol without a size extends to the next one.
 */
#ifndef PROFILE_GPROF_GPROF_SYMBOLS_H
#define PROFILE_GPROF_GPROF_SYMBOLS_H

#include "profile/builder.h"
#include "profile/common/source_bytes.h"

/** A function; strings are the builder's. */
struct gprof_function {
    uint64_t begin;
    uint64_t end;
    uint32_t name;
    uint32_t file; /**< source file of a function of internal linkage, or BUILDER_NONE */
};

/** Addresses that belong to one function. */
struct gprof_range {
    uint64_t begin;
    uint64_t end;
    uint32_t function;
};

struct gprof_symbols {
    struct gprof_function *functions; /**< by address */
    size_t function_count;
    struct gprof_range *ranges; /**< by address, disjoint */
    size_t range_count;
    bool wide;       /**< 64 bits */
    bool big_endian; /**< like the program */
};

/** Read the symbols of a program. Failures are the source's, and name the program. Release in
 *  either case. O(symbols), plus sorting. @return false after a failure */
bool gprof_symbols_read(struct gprof_symbols *out, struct builder *b, struct source *s,
                        const char *path);

/** Release. */
void gprof_symbols_free(struct gprof_symbols *symbols);

/** @return the first range that ends after an address, or the number of ranges. O(log n) */
size_t gprof_symbols_find(const struct gprof_symbols *symbols, uint64_t address);

#endif
