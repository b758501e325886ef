// A pointer whose bytes are those of a number for a while, as bit_cast of libraries does.
#include <cstdint>
#include <cstring>
#include <memory>
typedef int (*function)(int);
template <class To, class From> static To bits(const From &from)
{
    To to;
    std::memcpy(static_cast<void *>(std::addressof(to)),
                static_cast<const void *>(std::addressof(from)), sizeof to);
    return to;
}
static int none(int)
{
    return 0;
}
static std::uint64_t hide(function f)
{
    std::uint64_t number;
    std::memcpy(&number, &f, sizeof number);
    return number;
}
static int call_number(std::uint64_t number)
{
    function f;
    std::memcpy(&f, &number, sizeof f);
    return f(1);
}
static int call_cast(std::uint64_t number)
{
    return bits<function>(number)(1);
}
struct entry {
    int key;
    std::uint64_t number;
};
static int call_entry(const entry *e)
{
    std::uint64_t number = e->number;
    function f;
    std::memcpy(&f, &number, sizeof f);
    return f(1);
}
struct word {
    std::uint64_t number;
};
static word box(function f)
{
    word w;
    std::memcpy(&w, &f, sizeof w);
    return w;
}
static int call_word(word w)
{
    function f;
    std::memcpy(&f, &w, sizeof f);
    return f(1);
}
int main()
{
    entry e{};
    function f = none;
    std::memcpy(&e.number, &f, sizeof f);
    return call_number(hide(none)) + call_number(reinterpret_cast<std::uint64_t>(&none)) +
           call_cast(bits<std::uint64_t>(&none)) + call_entry(&e) + call_word(box(none));
}
