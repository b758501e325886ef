/* Variables and arrays of pointers are used as records: read, written and copied as these. */
#include <stdlib.h>

typedef void (*function)(void);
struct two {
    void *first, *second;
};
struct typed {
    function first, second;
};
struct one {
    function only;
};
static void named(void)
{
}
static void written(void)
{
}
static void copied(void)
{
}
static void typed(void)
{
}
static void alone(void)
{
}
static void elsewhere(void)
{
}

static void read_second(const void *data)
{
    const struct two *two = data;
    ((function)two->second)();
}

static void write_second(void *data)
{
    struct two values = {0, (void *)written};
    *(struct two *)data = values;
}

static void *copy(const void *data)
{
    struct typed *copy = malloc(sizeof *copy);
    *copy = *(const struct typed *)data;
    return copy;
}

static void write_only(void *data)
{
    struct one *one = data;
    one->only = alone;
}

static struct one other = {elsewhere};
static function global[2] = {0, copied};

int main(void)
{
    void *read[2] = {0, (void *)named}, *set[2];
    function own[2] = {0, typed}, single;
    read_second(read);
    write_second(set);
    ((function)set[1])();
    ((function *)copy(global))[1]();
    ((function *)copy(own))[1]();
    write_only(&single);
    single();
    other.only();
    return 0;
}
