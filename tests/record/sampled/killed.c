// status -9
// path main;work;burn
#include "burn.h"
#include <signal.h>

APART void work(void)
{
    burn(100);
    STAY;
}

int main(void)
{
    work();
    return raise(SIGKILL);
}
