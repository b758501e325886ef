// A library of C keeps a record of the program for it. What the containers in that record hold is
// nothing that code without their templates finds.
#include <functional>
#include <list>
#include <map>
#include <undescribed.h>

static int called;

static void opened()
{
    called++;
}

static void closed()
{
    called--;
}

static void never()
{
    called = 9;
}

struct Session {
    std::map<int, std::function<void()>> handlers;
    std::list<void (*)()> cleanups;
};

static void drop(Session &session)
{
    for (auto cleanup : session.cleanups) {
        cleanup();
    }
}

int main()
{
    Session session;
    std::map<int, void (*)()> other{{1, never}};
    session.handlers[0] = opened;
    session.cleanups.push_back(closed);
    undescribed_keep(&session);
    session.handlers[0]();
    drop(session);
    return called + static_cast<int>(other.size()) - 1;
}
