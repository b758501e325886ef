#include "a.h"
void run()
{
    ((fn)one.number)();
    ((fn)one.pointer)();
    ((fn)many[0].numbers[0])();
}
