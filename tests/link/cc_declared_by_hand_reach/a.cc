// A function of a C library that the program declares itself may call what has a name; that is no
// reason to think that other libraries do.
#include <cstdlib>
extern "C" const char *version();
void named()
{
}
static void at_exit()
{
}
void leave()
{
    std::exit(0);
}
const char *ask()
{
    return version();
}
int main(int argc, char **)
{
    std::atexit(at_exit);
    if (argc > 1) {
        named();
    }
    ask();
    leave();
}
