#include "items.h"

void use(item &one)
{
    one.lit();
}
