#include <glob.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void given(void)
{
}
static void leaving(void)
{
}
static int compare(const void *a, const void *b)
{
    return memcmp(a, b, 1);
}
static void quiet(void)
{
    char *text = malloc(10);
    memcpy(text, "hello", 6);
    qsort(text, 5, 1, compare);
    printf("%s\n", text);
}
static void loud(void)
{
    exit(0);
}
static void expand(void)
{
    glob("*", 0, 0, 0);
}
int main(void)
{
    expand();
    ENTRY entry = {"key", (void *)given};
    hsearch(entry, ENTER);
    atexit(leaving);
    quiet();
    loud();
    return 0;
}
