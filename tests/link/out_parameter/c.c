#include "handlers.h"
static void chosen(void)
{
}
void second(void)
{
}
void find_handler(handler *out, int which)
{
    *out = which ? chosen : 0;
}
void store(handler *out, handler h)
{
    *out = h;
}
