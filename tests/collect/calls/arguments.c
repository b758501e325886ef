int f(int, int), g(int), h(void);

int main(void)
{
    return f(g(h()), g(f(1, h())));
}
