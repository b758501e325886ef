// std::function of each type calls what was stored in one of that type.
#include <functional>
static int twice(int x) { return 2 * x; }
static void nothing() {}
static double half(double x) { return x / 2; }
int main()
{
    std::function<int(int)> a = twice;
    std::function<void()> b = nothing;
    std::function<double(double)> c = half;
    b();
    return a(1) + (int)c(2.0) == 0;
}
