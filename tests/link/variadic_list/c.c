#include <stdarg.h>
typedef void (*fn)(const char *);
void dispatch_list(int what, va_list ap)
{
    const char *text = what ? va_arg(ap, const char *) : 0;
    fn p = va_arg(ap, fn);
    p(text);
}
