#include <stdlib.h>
#include <string.h>
/* Kept as bytes: in a buffer, behind a header, and back. */
struct message {
    unsigned length;
    char bytes[64];
};
static int f(int x)
{
    return x;
}
int main(void)
{
    int (*p)(int) = f;
    int (*q)(int);
    int (*r)(int);
    struct message m = {sizeof p};
    memcpy(m.bytes, &p, sizeof p);
    memcpy(&q, m.bytes, m.length);
    char *heap = malloc(64);
    memcpy(heap + 8, &p, sizeof p);
    memcpy(&r, heap + 8, sizeof r);
    free(heap);
    return q(0) + r(0);
}
