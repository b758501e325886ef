/* A pointer is copied byte by byte out of an array and into one. */
#include <string.h>
static void function(void)
{
}
int main(void)
{
    void (*from)(void) = function, (*to)(void), (*back)(void);
    unsigned char out[sizeof from], in[sizeof from];
    memcpy(out, &from, sizeof from);
    for (unsigned i = 0; i < sizeof to; i++) {
        ((unsigned char *)&to)[i] = out[i];
    }
    to();
    for (unsigned i = 0; i < sizeof to; i++) {
        in[i] = ((unsigned char *)&from)[i];
    }
    memcpy(&back, in, sizeof back);
    back();
    return 0;
}
