// What std::async, std::thread and std::shared_ptr call is what the program made.
#include <functional>
#include <future>
#include <memory>
#include <thread>
static int first(int x) { return x; }
static int second(int x) { return x + 1; }
static void third() {}
int fourth(int x) { return x + 2; }
struct operations {
    int (*op)(int);
};
static int run(operations *o) { return o->op(1); }
void never() {}
int main()
{
    std::function<int(int)> f = first;
    std::function<void()> g = third;
    operations o = {second};
    auto p = std::make_shared<operations>(o);
    int sum = std::async(std::launch::async, fourth, 4).get();
    std::thread t(third);
    t.join();
    g();
    return f(1) + run(p.get()) + sum == 0;
}
