/* What the compiler would inline from system headers is part of the program: the source shows it. */
#include <inline_c.h>

int twice(int x)
{
    return 2 * x;
}
void done(int *);
int use(const char *text)
{
    int hides __attribute__((cleanup(done))) = 0;
    return apply(twice, number(text));
}
