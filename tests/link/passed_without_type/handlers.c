// Functions are passed where no parameter has a type: among further arguments, and without prototype.
// They are called as functions that take more than they do.
#include <stdarg.h>

typedef void (*handler)(int, void *);
static handler handlers[4];
static int count;

void registers();
void keeps(void);

static void quits(void)
{
}

static void gets_key(int key)
{
    (void)key;
}

static void has_all(int key, void *data)
{
    (void)key;
    (void)data;
}

static void without_prototype(int key)
{
    (void)key;
}

static void connects(int number, ...)
{
    va_list list;
    va_start(list, number);
    while (number--)
        handlers[count++] = va_arg(list, handler);
    va_end(list);
}

int main(void)
{
    connects(3, quits, gets_key, has_all);
    for (int i = 0; i < count; i++)
        handlers[i](1, 0);
    registers(without_prototype);
    keeps();
    return 0;
}
