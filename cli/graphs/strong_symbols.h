/*
 * Whether an object still defines the functions of its graphs by their names: tools such as objcopy
 * give symbols other names, or make them local, between compiling and linking.
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

/** The same of a file; 0 also if it is no object. */
uint64_t strong_symbols_of_file(const char *path);

#endif
