#include "items.h"

/* This file uses no field of an item. */
void each(std::list<item> &all)
{
    for (item &one : all) {
        use(one);
    }
}
