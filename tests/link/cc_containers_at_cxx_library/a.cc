// A library of C++ keeps a record of the program for it. It may know instances of templates that it could
// have as well, and what these hold, but none for types of the program.
#include <functional>
#include <map>
#include <undescribed.h>

struct Session;

static int called;

static void opened(Session &)
{
    called++;
}

static void closed(Session &)
{
    called--;
}

static void counted(int count)
{
    called += count;
}

struct Session {
    std::map<int, std::function<void(Session &)>> handlers;
    std::pair<Session *, void (*)(Session &)> last{this, closed};
    std::pair<int, void (*)(int)> counter{0, counted};
};

static void last(Session &session)
{
    session.last.second(*session.last.first);
}

static void count(Session &session)
{
    session.counter.second(1);
}

int main()
{
    Session session;
    session.handlers[0] = [](Session &s) { opened(s); };
    undescribed::keep(&session);
    session.handlers[0](session);
    last(session);
    count(session);
    return called - 1;
}
