/*
 * Assembly, as text: whether control may leave it, and what it names.
 */
#ifndef CGCOLLECT_ASSEMBLY_H
#define CGCOLLECT_ASSEMBLY_H

#include <stdbool.h>

/** @return whether assembler text, in lower case, may call or jump elsewhere; text is scribbled in.
 */
bool assembly_may_call(char *text);

/** @return the next word that may be a symbol, release with g_free; NULL at the end. */
char *assembly_next_symbol(const char **at);

#endif
