// What one std::function keeps is none of what another does: a small closure is kept in place of the pointer to a
// large one, and a reference that it captures is no closure.
#include <functional>

struct sink {
    void (*write)();
};
static void written() {}
static void stepped() {}
static void plain() {}

static std::function<void()> large(void (*step)(), int a, int b, int c)
{
    return [step, a, b, c] {
        if (a + b + c > 0) {
            step();
        }
    };
}

int main()
{
    sink out{written};
    std::function<void()> small = [&out] { out.write(); };
    std::function<void()> other = large(stepped, 1, 2, 3);
    std::function<void()> pointer = plain;
    small();
    other();
    pointer();
    auto *target = pointer.target<void (*)()>();
    (*target)();
    return 0;
}
