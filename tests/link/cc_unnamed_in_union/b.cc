#include "a.h"
void send(event *e)
{
    if (e->type == 1) {
        e->pointer.moved();
    } else {
        e->key.pressed();
        e->any();
    }
}
void finish(alone *a)
{
    a->part.begin();
    a->part.end();
}
