#include <map>
static int get(int x)
{
    return x;
}
static int put(int x)
{
    return x;
}
int main()
{
    std::map<int, int (*)(int)> handlers = {{1, get}};
    handlers[2] = put;
    auto found = handlers.find(2);
    return found->second(0) + handlers[1](0);
}
