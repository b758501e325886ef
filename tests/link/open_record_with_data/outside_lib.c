#include "entry.h"
void outside_take(struct entry *e)
{
    ((void (*)(void))e->data)();
    ((int (*)(int))e->general)(1);
}
