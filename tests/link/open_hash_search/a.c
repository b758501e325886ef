#include <search.h>
/* A function of the library that nobody told of: what it keeps it may do anything with. */
static int f(void)
{
    return 0;
}
int main(void)
{
    ENTRY entry = {"f", (void *)f};
    hcreate(8);
    hsearch(entry, ENTER);
    ENTRY *found = hsearch((ENTRY){"f", 0}, FIND);
    int r = ((int (*)(void))found->data)();
    hdestroy();
    return r;
}
