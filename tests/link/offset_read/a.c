#include <stddef.h>
/* The same the other way round. */
struct ops {
    long n;
    int (*get)(void);
    int (*put)(void);
};
static int get(void)
{
    return 0;
}
static int put(void)
{
    return 0;
}
static int call(const struct ops *ops, size_t offset)
{
    int (*const *p)(void) = (int (*const *)(void))((const char *)ops + offset);
    return (*p)();
}
int main(void)
{
    struct ops ops = {1, get, put};
    return call(&ops, offsetof(struct ops, get)) + call(&ops, offsetof(struct ops, put));
}
