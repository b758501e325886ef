#include "shape.h"
int main()
{
    shape *s = make(0);
    int r = s->area();
    drop(s);
    s = make(1);
    r += twice(*s);
    drop(s);
    return r - 21;
}
