// Where nobody waits, the end of a coroutine resumes one that does nothing.
#include <coroutine>

struct job {
    struct ending;
    struct promise_type {
        std::coroutine_handle<> continuation = std::noop_coroutine();
        job get_return_object()
        {
            return {std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend()
        {
            return {};
        }
        ending final_suspend() noexcept;
        void return_void()
        {
        }
        void unhandled_exception()
        {
        }
    };
    struct ending {
        bool await_ready() noexcept
        {
            return false;
        }
        std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept
        {
            return h.promise().continuation;
        }
        void await_resume() noexcept
        {
        }
    };
    std::coroutine_handle<promise_type> handle;
};

job::ending job::promise_type::final_suspend() noexcept
{
    return {};
}

static int done;

static job work()
{
    done++;
    co_return;
}

int main()
{
    job one = work();
    one.handle.resume();
    one.handle.destroy();
    std::noop_coroutine().resume();
    return done == 1 ? 0 : 1;
}
