#include "observer.h"
struct log : observer {
    void update(int) override
    {
    }
};
static log the_log;
subject::subject() : first(nullptr), second(&the_log)
{
}
void subject::attach(observer *o)
{
    first = o;
}
void subject::notify(int what)
{
    first->update(what);
    second->update(what);
}
