// Bytes are counted and pointers to members applied in one file.
#include <functional>
struct handlers {
    int number;
    void (*first)();
    void (*second)();
};
struct text {
    const char *begin;
    void (*done)();
};
static void one()
{
}
static void two()
{
}
static void three()
{
}
static handlers all = {1, one, two};
#define APPLY(object, member) ((object).*(member))
static void (*plain(void (*handlers::*member)()))()
{
    return all.*member;
}
static void (*by_macro(handlers &h, void (*handlers::*member)()))()
{
    return APPLY(h, member);
}
static void (*by_library(void (*handlers::*member)()))()
{
    return std::invoke(member, all);
}
template <class T, class M> static auto by_template(T *object, M member)
{
    return object
        ->*
        member;
}
static char *within(char *at, long more)
{
    return at + more;
}
int main(int argc, char **)
{
    static text texts[2] = {{"a", three}, {"b", three}};
    char *at = within(reinterpret_cast<char *>(texts), (argc - 1) * (long)sizeof *texts);
    reinterpret_cast<text *>(at)->done();
    auto member = argc > 1 ? &handlers::first : &handlers::second;
    plain(member)();
    by_macro(all, member)();
    by_library(member)();
    by_template(&all, member)();
    // a number of bytes first
    auto *same = reinterpret_cast<handlers *>(reinterpret_cast<char *>(&all) + (argc - 1) * 24L);
    (same->*member)();
    return 0;
}
