#include <hooks.h>
int use(void)
{
    return hooks[0]() + hook_alias();
}
