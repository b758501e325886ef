#include "registry.h"
static void on_open(void *data)
{
    ++*(int *)data;
}
static void on_close(void *data)
{
    --*(int *)data;
}
int main(void)
{
    int n = 0;
    add(on_open, &n);
    add(on_close, &n);
    notify();
    clear();
    return n;
}
