// mallocCollector: what is allocated for variables outside functions and static ones
#include <stdlib.h>
#include <string.h>

char *buffer, *other;
struct table {
    int *rows;
} table;
struct S {
    static int *shared;
};
int *S::shared;

#define ALLOCATE(p, n) ((p) = (char *)malloc(n))

void assigned(int n, char *parameter) // five; not those of locals, parameters, members
{
    char *local = (char *)malloc(1);
    buffer = (char *)calloc(n,
                            2);
    other = buffer = n ? strdup("x\"y") : nullptr; // both
    ALLOCATE(other, 3);
    S::shared = new int[4];
    parameter = (char *)malloc(5);
    table.rows = (int *)malloc(6);
    (void)local;
    (void)parameter;
}

int *initialised() // one
{
    static int *kept = static_cast<int *>(malloc(7));
    static int *borrowed = table.rows;
    return borrowed ? borrowed : kept;
}

void none() // nothing, and so no value
{
    buffer = other;
}
