/* Records of numbers as wide as pointers lie over arrays of pointers, and are copied in other
 * functions than those that convert the pointer: what it becomes is returned, passed, kept in a
 * field or stored through a pointer. */
typedef int function(void);
struct words {
    unsigned long first, second;
};
struct returned {
    long words[2];
};
struct kept {
    unsigned long words[2];
};
struct swapped {
    long first, second;
};
struct inside {
    struct words words;
};
struct handed {
    unsigned long first;
    struct returned rest;
};
struct ends {
    void *target, *source;
};
static int by_result(void)
{
    return 0;
}
static int by_field(void)
{
    return 0;
}
static int by_parameter(void)
{
    return 0;
}
static int by_pointer(void)
{
    return 0;
}
static int by_member(void)
{
    return 0;
}
static int other(void)
{
    return 0;
}
static struct returned *returned(void *memory)
{
    return memory;
}
static void copy_returned(struct returned *to, const struct returned *from)
{
    *to = *from;
}
static void copy_kept(const struct ends *ends)
{
    *(struct kept *)ends->target = *(const struct kept *)ends->source;
}
static void swap(struct swapped *a, struct swapped *b)
{
    struct swapped kept = *a;
    *a = *b;
    *b = kept;
}
static void swap_any(void *a, void *b)
{
    swap(a, b);
}
static void convert(void *memory, struct handed **out)
{
    *out = memory;
}
static void copy_handed(struct handed *to, const struct handed *from)
{
    *to = *from;
}
static struct inside inside(void *memory)
{
    struct inside inside = {*(struct words *)memory};
    return inside;
}
int main(void)
{
    function *first[2] = {0, by_result}, *second[2] = {0, other};
    copy_returned(returned(second), returned(first));
    int sum = second[1]();

    function *source[2] = {0, by_field}, *target[2] = {0, other};
    struct ends ends = {target, source};
    copy_kept(&ends);
    sum += target[1]();

    function *one[2] = {0, by_parameter}, *two[2] = {0, other};
    swap_any(one, two);
    sum += two[1]();

    function *from[3] = {0, 0, by_pointer}, *to[3] = {0, 0, other};
    struct handed *given, *got;
    convert(from, &given);
    convert(to, &got);
    copy_handed(got, given);
    sum += to[2]();

    function *last[2] = {0, by_member}, *here[2] = {0, other};
    struct inside whole = inside(last);
    *(struct words *)here = whole.words;
    return sum + here[1]();
}
