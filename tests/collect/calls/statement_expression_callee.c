int f(int), g(void);

int main(void)
{
    return ({ g(); f; })(1);
}
