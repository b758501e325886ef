/* The result of code that a program makes itself, called beside a function of another type: such
 * code gets what is passed, whatever else leaves the call unresolved for the same reason. */
#include <stdlib.h>
typedef int taking(int (*)(void));

static int called(void)
{
    return 1;
}
static double of_another_type(double d)
{
    return d;
}

int main(int argc, char **argv)
{
    taking *(*made)(void) = (taking * (*)(void)) malloc(16);
    taking *function = (taking *)of_another_type;
    if (argc > 100) {
        function = made();
        function(called);
    }
    (void)argv;
    return 0;
}
