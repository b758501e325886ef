/*
 * The symbols that a program or shared library exports: those that dlsym and other files find.
 */
#ifndef CGMERGE_PROGRAMS_EXPORTED_SYMBOLS_H
#define CGMERGE_PROGRAMS_EXPORTED_SYMBOLS_H

#include <glib.h>
#include <stdbool.h>

/**
 * Add the symbols of the dynamic symbol table that the file defines, and all other symbols of the
 * same addresses: versions (foo@V1) and aliases.
 *
 * @param names receives char *, which it must free
 * @return false if it is unknown which these are: the file cannot be read, or exports something and
 *         is stripped of its other symbols. O(size of the symbol tables)
 */
bool exported_symbols_add(GHashTable *names, const char *path);

#endif
