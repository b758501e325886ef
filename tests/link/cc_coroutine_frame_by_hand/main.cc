// Frames that the program lays out itself: two functions at their begin, of which a handle resumes
// the first and destroys the second.
#include <coroutine>

static int done;

// A variable.
struct frame {
    void (*resume)(frame *);
    void (*destroy)(frame *);
    int number;
};

static void one_resume(frame *f)
{
    done += f->number;
}

static void one_destroy(frame *)
{
    done += 10;
}

static frame one{one_resume, one_destroy, 1};

static void use_one()
{
    auto handle = std::coroutine_handle<>::from_address(&one);
    handle.resume();
    handle.destroy();
}

// Allocated, of a class derived from what has the two, and kept.
struct parts {
    void (*resume)(void *);
    void (*destroy)(void *);
};

struct derived : parts {
    int number = 100;
};

static void two_resume(void *f)
{
    done += static_cast<derived *>(f)->number;
}

static void two_destroy(void *f)
{
    done += 1000;
    delete static_cast<derived *>(f);
}

static std::coroutine_handle<> kept;

static void make()
{
    derived *made = new derived;
    made->resume = two_resume;
    made->destroy = two_destroy;
    kept = std::coroutine_handle<>::from_address(made);
}

// What an optimiser makes of calls of frames that are no coroutine's is wrong for these.
[[clang::optnone]] static void use_two()
{
    kept.resume();
    kept.destroy();
}

// An array.
static void three_resume(void *)
{
    done += 10000;
}

static void three_destroy(void *)
{
    done += 100000;
}

static void (*three[])(void *) = {three_resume, three_destroy};

static void use_three()
{
    auto handle = std::coroutine_handle<>::from_address(three);
    handle.resume();
    handle.destroy();
}

// Within something else.
struct holder {
    void (*before)();
    frame inside;
};

static void four_resume(frame *f)
{
    done += f->number;
}

static void four_destroy(frame *)
{
    done += 10000000;
}

static holder four{nullptr, {four_resume, four_destroy, 1000000}};

static void use_four()
{
    auto handle = std::coroutine_handle<>::from_address(&four.inside);
    handle.resume();
    handle.destroy();
}

// A variable of a class derived from what has the two.
static void five_resume(void *f)
{
    done += static_cast<derived *>(f)->number;
}

static void five_destroy(void *)
{
    done += 100000000;
}

[[clang::optnone]] static void use_five()
{
    derived five;
    five.resume = five_resume;
    five.destroy = five_destroy;
    five.number = 0;
    auto handle = std::coroutine_handle<>::from_address(&five);
    handle.resume();
    handle.destroy();
}

int main()
{
    use_one();
    make();
    use_two();
    use_three();
    use_four();
    use_five();
    return done == 111111111 ? 0 : 1;
}
