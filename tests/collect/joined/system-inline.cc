// What the compiler would inline from system headers is part of the program.
#include <inline.h>

int twice(int x) { return 2 * x; }
int use(const char *text) { return apply(twice, number(text)); }
