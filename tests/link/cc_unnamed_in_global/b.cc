#include "a.h"
void run()
{
    one.state.run();
    table::entries.first();
    two.more->other();
}
