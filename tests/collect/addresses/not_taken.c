int f(int);

int main(void)
{
    return f(1) + (f)(2) + (int)sizeof(&f) + (int)sizeof(__typeof__(f) *);
}
