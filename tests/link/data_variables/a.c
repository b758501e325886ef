/* Variables that hold no pointers are defined here: nothing of the program is missing. */
#include "ops.h"
#include <string.h>
char slop[16];
int limit = 4;
double factor = 1.0;
int use(struct ops *o, struct buf *b)
{
    memcpy(b->data + b->len, &o, sizeof o);
    return o->run(b) + limit + (int)factor;
}
