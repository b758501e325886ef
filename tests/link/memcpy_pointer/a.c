#include <string.h>
static int f(void)
{
    return 0;
}
static int g(void)
{
    return 0;
}
int main(void)
{
    int (*from)(void) = f;
    int (*to)(void);
    int (*unrelated)(void) = g;
    memcpy(&to, &from, sizeof to);
    return to() + unrelated();
}
