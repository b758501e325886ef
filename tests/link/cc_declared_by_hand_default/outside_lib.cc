#include "lib.h"
static Context contexts[3];
Context *lib_context()
{
    return &contexts[0];
}
Context *lib_member()
{
    return &contexts[1];
}
Context *lib_argument()
{
    return &contexts[2];
}
void lib_run(int n)
{
    for (Context &each : contexts) {
        each.on_data(n);
    }
}
