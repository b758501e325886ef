int f(int);
typedef long (*other)(long);

int main(void)
{
    ((other)f)(1);
    return ((int (*)(int))(void *)f)(2);
}
