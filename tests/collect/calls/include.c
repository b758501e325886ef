#include "include.h"

int main(void)
{
    return helper(1);
}
