// What an atomic object or an array consists of is where code of C finds it.
#include <array>
#include <atomic>
#include <undescribed.h>

static int called;

static void once()
{
    called++;
}

static void twice()
{
    called += 2;
}

static std::atomic<undescribed_handler> first;
static std::array<undescribed_handler, 1> handlers;

static void run_first()
{
    first.store(once);
    undescribed_run(reinterpret_cast<undescribed_handler *>(&first), 1);
}

static void run_all()
{
    handlers[0] = twice;
    undescribed_run(handlers.data(), 1);
}

int main()
{
    run_first();
    run_all();
    return called - 3;
}
