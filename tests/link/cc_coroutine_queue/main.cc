// A scheduler keeps handles of any type: what it resumes are those that were given to it, not
// another that only its owner resumes, nor what waits for an event.
#include <coroutine>
#include <deque>
#include <vector>

struct job {
    struct promise_type {
        job get_return_object()
        {
            return {std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_never initial_suspend()
        {
            return {};
        }
        std::suspend_always final_suspend() noexcept
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

static std::deque<std::coroutine_handle<>> *ready;
static std::vector<std::coroutine_handle<>> *waiting;
static int steps;

struct schedule {
    bool await_ready()
    {
        return false;
    }
    void await_suspend(std::coroutine_handle<> h)
    {
        ready->push_back(h);
    }
    void await_resume()
    {
    }
};

struct event {
    bool await_ready()
    {
        return false;
    }
    void await_suspend(std::coroutine_handle<> h)
    {
        waiting->push_back(h);
    }
    void await_resume()
    {
    }
};

static job first()
{
    for (int i = 0; i < 3; i++) {
        co_await schedule();
        steps++;
    }
}

static job second()
{
    co_await schedule();
    steps += 10;
}

static job late()
{
    co_await event();
    steps += 100;
}

static job mine()
{
    co_await std::suspend_always();
    steps += 1000;
}

static void run_one(std::coroutine_handle<> h)
{
    h();
}

int main()
{
    std::deque<std::coroutine_handle<>> queue;
    std::vector<std::coroutine_handle<>> events;
    ready = &queue;
    waiting = &events;
    job a = first(), b = second(), c = late(), d = mine();
    while (!ready->empty()) {
        auto next = ready->front();
        ready->pop_front();
        run_one(next);
    }
    for (auto h : events) {
        h.resume();
    }
    d.handle.resume();
    return steps == 1113 ? 0 : 1;
}
