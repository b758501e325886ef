/* Records of numbers, as which memory of pointers is copied: as a whole, member by member, by bytes, through another
 * variable, and in another function than the one that converts. */
#include <stdint.h>
#include <string.h>
typedef int function(void);
struct halves {
    long first, second;
};
struct block {
    char bytes[16];
};
struct words {
    uintptr_t words[2];
};
struct pair {
    uint64_t first, second;
};
struct quads {
    unsigned quads[4];
};
struct slot {
    char data[32];
    void (*destroy)(void *);
};
static int whole(void)
{
    return 0;
}
static int by_members(void)
{
    return 0;
}
static int by_bytes(void)
{
    return 0;
}
static int between(void)
{
    return 0;
}
static int elsewhere(void)
{
    return 0;
}
static int at_begin(void)
{
    return 0;
}
static void destroy(void *memory)
{
    (void)memory;
}
static void copy_whole(void *to, const void *from)
{
    *(struct block *)to = *(const struct block *)from;
}
static void copy_members(void *to, const void *from)
{
    struct halves *target = to;
    const struct halves *source = from;
    target->first = source->first;
    target->second = source->second;
}
static void copy_bytes(void *to, const void *from)
{
    struct quads *target = to;
    const struct quads *source = from;
    memcpy(target, source, sizeof *target);
}
static void copy_between(void *to, const void *from)
{
    struct words value = *(const struct words *)from;
    *(struct words *)to = value;
}
static void copy_pair(struct pair *to, const struct pair *from)
{
    *to = *from;
}
static struct slot slot;
int main(void)
{
    function *from[2] = {0, whole}, *to[2];
    copy_whole(to, from);
    int sum = to[1]();

    function *sources[2] = {0, by_members}, *targets[2];
    copy_members(targets, sources);
    sum += targets[1]();

    function *read[2] = {0, by_bytes}, *written[2];
    copy_bytes(written, read);
    sum += written[1]();

    function *first[2] = {0, between}, *last[2];
    copy_between(last, first);
    sum += last[1]();

    function *here[2] = {0, elsewhere}, *there[2];
    copy_pair((struct pair *)there, (struct pair *)here);
    sum += there[1]();

    function *kept = at_begin, *got;
    char bytes[32];
    memcpy(bytes, &kept, sizeof kept);
    memcpy(slot.data, bytes, sizeof bytes);
    slot.destroy = destroy;
    memcpy(&got, slot.data, sizeof got);
    sum += got();
    slot.destroy(0);
    return sum;
}
