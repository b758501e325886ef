// A task awaits another by handing its handle over: suspending resumes what is awaited, and where
// that ends it resumes what awaits it.
#include <coroutine>
#include <utility>

struct task {
    struct promise_type;
    using handle_type = std::coroutine_handle<promise_type>;
    struct ending {
        bool await_ready() noexcept
        {
            return false;
        }
        std::coroutine_handle<> await_suspend(handle_type h) noexcept
        {
            return h.promise().continuation;
        }
        void await_resume() noexcept
        {
        }
    };
    struct promise_type {
        int value = 0;
        std::coroutine_handle<> continuation;
        task get_return_object()
        {
            return task(handle_type::from_promise(*this));
        }
        std::suspend_always initial_suspend()
        {
            return {};
        }
        ending final_suspend() noexcept
        {
            return {};
        }
        void return_value(int v)
        {
            value = v;
        }
        void unhandled_exception()
        {
        }
    };
    explicit task(handle_type h) : handle(h)
    {
    }
    task(task &&other) : handle(std::exchange(other.handle, nullptr))
    {
    }
    ~task()
    {
        if (handle) {
            handle.destroy();
        }
    }
    bool await_ready()
    {
        return false;
    }
    handle_type await_suspend(std::coroutine_handle<> awaiting)
    {
        handle.promise().continuation = awaiting;
        return handle;
    }
    int await_resume()
    {
        return handle.promise().value;
    }
    handle_type handle;
};

// Begins at once and has nobody who waits: nothing resumes it but what it awaits.
struct started {
    struct promise_type {
        started get_return_object()
        {
            return {};
        }
        std::suspend_never initial_suspend()
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
};

static int total;

static task leaf(int n)
{
    co_return n;
}

static task middle(int n)
{
    int a = co_await leaf(n);
    int b = co_await leaf(n + 1);
    co_return a + b;
}

static started run()
{
    total = co_await middle(3);
}

int main()
{
    run();
    return total == 7 ? 0 : 1;
}
