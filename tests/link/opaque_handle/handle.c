/* What users see is not what it is. */
#include "handle.h"
#include <stdlib.h>
struct implementation {
    int references;
    struct {
        int (*close)(void *);
        void *user;
    } callbacks[2];
};
handle *handle_open(int (*close)(void *), void *user)
{
    struct implementation *i = calloc(1, sizeof *i);
    i->callbacks[1].close = close;
    i->callbacks[1].user = user;
    return (handle *)i;
}
int handle_close(handle *h)
{
    struct implementation *i = (struct implementation *)h;
    int r = i->callbacks[1].close(i->callbacks[1].user);
    free(i);
    return r;
}
