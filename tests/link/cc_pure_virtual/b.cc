/* Overrides in another file, one of them in a namespace without a name. */
#include "shape.h"
namespace
{
struct circle : shape {
    int area() override
    {
        return 3;
    }
};
} // namespace
int square::area()
{
    return 9;
}
shape *make(int which)
{
    if (which) {
        return new square;
    }
    return new circle;
}
int twice(shape &s)
{
    return 2 * s.area();
}
void drop(shape *s)
{
    delete s;
}
