/* Taken for a system header (-isystem). As in those of glibc, the compiler inlines bodies but never
 * emits them. */
#ifndef INLINE_C_H
#define INLINE_C_H

long parse(const char *text, int base);
static inline int hidden(long x)
{
    return (int)x;
}
extern inline __attribute__((__gnu_inline__)) int number(const char *text)
{
    return hidden(parse(text, 10));
}
extern inline __attribute__((__gnu_inline__)) int apply(int (*function)(int), int x)
{
    return function(x);
}
extern inline __attribute__((__gnu_inline__)) int unused(const char *text)
{
    return (int)parse(text, 8);
}

#endif
