/* Functions of several types are kept without a type. A call is of those that take what it passes;
 * that it may be of the others is said of the call. */
typedef int (*one)(int);
typedef int (*two)(int, int);
struct command {
    void *function;
};
static int f1(int x)
{
    return x;
}
static int f2(int a, int b)
{
    return a + b;
}
static int f3(int a, int b, int c)
{
    return a + b + c;
}
static struct command commands[] = {{(void *)f1}, {(void *)f2}, {(void *)f3}};
int main(void)
{
    return ((one)commands[0].function)(0) + ((two)commands[1].function)(0, 0);
}
