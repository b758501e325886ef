// Nobody calls a pure virtual method: it is no code that was not collected.
#include <stdlib.h>
struct status {
    virtual void inform() = 0;
    virtual void warn() = 0;
};
struct printer : status {
    void inform() override;
    void warn() override;
};
void printer::inform() {}
void printer::warn() {}
void never() {}
int main()
{
    printer p;
    status *s = &p;
    s->inform();
    exit(0);
}
