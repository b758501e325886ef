#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
/* Records used as others by ways on which the right type is also met: nothing was ever stored in
 * the pointer that is called, so what the other record holds is called. Each step has types of its
 * own. */
#define RECORDS(n)                                                                                 \
    struct from##n {                                                                               \
        long kind;                                                                                 \
        int (*fn)(void);                                                                           \
    };                                                                                             \
    struct to##n {                                                                                 \
        long type;                                                                                 \
        int (*call)(void);                                                                         \
    };                                                                                             \
    static int f##n(void)                                                                          \
    {                                                                                              \
        return 1;                                                                                  \
    }                                                                                              \
    static struct from##n source##n = {0, f##n}
RECORDS(1);
RECORDS(2);
RECORDS(3);
RECORDS(4);
RECORDS(5);
RECORDS(6);
RECORDS(7);

static int by_number(unsigned long data)
{
    return ((struct to1 *)data)->call();
}

static int by_memory(void)
{
    void *memory = malloc(sizeof(struct from2));
    struct from2 *from = memory;
    from->fn = source2.fn;
    struct to2 *to = memory;
    return to->call();
}

static void get(void **out)
{
    *out = &source3;
}

static int by_pointer_to_pointer(void)
{
    struct to3 *to;
    get((void **)&to);
    return to->call();
}

static int take(int count, ...)
{
    va_list list;
    va_start(list, count);
    struct to4 *to = va_arg(list, struct to4 *);
    va_end(list);
    return to->call();
}

static int called(struct to5 *to)
{
    return to->call();
}

static int by_type_of_function(void)
{
    return ((int (*)(struct from5 *))called)(&source5);
}

struct opaque;
static int through_opaque(struct opaque *o)
{
    return ((struct to6 *)o)->call();
}

static int by_copy_of_pointer(void)
{
    struct from7 *from = &source7;
    struct to7 *to;
    memcpy(&to, &from, sizeof to);
    return to->call();
}

int main(void)
{
    return by_number((unsigned long)&source1) + by_memory() + by_pointer_to_pointer() +
                       take(1, &source4) + by_type_of_function() +
                       through_opaque((struct opaque *)&source6) + by_copy_of_pointer() ==
                   7
               ? 0
               : 1;
}
