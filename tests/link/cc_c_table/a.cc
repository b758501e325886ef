/* A table of C's style, filled in C++ and called from C. */
extern "C" {
#include "table.h"
}
namespace
{
int on_start(void *data)
{
    return *static_cast<int *>(data);
}
int on_stop(void *)
{
    return 0;
}
} // namespace
int main()
{
    int zero = 0;
    table t = {on_start, on_stop};
    return run(&t, &zero);
}
