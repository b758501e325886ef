// Variables and arrays of pointers whose memory is used as a record: its fields, its numbers, its
// bytes, and the record as a whole.
#include <stdint.h>
#include <string.h>
typedef int (*fn)(void);
struct pointer {
    fn function;
};
struct pair {
    void *first, *second;
};
struct counter {
    long value;
};
struct bytes {
    char byte[sizeof(fn)];
};
static int by_field(void)
{
    return 1;
}
static int by_assignment(void)
{
    return 2;
}
static int by_number(void)
{
    return 4;
}
static int by_bytes(void)
{
    return 8;
}
static int by_parameter(void)
{
    return 16;
}
static int elsewhere(void)
{
    return 32;
}
static struct pair of_others = {0, (void *)elsewhere};
static void set(struct counter *counter, long value)
{
    counter->value = value;
}
static int call_second(struct pair pair)
{
    return ((fn)pair.second)();
}
int main(void)
{
    void *slot;
    ((struct pointer *)&slot)->function = by_field;
    fn from[2] = {by_assignment, by_assignment}, to[2];
    *(struct pair *)to = *(struct pair *)from;
    void *owner;
    set((struct counter *)&owner, (long)by_number);
    fn kept = by_bytes, copy;
    struct bytes *source = (void *)&kept, *target = (void *)&copy;
    *target = *source;
    fn more[2] = {by_parameter, by_parameter};
    int sum = ((fn)slot)() + to[1]() + ((fn)owner)() + copy() + call_second(*(struct pair *)more);
    return sum - 31 + (of_others.first != 0);
}
