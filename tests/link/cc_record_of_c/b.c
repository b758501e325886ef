#include "ops.h"
void call_it(struct outer *out)
{
    struct inner *in = &out->in;
    in->run();
    shared.in.run();
}
