// A template of the library calls a function under another type: its result is another, or none.
#include <algorithm>
#include <functional>
#include <memory>
static int called;
static void one(int) { called++; }
static int two(int) { return called++; }
struct object {};
static void three(object *o)
{
    delete o;
    called++;
}
int main()
{
    int list[1] = {1};
    std::function<int(int)> f = reinterpret_cast<int (*)(int)>(one);
    f(1);
    std::for_each(list, list + 1, reinterpret_cast<void *(*)(int)>(two));
    {
        std::unique_ptr<object, int (*)(object *)> p(new object,
                                                     reinterpret_cast<int (*)(object *)>(three));
    }
    return called - 3;
}
