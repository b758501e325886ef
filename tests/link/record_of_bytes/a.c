/* Records that are nothing but bytes, from and to which other bytes are copied: no step names a
 * pointer. */
#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>
#include <wchar.h>
struct buffer {
    char bytes[16];
};
struct wide {
    wchar_t units[2];
};
struct swapped {
    char bytes[8];
};
struct whole {
    unsigned char bytes[8];
};
static struct buffer buffer;
static struct whole whole;
static int from_field(void)
{
    return 0;
}
static int by_units(void)
{
    return 0;
}
static int by_pairs(void)
{
    return 0;
}
static int to_whole(void)
{
    return 0;
}
int main(void)
{
    int (*function)(void) = from_field;
    int (*got)(void);
    char between[8];
    memcpy(buffer.bytes, &function, sizeof function);
    memcpy(between, buffer.bytes, sizeof between);
    memcpy(&got, between, sizeof got);
    int sum = got();

    int (*unit)(void) = by_units;
    int (*wide)(void);
    struct wide units;
    wmemcpy(units.units, (wchar_t *)&unit, 2);
    wmemcpy((wchar_t *)&wide, units.units, 2);
    sum += wide();

    int (*pair)(void) = by_pairs;
    int (*swapped)(void);
    struct swapped pairs;
    swab(&pair, pairs.bytes, sizeof pair);
    swab(pairs.bytes, &swapped, sizeof swapped);
    sum += swapped();

    int (*kept)(void) = to_whole;
    int (*back)(void);
    char block[8];
    memcpy(block, &kept, sizeof kept);
    memcpy(&whole, block, sizeof block);
    memcpy(&back, &whole, sizeof back);
    return sum + back();
}
