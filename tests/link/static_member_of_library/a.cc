/* A static member of a class that a system header declares belongs to a library: it is no sign of
 * code of the program that was not collected. */
#include "library.h"
static void set()
{
}
void not_named()
{
}
int main()
{
    library::hook = set;
    library::run();
}
