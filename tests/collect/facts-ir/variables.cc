/* Variables that are one slot: global, static, local, their addresses, arrays of pointers. */
void one(int);
void two(int);
void three(int);
using handler = void (*)(int);

handler external = one;
static handler internal = two;
extern handler elsewhere;
handler table[] = {one, two};
handler *pointer = &internal;

void direct()
{
    handler local = three;
    local(1);
    external(2);
    internal(3);
    elsewhere(4);
}

void indirect(int i)
{
    handler local = nullptr;
    handler *address = &local;
    *address = one;
    local(1);
    (*pointer)(2);
    table[i](3);
}

void statics()
{
    static handler kept = two;
    kept(1);
    thread_local handler each = three;
    each(2);
}
