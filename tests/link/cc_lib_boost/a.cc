// Boost.Thread runs the function of a thread, what is called at its end, and what cleans up its data.
#include <boost/bind/bind.hpp>
#include <boost/function.hpp>
#include <boost/thread.hpp>
#include <boost/thread/tss.hpp>

struct Shape {
    virtual ~Shape() {}
    virtual int area() { return 0; }
};
struct Square : Shape {
    int area() override { return 4; }
};
struct Handler {
    boost::function<void(int)> called;
};
static void cleanup(int *data)
{
    delete data;
}
static boost::thread_specific_ptr<int> own(cleanup);
static void at_end()
{
}
static void work(int number, Shape *shape)
{
    boost::this_thread::at_thread_exit(at_end);
    own.reset(new int(number + shape->area()));
}
static void once()
{
}
static void handled(int)
{
}
static void never()
{
}
static void (*volatile unused)();

int main()
{
    boost::once_flag flag = BOOST_ONCE_INIT;
    Square square;
    Handler handler;
    if (!handler.called) {
        unused = never;
    }
    handler.called = handled;
    handler.called(1);
    boost::call_once(once, flag);
    boost::thread thread(boost::bind(work, 3, &square));
    thread.join();
    return 0;
}
