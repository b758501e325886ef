// A library of C keeps the address of a coroutine and hands it back to a callback, which makes a
// handle of it again.
#include <coroutine>

extern "C" {
typedef void (*callback)(void *data);
void timer_add(callback call, void *data);
void timer_run(void);
}

// The library itself, as it is collected with the program.
static struct {
    callback call;
    void *data;
} timers[4];
static int timer_count;

void timer_add(callback call, void *data)
{
    timers[timer_count].call = call;
    timers[timer_count++].data = data;
}

void timer_run(void)
{
    for (int i = 0; i < timer_count; i++) {
        timers[i].call(timers[i].data);
    }
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

static void wake(void *data)
{
    std::coroutine_handle<>::from_address(data).resume();
}

struct timer {
    bool await_ready()
    {
        return false;
    }
    void await_suspend(std::coroutine_handle<> h)
    {
        timer_add(wake, h.address());
    }
    void await_resume()
    {
    }
};

static job sleeper()
{
    co_await timer();
    woken++;
}

// Nothing resumes it.
static job abandoned()
{
    co_await std::suspend_always();
    woken += 10;
}

int main()
{
    sleeper();
    abandoned();
    timer_run();
    return woken == 1 ? 0 : 1;
}
