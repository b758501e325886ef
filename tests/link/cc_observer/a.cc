#include "observer.h"
struct screen : observer {
    int seen = 0;
    void update(int what) override
    {
        seen += what;
    }
};
int main()
{
    screen s;
    subject sub;
    sub.attach(&s);
    sub.notify(2);
    return s.seen - 2;
}
