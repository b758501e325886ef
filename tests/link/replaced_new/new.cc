#include <cstddef>
#include <cstdlib>
#include <new>

static char *block, *end;

void *operator new(size_t size)
{
    size = (size + 15) & ~static_cast<size_t>(15);
    if (!block || size > static_cast<size_t>(end - block)) {
        block = static_cast<char *>(malloc(4096));
        end = block + 4096;
    }
    char *object = block;
    block += size;
    return object;
}

void operator delete(void *) noexcept {}
void operator delete(void *, size_t) noexcept {}

struct local {
    int (*get)();
};
static int two() { return 2; }

int use_local()
{
    local *object = new local;
    object->get = two;
    int result = object->get();
    delete object;
    return result;
}
