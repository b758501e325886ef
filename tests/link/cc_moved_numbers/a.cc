/* A pointer that becomes a number, is moved by a distance or rounded, and becomes a pointer again:
 * it leads into the memory that it came from, and to nothing else. */
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
static void second()
{
}
static void third()
{
}
static void other()
{
}
/* Others that become numbers, too. */
std::uintptr_t kept;
static void keep(void (*function)())
{
    kept = reinterpret_cast<std::uintptr_t>(function);
}

static void *round_up(void *memory, std::size_t alignment)
{
    std::uintptr_t number = reinterpret_cast<std::uintptr_t>(memory);
    number = (number + alignment - 1) & ~(alignment - 1);
    return reinterpret_cast<void *>(number);
}

static Task *task_of(void (**field)())
{
    return reinterpret_cast<Task *>(reinterpret_cast<std::uintptr_t>(field) - offsetof(Task, run));
}

/* Holds a function in one place, and memory in others. */
struct Holder {
    void *content;
};
static void held()
{
}

int main()
{
    keep(other);
    Holder function{reinterpret_cast<void *>(held)};
    reinterpret_cast<void (*)()>(function.content)();
    std::size_t space = 128;
    void *memory = std::malloc(space);
    Task *aligned = new (std::align(alignof(Task), sizeof(Task), memory, space)) Task{1, first};
    aligned->run();
    Holder buffer{aligned};
    buffer.content = round_up(std::malloc(64), 32);
    Task *rounded = static_cast<Task *>(buffer.content);
    rounded->run = second;
    rounded->run();
    Task whole{3, third};
    task_of(&whole.run)->run();
    std::free(memory);
}
