/* A record without its type: what is read from it as one type are not its fields of another. */
#include <stdlib.h>
typedef int (*one)(int);
typedef int (*two)(int, int);
struct s {
    one f;
    two g;
};
static int f(int x)
{
    return x;
}
static int g(int x, int y)
{
    return x + y;
}
int main(void)
{
    struct s *s = malloc(sizeof *s);
    void *p = s;
    s->f = f;
    s->g = g;
    return (*(one *)p)(0) + (*((two *)p + 1))(0, 0);
}
