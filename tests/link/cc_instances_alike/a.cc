// Two files print the arguments of one instance in different ways; and what lies in a union or is
// copied bit by bit is read as another instance.
#include "held.h"
template <class T, class Allocator = allocator<T>> struct list {
};
static void kept(int)
{
}
static void copied(unsigned)
{
}
template <class T> struct callback {
    void (*call)(unsigned);
};
union slot {
    entry<const int, void (*)(int)> value;
    entry<int, void (*)(int)> mutable_value;
};
list<int> used;
int main()
{
    fill();
    of_list.stored(nullptr);
    of_status.stored(nullptr);
    slot s = {{0, nullptr}};
    s.mutable_value.value = kept;
    s.value.value(1);
    callback<int> one = {copied};
    callback<unsigned> other = __builtin_bit_cast(callback<unsigned>, one);
    other.call(2);
    return 0;
}
