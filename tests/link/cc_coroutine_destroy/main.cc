// To destroy a suspended coroutine runs destructors of what it holds, in it: of locals, of copies
// of parameters and of the promise, which also frees the frame.
#include <coroutine>
#include <cstdlib>
#include <utility>

static int released;

struct local {
    ~local()
    {
        released++;
    }
};

struct parameter {
    parameter()
    {
    }
    parameter(parameter &&)
    {
    }
    ~parameter()
    {
        released += 10;
    }
};

struct lazy {
    struct promise_type {
        ~promise_type()
        {
            released += 100;
        }
        static void *operator new(std::size_t size)
        {
            return std::malloc(size);
        }
        static void operator delete(void *memory)
        {
            released += 1000;
            std::free(memory);
        }
        lazy get_return_object()
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

class owner
{
  public:
    explicit owner(std::coroutine_handle<> h) : handle(h)
    {
    }
    owner(owner &&other) : handle(std::exchange(other.handle, {}))
    {
    }
    ~owner()
    {
        if (handle) {
            handle.destroy();
        }
    }

  private:
    std::coroutine_handle<> handle;
};

static lazy held(parameter)
{
    local one;
    co_await std::suspend_always();
    local never;
}

// Nothing owns it.
static lazy leaked()
{
    co_await std::suspend_always();
}

int main()
{
    leaked();
    {
        owner first{held({}).handle};
        owner moved = std::move(first);
    }
    return released % 1000 == 121 ? 0 : 1;
}
