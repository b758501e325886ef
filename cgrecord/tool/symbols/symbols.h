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
    uint64_t address; /**< that was asked for, as objdump shows it; 0: the file cannot be read */
    uint64_t start;   /**< of the function, in the addresses of libdwfl */
    uint64_t within;  /**< bytes from there to the address */
    bool is_outside;  /**< the nearest function before the address does not contain it */
    bool is_stub;     /**< a piece of code that the linker made for a call (PLT) */
};

/** A function that is inlined where an address is. */
struct inlined {
    const char *name;      /**< linkage name, or the name itself in C */
    const char *file;      /**< of its declaration; NULL: not known */
    const char *site_file; /**< of its call */
    uint32_t line;
    uint32_t site_line;
};

struct symbols *symbols_new(void);
void symbols_free(struct symbols *symbols);

/** Find a function or line. @param path of the executable or library @param offset in that file.
 *  Borrowed. O(1) when it was asked before, else O(log symbols) */
const struct symbol *symbols_find(struct symbols *symbols, const char *path, uint64_t offset);

/** The functions that are inlined at an address, from the outside in. @param count receives how
 * many
 *  @return borrowed, NULL when there are none. O(1) when it was asked before, else O(debug
 *  information of the translation unit) */
const struct inlined *symbols_inlined(struct symbols *symbols, const char *path, uint64_t offset,
                                      size_t *count);

/** The bytes of a file at an offset. @return how many were read */
size_t symbols_bytes(const char *path, uint64_t offset, void *out, size_t size);

#endif
