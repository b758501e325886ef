#include "no_such_header.h"
int f(int);

int main(void)
{
    return f(1);
}
