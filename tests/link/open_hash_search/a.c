#include <search.h>
/* An unknown function of the library may do anything with what it keeps. */
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
