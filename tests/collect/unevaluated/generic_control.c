int f(void), g(void);

int main(void)
{
    return _Generic(f(), int: g(), double: 1.0);
}
