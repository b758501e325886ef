#include <vector>
typedef int (*fn)(int);
static int f(int x)
{
    return x;
}
static int g(int x)
{
    return x;
}
static int not_in(int x)
{
    return x;
}
static fn other = not_in;
int main()
{
    std::vector<fn> fns;
    fns.push_back(f);
    fns.emplace_back(g);
    int r = 0;
    for (fn p : fns) {
        r += p(0);
    }
    return r + fns[0](0) + other(0);
}
