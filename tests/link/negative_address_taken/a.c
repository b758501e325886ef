/* The address of each is taken and printed, compared, kept; it does not get to the call. */
#include <stdio.h>
static void wanted(void)
{
}
static void printed(void)
{
}
static void kept(void)
{
}
static void (*keeper)(void);
void (*exported[1])(void) = {kept};
int main(void)
{
    void (*p)(void) = wanted;
    char text[40];
    snprintf(text, sizeof text, "%p", (void *)printed);
    keeper = kept;
    p();
    return keeper == 0;
}
