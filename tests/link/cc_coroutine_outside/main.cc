// Code that was not collected gets the address of a coroutine: it may resume it, and what it gives
// back may be any that it got.
#include <coroutine>

extern "C" {
void outside_keep(void *frame, void (*resume)(void *));
void outside_run(void);
void *outside_last(void);
}

struct job {
    struct promise_type {
        job get_return_object()
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

static int woken;

static void wake(void *frame)
{
    std::coroutine_handle<>::from_address(frame).resume();
}

struct outside {
    bool await_ready()
    {
        return false;
    }
    void await_suspend(std::coroutine_handle<> h)
    {
        outside_keep(h.address(), wake);
    }
    void await_resume()
    {
    }
};

static std::coroutine_handle<> own;

struct inside {
    bool await_ready()
    {
        return false;
    }
    void await_suspend(std::coroutine_handle<> h)
    {
        own = h;
    }
    void await_resume()
    {
    }
};

static job away()
{
    co_await outside();
    woken++;
    co_await outside();
    woken++;
}

static job home()
{
    co_await inside();
    woken += 10;
}

int main()
{
    away();
    home();
    outside_run();
    std::coroutine_handle<>::from_address(outside_last()).resume();
    own.resume();
    return woken == 12 ? 0 : 1;
}
