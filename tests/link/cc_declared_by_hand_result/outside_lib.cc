#include "lib.h"
static Context context;
static callback slot;
static int count = 3;
Context *lib_context()
{
    return &context;
}
callback *lib_slot()
{
    return &slot;
}
int *lib_count()
{
    return &count;
}
void lib_run(int n)
{
    context.on_data(n);
    slot();
}
const char *version()
{
    return "1";
}
