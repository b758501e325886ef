#include <stdio.h>
int never_called(void);
extern int (*never_used)(void);

int main(void)
{
    return 0;
}
