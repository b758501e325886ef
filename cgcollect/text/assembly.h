/*
 * Assembly as text: whether control may leave it, and the symbols it names.
 */
#ifndef CGCOLLECT_TEXT_ASSEMBLY_H
#define CGCOLLECT_TEXT_ASSEMBLY_H

#include <stdbool.h>

/** @param text in lower case; overwritten @param triple the target, as clang names it @return
 *  whether assembler text may call or jump elsewhere */
bool assembly_may_call(char *text, const char *triple);

/** @return the next word that may be a symbol, release with g_free; NULL at the end. */
char *assembly_next_symbol(const char **at);

/** @return whether such a part may name what another file defines: no number, directive or local
 *  label. Instructions and registers look the same. */
bool assembly_may_be_symbol(const char *part);

#endif
