#include "a.h"
void use(word *w, entry *e)
{
    w->part.run();
    e->part.run();
    e->last();
}
