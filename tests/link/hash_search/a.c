#include <search.h>
/* What is kept in the library's table comes out of it. */
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
