#include <stdarg.h>
typedef void (*fn)(const char *);
void dispatch_list(int what, va_list ap);
void dispatch(int what, ...)
{
    va_list ap, copy;
    va_start(ap, what);
    va_copy(copy, ap);
    dispatch_list(what, copy);
    va_end(copy);
    va_end(ap);
}
