#include "table.h"
int run(const struct table *t, void *data)
{
    return t->start(data) + t->stop(data);
}
