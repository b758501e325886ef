#include "a.h"
void run()
{
    (*get())();
}
