// Code that was not collected gets a frame that the program lays out itself: it may resume and
// destroy it. Handles that it gives may be of anything.
#include <coroutine>

extern "C" {
void outside_run(void *frame);
void *outside_frame(void);
}

static int done;

struct frame {
    void (*resume)(frame *);
    void (*destroy)(frame *);
    void (*other)();
};

static void own_resume(frame *)
{
    done += 1;
}

static void own_destroy(frame *)
{
    done += 10;
}

static void never()
{
    done += 1000;
}

static frame own{own_resume, own_destroy, never};

static void use(std::coroutine_handle<> handle)
{
    handle.resume();
    handle.destroy();
}

int main()
{
    outside_run(&own);
    use(std::coroutine_handle<>::from_address(outside_frame()));
    return done == 11 ? 0 : 1;
}
