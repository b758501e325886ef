// Exceptions: handlers, destructors that run on the way, exceptions that are thrown again.
// calls main _Z5outeri 20
// calls _Z5outeri _Z6middlei 20
// calls _Z6middlei _Z7throweri 20
// calls _Z6middlei _ZN5GuardD2Ev 20
// calls _ZN5GuardD2Ev _Z4leafv 20
// calls _Z5outeri _Z7handlerv 10
// calls _Z7handlerv _Z4leafv 10
// calls main _Z4lastv 1
// calls _Z4lastv _Z4leafv 1
// total _Z4leafv 31
#include <stdexcept>

volatile int sink;

__attribute__((noinline)) void leaf()
{
    sink = sink + 1;
}

struct Guard {
    __attribute__((noinline)) ~Guard();
};

Guard::~Guard()
{
    leaf();
}

__attribute__((noinline)) int thrower(int n)
{
    if (n % 2) {
        throw std::runtime_error("odd");
    }
    return n;
}

__attribute__((noinline)) int middle(int n)
{
    Guard guard;
    return thrower(n) + 1;
}

__attribute__((noinline)) void handler()
{
    leaf();
}

__attribute__((noinline)) int outer(int n)
{
    try {
        return middle(n) + 1;
    } catch (const std::exception &) {
        handler();
        return 0;
    }
}

__attribute__((noinline)) void last()
{
    leaf();
}

int main()
{
    for (int i = 0; i < 20; i++) {
        outer(i);
    }
    last();
    return 0;
}
