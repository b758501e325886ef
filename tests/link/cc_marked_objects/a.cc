// Bits mark pointers to objects, which are kept as numbers and made by functions of numbers. What such a number becomes
// is an object that became one.
#include "step.h"

#include <cstdint>

static int ran;

static void first()
{
    ran += 1;
}
static void second()
{
    ran += 10;
}

template <class T> static T set_bit(T x, unsigned n)
{
    return x | (T(1) << n);
}

template <class T> static T clear_bit(T x, unsigned n)
{
    return x & ~(T(1) << n);
}

template <class T> struct owner {
    uintptr_t pointer;
    explicit owner(T *p) : pointer(set_bit(reinterpret_cast<uintptr_t>(p), 0)) {}
    T *get() const { return reinterpret_cast<T *>(clear_bit(pointer, 0)); }
};

static step *unpack(uintptr_t number)
{
    return reinterpret_cast<step *>(number & ~uintptr_t(3));
}

static void never_number()
{
    ran += 1000;
}

int main()
{
    step one = {first}, two = {second}, other = {never_number};
    owner<step> o(&one);
    o.get()->run();
    unpack(reinterpret_cast<uintptr_t>(&two) + 1)->run();
    return ran - 11 + (other.run == first);
}
