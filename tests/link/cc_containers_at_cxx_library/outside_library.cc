// The library.
#include <undescribed.h>

void undescribed::keep(void *)
{
}
