#include <cstddef>
#include <cstdint>

void copy(uint32_t *to, const uint32_t *from, size_t count);
