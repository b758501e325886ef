/* Each instance of a template is a record of its own: no thread calls what another does. The library
 * has what is in them. */
#include <atomic>
#include <thread>
static std::atomic<int> n;
static void run(int by)
{
    n += by;
}
struct worker {
    void work()
    {
        n++;
    }
};
int main()
{
    worker w;
    std::thread a(run, 2);
    std::thread b([] { n++; });
    std::thread c(&worker::work, &w);
    a.join();
    b.join();
    c.join();
    return n - 4;
}
