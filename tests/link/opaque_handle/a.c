#include "handle.h"
static int on_close(void *user)
{
    return *(int *)user;
}
int main(void)
{
    int zero = 0;
    handle *h = handle_open(on_close, &zero);
    return handle_close(h);
}
