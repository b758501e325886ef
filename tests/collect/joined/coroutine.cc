// A coroutine's body is its function's; resuming another one is open, also by suspending with its
// handle.
namespace std {
template <typename R, typename...> struct coroutine_traits {
    using promise_type = typename R::promise_type;
};
template <typename P = void> struct coroutine_handle;
template <> struct coroutine_handle<void> {
    static coroutine_handle from_address(void *a) { return {a}; }
    void *address() const noexcept { return frame; }
    void *frame;
};
template <typename P> struct coroutine_handle {
    static coroutine_handle from_address(void *a) { return {a}; }
    operator coroutine_handle<>() const { return {frame}; }
    void resume() const { __builtin_coro_resume(frame); }
    void destroy() const { __builtin_coro_destroy(frame); }
    void *frame;
};
}

int step(int);
void finish();
struct Guard {
    ~Guard();
};
struct Always {
    bool await_ready() noexcept { return false; }
    void await_suspend(std::coroutine_handle<>) noexcept {}
    void await_resume() noexcept {}
};
struct Transfer : Always {
    std::coroutine_handle<> await_suspend(std::coroutine_handle<>) noexcept { return next; }
    std::coroutine_handle<> next;
};
struct Task {
    struct promise_type {
        Task get_return_object();
        Always initial_suspend() { return {}; }
        Always final_suspend() noexcept { return {}; }
        void return_void() { finish(); }
        void unhandled_exception() {}
    };
    std::coroutine_handle<promise_type> handle;
};

Task count()
{
    Guard guard;
    for (int i = 0; step(i); i++) {
        co_await Always{};
    }
}
Task pass(std::coroutine_handle<> next)
{
    co_await Transfer{{}, next};
}
void drive(Task task)
{
    task.handle.resume();
    task.handle.destroy();
}
