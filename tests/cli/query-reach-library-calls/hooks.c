#define _GNU_SOURCE
#include <stdio.h>

static cookie_io_functions_t functions;
FILE *open_cookie(void)
{
    return fopencookie(0, "w", functions);
}
