// Coroutines of C++20: each resumption is a call of the function that they became.
// flags -std=c++20
// total _Z4itemi 10
// calls _Z4itemi _Z4leafv 10
// calls main _Z7consumei 10
// calls _Z7consumei _Z4leafv 10
// total _Z4leafv 20
#include <coroutine>

static volatile int sink;

__attribute__((noinline)) void leaf()
{
    sink = sink + 1;
}

struct Generator {
    struct promise_type {
        int value = 0;
        Generator get_return_object()
        {
            return {std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend() noexcept
        {
            return {};
        }
        std::suspend_always final_suspend() noexcept
        {
            return {};
        }
        std::suspend_always yield_value(int next)
        {
            value = next;
            return {};
        }
        void return_void()
        {
        }
        void unhandled_exception()
        {
        }
    };
    std::coroutine_handle<promise_type> handle;
};

__attribute__((noinline)) int item(int n)
{
    leaf();
    return n;
}

Generator generate()
{
    for (int i = 0; i < 10; i++) {
        co_yield item(i);
    }
}

__attribute__((noinline)) void consume(int n)
{
    sink = sink + n;
    leaf();
}

int main()
{
    Generator generator = generate();
    for (generator.handle.resume(); !generator.handle.done(); generator.handle.resume()) {
        consume(generator.handle.promise().value);
    }
    generator.handle.destroy();
    return 0;
}
