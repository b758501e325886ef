/* No compiler emits the inline function of the header: the program does without library::open(). */
#include "library.h"

#include <exception>

int once();

struct failure : std::exception {
    const char *what() const noexcept override { return "failure"; }
};

static int twice() { return 2; }
static int (*pointer)() = twice;

int main()
{
    try {
        if (pointer() > 2) {
            return once();
        }
        throw failure();
    } catch (const std::exception &e) {
        return e.what()[0] != 'f';
    }
}
