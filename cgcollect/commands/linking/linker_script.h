/*
 * The symbols that a linker script names: where the program begins, and what has another name.
 */
#ifndef CGCOLLECT_COMMANDS_LINKING_LINKER_SCRIPT_H
#define CGCOLLECT_COMMANDS_LINKING_LINKER_SCRIPT_H

#include <glib.h>
#include <stdbool.h>

/**
 * Add all words of a linker script that may be symbols.
 *
 * @param names receives char *, which it must free
 * @return whether the file is a script whose symbols these are: false if it is no text, or names
 *         other files (INPUT, GROUP, INCLUDE)
 */
bool linker_script_names(GHashTable *names, const char *path);

/** Add the words of an expression, or of a script without comments.
 *  @return whether none says that files follow */
bool linker_script_add_words(GHashTable *names, const char *text);

/** Blank the comments of a script. @param text overwritten */
void linker_script_blank_comments(char *text);

#endif
