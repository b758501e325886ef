/* What library headers declare, the library reads and writes. */
#include "library.h"

void use(void)
{
    hook = callback;
    hook();
    handlers.handle(hook);
}
