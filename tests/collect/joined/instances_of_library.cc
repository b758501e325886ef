// Explicit instances in a system header are in this file's object: other files call them. Inline functions that nothing
// uses are not.
#define INSTANCES_HERE
#include <instances.h>

int own()
{
    return 0;
}
