int real(void)
{
    return 1;
}
int other(void) __attribute__((alias("real")));

int main(void)
{
    return other();
}
