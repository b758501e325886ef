/* Taken for a system header (-isystem). As in those of glibc, the compiler inlines bodies but never
 * emits them. */
#ifndef INLINE_H
#define INLINE_H

#if !__has_attribute(__gnu_inline__)
#error "the attribute is not known"
#endif

extern "C" {
long parse(const char *text, int base);
extern inline __attribute__((__gnu_inline__)) int number(const char *text)
{
    return (int)parse(text, 10);
}
extern inline __attribute__((__gnu_inline__)) int apply(int (*function)(int), int x)
{
    return function(x);
}
extern inline __attribute__((__gnu_inline__)) int unused(const char *text)
{
    return (int)parse(text, 8);
}
}

#endif
