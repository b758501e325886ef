/*
 * Inline assembly, as text: whether control may leave it.
 */
#ifndef CGCOLLECT_ASSEMBLY_H
#define CGCOLLECT_ASSEMBLY_H

#include <stdbool.h>

/** @return whether assembler text, in lower case, may call or jump elsewhere; text is scribbled in.
 */
bool assembly_may_call(char *text);

#endif
