// path main;_Z5startv;_Z4riski;burn
// path main;_Z5startv;_ZN5GuardD2Ev;burn
// path main;_Z5startv;_Z6handlev;burn
#define BURN extern "C" __attribute__((noinline)) inline
#include "burn.h"
#include <stdexcept>

APART void handle()
{
    burn(60);
    STAY;
}
struct Guard {
    APART ~Guard();
};
APART Guard::~Guard()
{
    burn(60);
    STAY;
}
APART void risk(int n)
{
    burn(60);
    if (n) {
        throw std::runtime_error("x");
    }
    STAY;
}
APART void start()
{
    try {
        Guard guard;
        risk(1);
    } catch (const std::exception &) {
        handle();
    }
    STAY;
}

int main()
{
    start();
    return 0;
}
