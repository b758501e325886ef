/* Addresses that are divided and multiplied again: rounded, and kept as a multiple. */
#include <stdint.h>
#include <stdlib.h>
struct operations {
    int count;
    int (*call)(int);
};
static int rounded(int x)
{
    return x;
}
static int multiple(int x)
{
    return x;
}
static struct operations kept = {1, multiple};
static uintptr_t product;
static uintptr_t quotient(void)
{
    uintptr_t value = product / 3;
    return value;
}
int main(void)
{
    char *memory = malloc(200);
    if (!memory) {
        return 1;
    }
    struct operations *first = (struct operations *)(((uintptr_t)memory + 63) / 64 * 64);
    first->call = rounded;
    struct operations *again = (struct operations *)(memory + (64 - (uintptr_t)memory % 64) % 64);
    int sum = again->call(0);
    product = (uintptr_t)&kept * 3;
    sum += ((struct operations *)quotient())->call(0);
    free(memory);
    return sum;
}
