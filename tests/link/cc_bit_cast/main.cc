// A function's address becomes a number and a function again.
#include <bit>
#include <cstdint>

static void f()
{
}

static uintptr_t hidden;

int main()
{
    hidden = std::bit_cast<uintptr_t>(&f);
    std::bit_cast<void (*)()>(hidden)();
    return 0;
}
