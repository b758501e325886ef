#include <string.h>
typedef int (*fn)(void);
static int f(void)
{
    return 0;
}
static int g(void)
{
    return 0;
}
static int h(void)
{
    return 0;
}
static const fn defaults[2] = {f, g};
static fn current[2];
static fn others[2] = {h, h};
int main(void)
{
    memcpy(current, defaults, sizeof current);
    int r = current[1]() + others[0]();
    fn on_stack[4];
    void *at = memcpy(on_stack + 1, others, sizeof others);
    return r + on_stack[1]() + (*(fn *)at)();
}
