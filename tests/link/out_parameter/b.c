#include "handlers.h"
void get_handler(handler *out)
{
    find_handler(out, 1);
}
void get_other(handler *out)
{
    store(out, second);
}
