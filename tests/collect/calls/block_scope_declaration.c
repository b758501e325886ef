int main(void)
{
    int f(int);
    extern int g(int);
    return f(1) + g(2);
}
