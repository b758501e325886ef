/* What an empty statement hides from the compiler is what it was; an address by name is used. */
using function = void (*)();
namespace {
void f()
{
}
void g()
{
}
void h()
{
}
} // namespace
extern "C" __attribute__((used)) void named()
{
}
template <class T> void keep(T &value)
{
    asm volatile("" : "+r,m"(value) : : "memory");
}
int main()
{
    function p = f, q = g, r;
    asm("" : "+r"(p));
    keep(q);
    unsigned long number, moved;
    asm("" : "=r"(number) : "0"(h));
    asm("mov %1, %0" : "=r"(moved) : "r"(number));
    p();
    q();
    r = reinterpret_cast<function>(moved);
    r();
    asm("lea named(%%rip), %0" : "=r"(r));
    r();
}
