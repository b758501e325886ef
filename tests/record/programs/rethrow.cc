// Exceptions that are thrown again, kept and thrown later, replaced by others, caught within a
// destructor that an exception runs, and thrown through a function of C.
// calls main _Z4passi 6
// calls _Z4passi _Z5againi 6
// calls _Z5againi _Z6throwsi 6
// calls _Z5againi _Z4notev 6
// calls _Z4passi _ZN7CarefulD2Ev 6
// calls _ZN7CarefulD2Ev _Z6throwsi 6
// calls _ZN7CarefulD2Ev _Z4notev 6
// calls main _Z4keepv 1
// calls main _Z5laterv 1
// calls _Z5laterv _Z4notev 1
// calls main _Z7throughv 1
// total _Z7comparePKvS0_ 1
// calls main _Z4notev 8
// total _Z4notev 21
#include <cstdlib>
#include <exception>
#include <stdexcept>

static volatile int sink;
static std::exception_ptr kept;

__attribute__((noinline)) void note()
{
    sink = sink + 1;
}

__attribute__((noinline)) int throws(int n)
{
    throw std::runtime_error(n % 2 ? "odd" : "even");
}

struct Careful {
    __attribute__((noinline)) ~Careful();
};

Careful::~Careful()
{
    try {
        throws(1);
    } catch (const std::runtime_error &) {
        note();
    }
}

__attribute__((noinline)) int again(int n)
{
    try {
        return throws(n);
    } catch (...) {
        note();
        if (n % 2) {
            throw;
        }
        throw std::logic_error("another");
    }
}

__attribute__((noinline)) int pass(int n)
{
    Careful careful;
    return again(n) + 1;
}

__attribute__((noinline)) void keep()
{
    try {
        throws(2);
    } catch (...) {
        kept = std::current_exception();
    }
}

__attribute__((noinline)) void later()
{
    note();
    std::rethrow_exception(kept);
}

int compare(const void *, const void *)
{
    return throws(3);
}

__attribute__((noinline)) void through()
{
    int numbers[] = {2, 1};
    qsort(numbers, 2, sizeof *numbers, compare);
    sink = sink + 1;
}

int main()
{
    for (int i = 0; i < 6; i++) {
        try {
            pass(i);
        } catch (const std::exception &) {
            note();
        }
    }
    keep();
    try {
        later();
    } catch (const std::exception &) {
        note();
    }
    try {
        through();
    } catch (const std::exception &) {
        note();
    }
    return 0;
}
