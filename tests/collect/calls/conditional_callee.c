int f(int), g(int), c(void);

int main(void)
{
    return (c() ? f : g)(1);
}
