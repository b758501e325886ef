#include "list.h"
static void f(int x)
{
}
void run_b(void);
int main(void)
{
    each(2, f);
    run_b();
    return 0;
}
