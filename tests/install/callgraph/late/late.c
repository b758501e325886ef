#include "late.h"

#include <stdio.h>

void late_close(void)
{
    puts("closed");
}
