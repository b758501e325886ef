// The type of a std::function has std::function in it: what it calls is named in another way than it
// is itself.
#include <functional>
#include <vector>
static void next()
{
}
static void handle(std::function<void()> then)
{
    then();
}
static int first(std::vector<std::function<int(int)>> &list)
{
    return list[0](1);
}
static int twice(int n)
{
    return 2 * n;
}
int main()
{
    std::function<void(std::function<void()>)> handler = handle;
    std::function<int(std::vector<std::function<int(int)>> &)> taker = first;
    std::vector<std::function<int(int)>> list = {twice};
    handler(next);
    return taker(list) - 2;
}
