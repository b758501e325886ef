/* Who knows the layout of a record. */
#include "visible.h"
#include <sys/types.h>
#include <signal.h>

struct own {
    void (*call)(int);
};
namespace {
struct unseen {
    void (*call)(int);
};
}

__attribute__((used)) void all(own *a, unseen *b, space::shown *c, space::pattern<void (*)(int)> *d, struct sigaction *e)
{
    a->call(1);
    b->call(2);
    c->call(3);
    d->first->value(4);
    e->sa_handler(5);
}
