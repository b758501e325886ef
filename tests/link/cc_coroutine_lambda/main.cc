// Lambdas and member functions are coroutines as functions are; what they capture, and `this`, are
// theirs. A handle may hide in std::function.
#include <coroutine>
#include <functional>

struct job {
    struct promise_type {
        job get_return_object()
        {
            return {std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend()
        {
            return {};
        }
        std::suspend_never final_suspend() noexcept
        {
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

static int sum;

static void add(int n)
{
    sum += n;
}

static void add_twice(int n)
{
    sum += 2 * n;
}

struct actor {
    int weight;
    std::function<void()> wake;
    struct pause {
        actor *who;
        bool await_ready()
        {
            return false;
        }
        void await_suspend(std::coroutine_handle<> h)
        {
            who->wake = [h] { h.resume(); };
        }
        void await_resume()
        {
        }
    };
    job act()
    {
        sum += weight;
        co_await pause{this};
        sum += weight;
    }
};

int main()
{
    void (*use)(int) = add;
    auto lambda = [use](void (*other)(int)) -> job {
        use(1);
        co_await std::suspend_always();
        other(2);
    };
    job one = lambda(add_twice);
    one.handle.resume();
    one.handle.resume();
    actor who = {100, {}};
    who.act().handle.resume();
    who.wake();
    return sum == 205 ? 0 : 1;
}
