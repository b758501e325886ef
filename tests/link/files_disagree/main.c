/* Declarations that differ from the definitions in other.c, and a call without any. */
#pragma clang diagnostic ignored "-Wimplicit-function-declaration"

typedef int compare(void *, void *);
typedef struct handle *handle;

extern int (*variable)(void *);

int sort(void **, int, compare *);
compare *choose(void);
handle open_handle(void (*)(handle));
void close_handle(handle);

static int parameter(void *a, void *b)
{
    return a == b;
}

static void closed(handle h)
{
}

static int undeclared(char *text)
{
    return *text;
}

int main(void)
{
    void *values[2] = {0, 0};
    sort(values, 2, parameter);
    choose()(0, 0);
    variable(0);
    close_handle(open_handle(closed));
    each(undeclared);
    return 0;
}
