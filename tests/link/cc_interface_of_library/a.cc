// A library gives an object of an interface by a function of C. Its methods know the templates of the
// C++ library.
#include <undescribed.h>

static int called;

static void on_event()
{
    called++;
}

static void wait_for_events()
{
    static std::vector<std::function<void()>> handlers;
    handlers.push_back(on_event);
    undescribed_bus()->subscribe(handlers);
}

int main()
{
    wait_for_events();
    return called - 1;
}
