#include "sum.h"

int main(void)
{
    return add(1, 2) + add3(1, 2, 3);
}
