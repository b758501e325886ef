#include <cstdlib>

extern "C" {
struct pair {
    long first, second;
};
void *pick(pair, void *memory)
{
    return memory;
}
void *pick_or_make(pair values, void *memory)
{
    return memory ? memory : std::malloc(static_cast<std::size_t>(values.second));
}
}
