#include <coroutine>

struct Awaiter {
    ~Awaiter();
    bool await_ready();
    std::coroutine_handle<> await_suspend(std::coroutine_handle<>);
    int await_resume();
};
struct Final {
    bool await_ready() noexcept;
    bool await_suspend(std::coroutine_handle<>) noexcept;
    void await_resume() noexcept;
};
struct Task {
    struct promise_type {
        Task get_return_object();
        std::suspend_never initial_suspend();
        Final final_suspend() noexcept;
        void return_value(int);
        void unhandled_exception();
        Awaiter await_transform(double);
        Task &&await_transform(Task &&);
    };
    Awaiter operator co_await();
    ~Task();
};
struct Guard {
    Guard();
    ~Guard();
};
int f(int);

Task inner()
{
    co_return f(1);
}
Task outer()
{
    Guard guard;
    int n = co_await inner();
    co_return n + co_await 2.0;
}
