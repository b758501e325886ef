// A variable that a system header declares is a library's; one that the source declares may be of code that was
// not collected.
#include <unistd.h>
extern void (*hook)();
extern "C" char **environ;
void call()
{
    if (environ)
        hook();
}
