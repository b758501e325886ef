#include "handlers.h"
int main(void)
{
    handler h = 0;
    get_handler(&h);
    h();
    handler other;
    get_other(&other);
    other();
    return 0;
}
