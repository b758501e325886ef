/* What a task calls, and the results that go when it does. The library lets go of a state when the
 * thread ends that made it ready. */
#include <future>
#include <thread>
static int n;
struct result {
    ~result()
    {
        n++;
    }
};
static int twice(int x)
{
    return 2 * x;
}
static void at_once()
{
    std::packaged_task<int(int)> task(twice);
    std::future<int> value = task.get_future();
    task(1);
    n -= value.get();
}
static void at_exit()
{
    std::promise<result> promised;
    promised.set_value_at_thread_exit(result());
}
static void unrelated()
{
    n++;
}
static void (*other)() = unrelated;
int main()
{
    at_once();
    std::thread(at_exit).join();
    other();
    return n - 1;
}
