/* Allocators give out what follows a record: an array of one element at its end,
 * what begins at its last member, or what follows that. */
#include <stddef.h>
#include <stdlib.h>

typedef void (*function)(void);

struct array {
    long length;
    char bytes[1];
};
struct inside {
    long length;
    union {
        double aligned;
        char bytes[1];
    } u;
};
struct numbers {
    long length;
    int numbers[1];
};
struct counted {
    long length;
    int mark, count;
};
struct byte {
    long length;
    char byte;
};

static void *get_array(size_t size)
{
    struct array *a = malloc(sizeof *a + size);
    return a->bytes;
}
static void *get_element(size_t size)
{
    struct array *a = malloc(sizeof *a + size);
    return &a->bytes[0];
}
static void *get_inside(size_t size)
{
    struct inside *i = malloc(sizeof *i + size);
    char *bytes = i->u.bytes;
    return bytes;
}
static void *get_numbers(size_t size)
{
    struct numbers *n = malloc(sizeof *n + size);
    return n->numbers;
}
static void *get_behind(size_t size)
{
    struct counted *c = malloc(sizeof *c + size);
    return &c->count + 1;
}
static void *get_byte(size_t size)
{
    struct byte *b = malloc(sizeof *b + size);
    return &b->byte;
}

static void in_array(void)
{
}
static void in_element(void)
{
}
static void in_inside(void)
{
}
static void in_numbers(void)
{
}
static void in_counted(void)
{
}
static void in_byte(void)
{
}

static void run(function *at)
{
    (*at)();
}

int main(void)
{
    function *array = get_array(sizeof *array), *element = get_element(sizeof *element),
             *inside = get_inside(sizeof *inside), *numbers = get_numbers(sizeof *numbers),
             *counted = get_behind(sizeof *counted), *byte = get_byte(sizeof *byte);
    *array = in_array;
    *element = in_element;
    *inside = in_inside;
    *numbers = in_numbers;
    *counted = in_counted;
    *byte = in_byte;
    run(array);
    run(element);
    run(inside);
    run(numbers);
    run(counted);
    run(byte);
    return 0;
}
