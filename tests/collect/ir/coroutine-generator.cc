#include <coroutine>

struct Generator {
    struct promise_type {
        promise_type();
        ~promise_type();
        Generator get_return_object();
        std::suspend_always initial_suspend();
        std::suspend_always final_suspend() noexcept;
        std::suspend_always yield_value(int);
        void return_void();
        void unhandled_exception();
        static void *operator new(unsigned long);
        static void operator delete(void *);
    };
    ~Generator();
    bool next();
    int value();
};
struct Guard {
    ~Guard();
};
int f(int);

Generator count(int n, Guard guard)
{
    for (int i = 0; i < n; i++) {
        co_yield f(i);
    }
}
int use()
{
    Generator generator = count(3, Guard());
    return generator.next() ? generator.value() : 0;
}
