// A pointer is kept as a distance from itself, in a record without pointers.
#include <cstdint>
template <class T> struct offset {
    std::int32_t distance;
    void set(T *to)
    {
        distance = (std::int32_t)((char *)to - (char *)this);
    }
    T *get()
    {
        return (T *)((char *)this + distance);
    }
};
struct base {
    virtual void go()
    {
    }
};
struct holder {
    offset<base> first;
    base object;
    struct {
        offset<void (*)()> second;
    } nested;
    void (*call)();
};
static void target()
{
}
static holder h;
int main()
{
    h.first.set(&h.object);
    h.first.get()->go();
    h.call = target;
    h.nested.second.set(&h.call);
    (*h.nested.second.get())();
}
