/* The variable with the function that `error` calls first holds none, as nobody sets it. */
#include <error.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    return *(const char *)a - *(const char *)b;
}

int main(int count, char **words)
{
    char text[] = "text";
    qsort(text, 4, 1, compare);
    error(0, 0, "%s: %d", words[0], count);
    return 0;
}
