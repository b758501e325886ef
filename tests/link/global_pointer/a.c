static int one(int x)
{
    return x;
}
static int two(int x)
{
    return x + x;
}
/* Its address is taken, but it never gets to the pointer. */
static int three(int x)
{
    return x + 3;
}
int (*global)(int) = one;
int (*other)(int) = three;
int main(void)
{
    int r = global(1);
    global = two;
    return r + global(0) - 1;
}
