/* The function goes through a variable of the library. */
#include <mutex>
static std::once_flag flag;
static int n;
static void init()
{
    n++;
}
int main()
{
    std::call_once(flag, init);
    std::call_once(flag, init);
    return n - 1;
}
