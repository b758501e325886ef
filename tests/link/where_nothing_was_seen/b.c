struct defined3 {
    int kind;
    int (*fn)(int);
};
static int f3(int i)
{
    return i;
}
struct defined3 shared3 = {0, f3};
