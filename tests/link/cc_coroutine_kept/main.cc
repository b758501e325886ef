// Handles are kept in many ways, and each way leads back to the coroutines: in variants, std::any,
// threads, bytes, deleters of shared pointers. Of promises in a list a part is known alone.
#include <any>
#include <coroutine>
#include <cstddef>
#include <cstring>
#include <memory>
#include <thread>
#include <variant>

struct node {
    node *next;
};

struct job {
    struct promise_type {
        int id = 0;
        node hook{};
        job get_return_object() { return {}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() {}
    };
};

using typed = std::coroutine_handle<job::promise_type>;
using handle = std::coroutine_handle<>;

struct suspending {
    bool await_ready() { return false; }
    void await_resume() {}
};

static node *list;

struct in_list : suspending {
    void await_suspend(typed h)
    {
        node *part = &h.promise().hook;
        part->next = list;
        list = part;
    }
};

static void wake_list()
{
    char *part = reinterpret_cast<char *>(list);
    auto *promise = reinterpret_cast<job::promise_type *>(part - offsetof(job::promise_type, hook));
    typed::from_promise(*promise).resume();
}

static std::variant<int, handle> choice;

struct in_variant : suspending {
    void await_suspend(handle h) { choice = h; }
};

static std::any anything;

struct in_any : suspending {
    void await_suspend(handle h) { anything = h; }
};

static unsigned char bytes[sizeof(void *)];

struct in_bytes : suspending {
    void await_suspend(handle h)
    {
        void *address = h.address();
        std::memcpy(bytes, &address, sizeof address);
    }
};

static void wake_bytes()
{
    void *address;
    std::memcpy(&address, bytes, sizeof address);
    handle::from_address(address).resume();
}

struct in_thread : suspending {
    void await_suspend(handle h)
    {
        std::thread([h] { h.resume(); }).join();
    }
};

static std::shared_ptr<void> shared;

struct in_deleter : suspending {
    void await_suspend(handle h)
    {
        shared = std::shared_ptr<void>(h.address(),
                                       [](void *p) { handle::from_address(p).resume(); });
    }
};

static int woken;

static job listed()
{
    co_await in_list();
    woken += 1;
}

static job chosen()
{
    co_await in_variant();
    woken += 10;
}

static job any()
{
    co_await in_any();
    woken += 100;
}

static job bytewise()
{
    co_await in_bytes();
    woken += 1000;
}

static job threaded()
{
    co_await in_thread();
    woken += 10000;
}

static job deleted()
{
    co_await in_deleter();
    woken += 100000;
}

// Its address is all that anybody could have, and nobody has it.
static job forgotten()
{
    co_await std::suspend_always();
    woken = -1;
}

int main()
{
    forgotten();
    listed();
    wake_list();
    chosen();
    std::get<handle>(choice).resume();
    any();
    std::any_cast<handle>(anything).resume();
    bytewise();
    wake_bytes();
    threaded();
    deleted();
    shared.reset();
    return woken == 111111 ? 0 : 1;
}
