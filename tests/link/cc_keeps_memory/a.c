/* A function of C++, whose parameters are counted as they are passed, keeps what C has allocated.
 */
#include <stdlib.h>

struct pair {
    long first, second;
};
extern void *kept;
void keep(struct pair pair, void *memory);
static void f(void)
{
}
static void *make(size_t size)
{
    void *memory = malloc(size);
    struct pair pair = {1, 2};
    keep(pair, memory);
    return memory;
}
int main(void)
{
    void (**slot)(void) = make(sizeof *slot);
    *slot = f;
    (*(void (**)(void))kept)();
    return 0;
}
