#include <stdarg.h>
void warnx(const char *, ...);
char *strdup(const char *);
