// A table keeps functions of several types as one. Each call is of the type that a number says, and
// the calls alone may call those of another type: no library function does.
#include <stdlib.h>

typedef int (*generic)(void);
struct entry {
    generic function;
    int arguments;
};

static int one(int a)
{
    return a;
}

void reached_by_two(void)
{
}

static int two(int a, char *text)
{
    reached_by_two();
    return a + *text;
}

static const struct entry table[] = {{(generic)one, 1}, {(generic)two, 2}};

int calls(const struct entry *entry)
{
    switch (entry->arguments) {
    case 1:
        return ((int (*)(int))entry->function)(1);
    default:
        return 1;
    }
}

void gives_up(int status)
{
    if (status == 99) {
        abort();
    }
}

int main(int count, char **arguments)
{
    gives_up(count);
    return calls(&table[0]) - 1;
}
