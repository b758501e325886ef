int f();

g(a, b)
int a;
char *b;
{
    return f(a, b);
}

int main()
{
    return g(1, "x");
}
