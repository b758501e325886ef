// No file has a virtual table of an interface whose objects are all constant. A header of the program declares
// it, so no library has classes derived from it, nor calls its functions.
#include "shape.h"

namespace {
struct square : shape {
    int area() const override { return 4; }
    const char *name() const override { return "square"; }
};
} // namespace

static square one;

int main()
{
    return measure(one) - 4;
}
