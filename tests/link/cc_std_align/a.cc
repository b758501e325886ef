/* std::align rounds a pointer, as a number, within its buffer: what it gives is no other number. */
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

struct Task {
    int number;
    void (*run)();
};
static void first()
{
}
static void held()
{
}
static void numbered()
{
}
std::uintptr_t number;
/* Holds a function in one place, and memory in another. */
struct Holder {
    void *content;
};

int main()
{
    number = reinterpret_cast<std::uintptr_t>(numbered);
    Holder function{reinterpret_cast<void *>(held)};
    reinterpret_cast<void (*)()>(function.content)();
    std::size_t space = 128;
    void *memory = std::malloc(space), *rest = memory;
    Holder buffer{new (std::align(alignof(Task), sizeof(Task), rest, space)) Task{1, first}};
    static_cast<Task *>(buffer.content)->run();
    std::free(memory);
}
