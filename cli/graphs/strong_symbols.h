/*
 * Whether an object still has the functions of its graphs, and calls others, by their names: tools
 * such as objcopy give symbols other names, or make them local, between compiling and linking.
 */
#ifndef CLI_STRONG_SYMBOLS_H
#define CLI_STRONG_SYMBOLS_H

#include <gelf.h>
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * What stands for the symbols of which a program has one definition, and the object has that.
 *
 * Of objects that the linker joins, it is the sum.
 *
 * @return 0 also without any. O(symbols)
 */
uint64_t strong_symbols_of(Elf *elf);

/**
 * What stands for all symbols of an object that others may define or refer to, but those that it
 * neither defines nor uses, which strip removes. An object that the linker joined has another.
 *
 * @return 0 also without any. O(symbols + relocations)
 */
uint64_t outer_symbols_of(Elf *elf);

/** Both. */
struct symbol_sums {
    uint64_t strong;
    uint64_t outer;
};

/** @return whether a file is an object that can be read; its sums are in `out`. */
bool symbol_sums_of_file(struct symbol_sums *out, const char *path);

#endif
