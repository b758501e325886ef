// What resumes a generator leads to those whose handles are of that type: the words' are of another
// type than the numbers'. Destructors of what the body holds, promise and parameters run in the
// coroutine, whoever resumes or destroys it.
#include <coroutine>
#include <exception>

template <typename T> struct generator {
    struct promise_type {
        T value;
        std::exception_ptr failure;
        generator get_return_object()
        {
            return generator{std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend()
        {
            return {};
        }
        std::suspend_always final_suspend() noexcept
        {
            return {};
        }
        std::suspend_always yield_value(T v)
        {
            value = v;
            return {};
        }
        void return_void()
        {
        }
        void unhandled_exception()
        {
            failure = std::current_exception();
        }
    };
    explicit generator(std::coroutine_handle<promise_type> h) : handle(h)
    {
    }
    generator(generator &&other) : handle(other.handle)
    {
        other.handle = nullptr;
    }
    ~generator()
    {
        if (handle) {
            handle.destroy();
        }
    }
    bool next()
    {
        handle.resume();
        return !handle.done();
    }
    T value()
    {
        return handle.promise().value;
    }
    std::coroutine_handle<promise_type> handle;
};

struct guard {
    static int released;
    ~guard()
    {
        released++;
    }
};
int guard::released;

static generator<int> count(int to)
{
    guard held;
    for (int i = 0; i < to; i++) {
        co_yield i;
    }
}

static generator<int> fail(guard by_value)
{
    co_yield 7;
    throw 1;
}

static generator<const char *> words()
{
    co_yield "one";
    co_yield "two";
}

// Never resumed, but its handle is made as the others' are.
static generator<const char *> idle()
{
    co_yield "idle";
}

int main()
{
    int sum = 0;
    generator<int> numbers = count(4);
    while (numbers.next()) {
        sum += numbers.value();
    }
    generator<int> failing = fail({});
    while (failing.next()) {
        sum += failing.value();
    }
    generator<const char *> text = words();
    while (text.next()) {
        sum += text.value()[0] == 'o';
    }
    generator<const char *> waiting = idle();
    return sum == 14 && guard::released >= 2 ? 0 : 1;
}
