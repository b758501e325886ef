/* What lies at a distance that fits into less than a pointer, beside a pointer of another type of use. In bitcode
 * by itself, only the distance says where. */
#include <stdint.h>
struct operations {
    int (*call)(int);
};
struct relative {
    int32_t distance;
    int (*own)(int);
};
static int at_distance(int x)
{
    return x;
}
static int beside(int x)
{
    return x;
}
static struct operations operations = {at_distance};
static struct relative relative = {0, beside};
static void set(struct relative *at, void *to)
{
    at->distance = (int32_t)((char *)to - (char *)at);
}
static void *get(struct relative *at)
{
    return (char *)at + at->distance;
}
int main(void)
{
    int sum = relative.own(1);
    set(&relative, &operations);
    return sum + ((struct operations *)get(&relative))->call(0) - 1;
}
