#include <mutex>
#include <thread>
#include <vector>
static std::once_flag flag;
static void once()
{
}
static void work(int)
{
}
static void at_terminate()
{
    std::abort();
}
struct made {
    ~made();
};
made::~made()
{
}
static made object;
static int fail(const std::vector<int> &numbers)
{
    return numbers.at(3);
}
int main()
{
    std::set_terminate(at_terminate);
    std::call_once(flag, once);
    std::thread thread(work, 3);
    thread.join();
    try {
        return fail({1, 2, 3});
    } catch (...) {
        return 0;
    }
}
