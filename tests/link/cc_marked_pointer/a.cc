// Bits mark pointers, as boost::function marks tables of small objects.
#include <cstddef>
#include <cstdint>
struct table {
    void (*manage)(int);
    void (*invoke)(int);
};
static void manage(int)
{
}
static void invoke(int)
{
}
static void other(int)
{
}
static void left(int)
{
}
static void right(int)
{
}
static volatile std::uintptr_t numbers[2];
struct function {
    table *marked;
    void assign(bool small)
    {
        static table stored = {manage, invoke};
        std::size_t value = reinterpret_cast<std::size_t>(&stored);
        if (small) {
            value |= static_cast<std::size_t>(1);
        }
        marked = reinterpret_cast<table *>(value);
    }
    table *get() const
    {
        return reinterpret_cast<table *>(reinterpret_cast<std::size_t>(marked) &
                                         ~static_cast<std::size_t>(1));
    }
};
using plain = void (*)(int);
static plain either(bool first)
{
    std::uintptr_t number = first ? reinterpret_cast<std::uintptr_t>(&left) : 0;
    if (!first) {
        number = reinterpret_cast<std::uintptr_t>(&right);
    }
    return reinterpret_cast<plain>(number ^ 0u);
}
static plain mixed(std::uintptr_t with)
{
    std::uintptr_t number = reinterpret_cast<std::uintptr_t>(&left) ^
                            reinterpret_cast<std::uintptr_t>(&right);
    return reinterpret_cast<plain>(number ^ with);
}
static plain kept()
{
    std::uintptr_t number = numbers[0];
    return reinterpret_cast<plain>(number & ~std::uintptr_t(1));
}
static void change(std::uintptr_t *number)
{
    *number = reinterpret_cast<std::uintptr_t>(&other);
}
static plain changed()
{
    std::uintptr_t number = reinterpret_cast<std::uintptr_t>(&left);
    change(&number);
    return reinterpret_cast<plain>(number | 0u);
}
int main(int argc, char **)
{
    function f;
    f.assign(argc > 0);
    f.get()->invoke(3);
    either(argc > 1)(4);
    mixed(reinterpret_cast<std::uintptr_t>(&left))(5);
    numbers[0] = reinterpret_cast<std::uintptr_t>(&other);
    kept()(6);
    changed()(7);
}
