/*
 * Names of code addresses, from the symbols and debug information of executables and libraries.
 */
#ifndef CGRECORD_SYMBOLS_H
#define CGRECORD_SYMBOLS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct symbols;

/** What an address is. Strings live as long as the symbols. */
struct symbol {
    const char *name; /**< linkage name; NULL: none is known */
    const char *file; /**< of the line that the address belongs to; NULL: not known */
    uint32_t line;    /**< 0: not known */
    uint64_t start;   /**< of the function, in the addresses of the file */
};

struct symbols *symbols_new(void);
void symbols_free(struct symbols *symbols);

/** Find a function or line. @param path of the executable or library @param offset in that file.
 *  Borrowed. O(1) when it was asked before, else O(log symbols) */
const struct symbol *symbols_find(struct symbols *symbols, const char *path, uint64_t offset);

/** The bytes of a file at an offset. @return how many were read */
size_t symbols_bytes(const char *path, uint64_t offset, void *out, size_t size);

#endif
