#include "modules.h"
static module_init modules[8];
static int count;
void register_module(module_init init)
{
    modules[count++] = init;
}
int main(void)
{
    int r = 0;
    for (int i = 0; i < count; i++) {
        r += modules[i]();
    }
    return r;
}
