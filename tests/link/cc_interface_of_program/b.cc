#include "shape.h"

int measure(const shape &one)
{
    return one.area();
}
