/* Two functions that share their code. */
int first(int x)
{
    return x + 1;
}
extern int second(int x) __attribute__((alias("first")));
int other(int x)
{
    return x + 2;
}
int main(int argc, char **argv)
{
    (void)argv;
    return second(argc);
}
