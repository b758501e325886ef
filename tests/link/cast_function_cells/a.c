/* Cells and records with functions of one type are read as having another. */
#include <string.h>
struct put {
    int (*function)(int);
};
struct get {
    int (*function)(int, int);
};
static int function(int a)
{
    return a;
}
int main(void)
{
    int (*cell)(int) = function;
    int (*copied)(int, int);
    struct put put = {function};
    struct get get;
    (*(int (**)(int, int))&cell)(0, 0);
    memcpy(&copied, &cell, sizeof copied);
    copied(0, 0);
    memcpy(&get, &put, sizeof get);
    get.function(0, 0);
    return 0;
}
