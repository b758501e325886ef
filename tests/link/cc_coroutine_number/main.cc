// The address of a coroutine is kept as a number, as data of an event: whoever makes a handle of
// the number resumes what became one.
#include <coroutine>
#include <cstdint>

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

struct event {
    uint32_t events;
    uint64_t data;
};

static event last;
static int woken;

struct number {
    bool await_ready()
    {
        return false;
    }
    void await_suspend(std::coroutine_handle<> h)
    {
        last.data = reinterpret_cast<uint64_t>(h.address());
    }
    void await_resume()
    {
    }
};

static job counted()
{
    co_await number();
    woken++;
}

static job other()
{
    co_await std::suspend_always();
    woken += 10;
}

int main()
{
    counted();
    other();
    std::coroutine_handle<>::from_address(reinterpret_cast<void *>(last.data)).resume();
    return woken == 1 ? 0 : 1;
}
