/* Functions kept as data, by way of an integer: the pointer is the same. */
#include <stdint.h>

typedef int function(int);

static char *kept;
static void *other;

static int one(int x)
{
    return x;
}

static int two(int x)
{
    return -x;
}

static void keep(function *f)
{
    kept = (char *)(unsigned long)f;
}

static int call(int x)
{
    function *f = (function *)(unsigned long)kept;
    return f(x);
}

static int call_other(int x)
{
    return ((function *)(void *)(uintptr_t)(other))(x);
}

int main(void)
{
    keep(one);
    other = (void *)(uintptr_t)two;
    return call(1) + call_other(1);
}
