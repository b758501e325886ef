/* As lib_gobject, in C++, whose facts come from the compiler's IR. The functions are in a file of
 * another case: only `reach` says what must hold. */
#include "../lib_gobject/a.c"
