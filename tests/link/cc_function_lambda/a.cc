#include <functional>
static int twice(int x)
{
    return 2 * x;
}
struct adder {
    int n;
    int operator()(int x) const
    {
        return x + n;
    }
};
int main()
{
    std::function<int(int)> f = [](int x) { return x; };
    std::function<int(int)> g = twice;
    std::function<int(int)> h = adder{1};
    std::function<int(int)> k = std::bind(twice, std::placeholders::_1);
    return f(0) + g(0) + h(-1) + k(0);
}
