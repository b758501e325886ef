// An object whose address was a number, used by the layout of its virtual table.
#include <cstdint>

struct device {
    virtual int open() { return 1; }
    virtual int close(int how) { return how; }
};

struct layout {
    int (**methods)(layout *);
};

static uintptr_t make()
{
    return reinterpret_cast<uintptr_t>(new device);
}

int main()
{
    uintptr_t number = make();
    layout *object = reinterpret_cast<layout *>(number);
    return object->methods[0](object) - 1;
}
